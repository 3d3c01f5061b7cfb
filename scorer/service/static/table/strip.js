// The strip of a table: its questions in one place above the bar, each answered one a tap from being changed.

import { _ } from "../words.js";
import { exchange, make } from "../keypad/elements.js";
import { valueOf } from "../keypad/form.js";
import { agreedOf, agreedText } from "../keypad/points.js";
import { declaredOf } from "./declared.js";
import { othersScoreNothing, sayOthersScoreNothing } from "./others.js";
import { NONE } from "./questions.js";
import { tableQuestions, progressOf, tableStage } from "./stage.js";
import { valuesOf } from "./values.js";
import { drawWorths } from "./worths.js";

/** What each way of winning is called beside the player from whom the tile came. */
const ways = () => ({ discard: _("Discard"), robbed_kong: _("Robbed"), self_draw: _("How"), no: _("How") });

/** A question of the strip in words: its label, and what was answered, of several players a list. */
function wordsOf({ question, seat }, state) {
  const { form, facts, players } = state;
  const nameOf = (wind) => facts.seats[wind] ?? "?";
  if (question === "winner") {
    const value = players.seat === "nobody" ? [_("Nobody")] : players.winners.filter(Boolean).map((seat, n) => (n ? `+ ${nameOf(seat)}` : nameOf(seat)));
    return { label: _("Winner"), value };
  }
  if (question === "won") {
    const way = valueOf(form, "won");
    const value = way === "self_draw" ? _("Drew it") : way === "no" ? _("Not a win") : nameOf(valueOf(form, "from"));
    return { label: ways()[way] ?? _("How"), value };
  }
  if (question === "round") return { label: _("Round"), value: nameOf(valueOf(form, "round")) };
  if (question === "worth") return { label: players.winners.length > 1 ? nameOf(seat) : _("Worth"), value: seat ? worthOf(players.of(seat), state) : "?" };
  if (question === "losers") {
    const losers = losersOf(players);
    const isUntold = (hand) => progressOf(hand) === NONE && !othersScoreNothing(form);
    return { label: _("Losers"), value: losers.every(isUntold) ? "–" : losers.map((hand, n) => (n ? "· " : "") + (isUntold(hand) ? "–" : worthOf(hand, state))) };
  }
  const { title, value } = state.furtherAsked().find(({ name }) => name === question) ?? {};
  return { label: title ?? question, value: value ?? "–" };
}

/** Whether somebody else has won. */
const isLoser = ({ seat }, players) => Boolean(seat && players.seat) && players.seat !== "nobody" && !players.winners.includes(seat);
const losersOf = ({ hands, winners }) => hands.filter((hand) => !winners.includes(hand.seat));

/** What a hand has scored, or how far it is entered. */
function worthOf(hand, { answer, form, players }) {
  const scored = answer.scores?.[hand.seat];
  if (scored !== undefined && !answer.pending) return scored;
  if (isLoser(hand, players) && othersScoreNothing(form) && progressOf(hand) === NONE) return "0";
  return agreedOf(hand) || (hand.isPartial ? _("in part") : `${hand.count}/${hand.most}`);
}

/** The strip of a state: {list, names, chips, draw, stage, worthOf, nextWinner, isLoser, scoresNothing, enterHand}. `names`
    are the questions that need no chip. */
export function stripOf(state) {
  const { facts, form, players } = state;
  const list = make("ol", { class: "kp-strip", "aria-label": _("The questions of this hand") });
  // Where the scorer has settled the table nothing is missing, as after some penalties.
  const isSettled = () => Boolean(state.answer.answered && !state.answer.missing);
  const questions = () => tableQuestions(form, facts, players).map((question) => (isSettled() ? { ...question, answered: true, open: false } : question));

  /** The next loser of whom nothing is entered, or else the first. */
  function nextLoser() {
    const losers = losersOf(players);
    return (losers.find((hand) => progressOf(hand) === NONE) ?? losers[0])?.seat;
  }

  /** The seat of the next winner of whom nothing is entered. */
  const nextWinner = () => players.hands.find((hand) => players.winners.includes(hand.seat) && progressOf(hand) === NONE)?.seat;

  /** The keys, for this hand, in the place of the question. */
  function enterHand(seat) {
    Object.assign(state, { asking: "", later: state.answer.field, folded: false });
    state.turnTo(seat);
  }

  function go({ question, seat }) {
    if (question === "worth" || question === "losers") enterHand(seat ?? nextLoser());
    else state.screen.ask(question);
  }

  function segment(step) {
    const { label, value } = wordsOf(step, state);
    const kind = step.open ? "kp-step kp-open" : step.answered ? "kp-step kp-answered" : "kp-step";
    const isSaid = step.answered || (step.question === "losers" && value !== "–");
    // Those of several players stand below each other where they have no room side by side.
    const lines = [isSaid ? value : step.open ? "?" : "–"].flat().flatMap((text, n) => [n && " ", make("span", { text })]);
    return make("li", {}, make("button", {
      type: "button", class: kind, "data-at": `chip-${step.question}${step.seat ?? ""}`, on: () => go(step),
      "aria-current": step.open ? "step" : undefined,
      title: step.answered ? undefined : _("{what}: still to enter", { what: label }),
    }, make("small", {}, label, make("span", { class: "kp-colon", text: _(": ") })), make("b", {}, ...lines)));
  }

  /** Whether it matters that losers of whom nothing is entered score nothing. */
  const asksOthers = () => facts.losers && players.hands.some((hand) => isLoser(hand, players) && progressOf(hand) === NONE);
  const scoresNothing = (hand) => isLoser(hand, players) && othersScoreNothing(form);
  const { drawDeclared } = declaredOf(state);
  const isScoring = (hand) => Boolean(facts.losers) && isLoser(hand, players);
  const { drawPad } = valuesOf(state, isScoring);

  /** What spares a player the tiles: points that were agreed, or only what scores. */
  function chips() {
    const mine = state.current;
    const agreed = agreedOf(mine);
    const chip = (id, text, pressed, on) => make("button", { type: "button", class: "kp-chip kp-mode-chip", id, "data-at": id, "aria-pressed": String(pressed), text, on });
    const loses = facts.losers && !players.winners.includes(mine.seat) && !agreed && mine.count < facts.tilesHeld;
    return !mine.seat ? [] : [
      (!mine.count || agreed) && chip("keypad-points", agreedText(facts, agreed), state.points.counting, () => state.points.count()),
      asksOthers() && chip("keypad-others", _("The others score 0"), othersScoreNothing(form), () =>
        state.change(() => sayOthersScoreNothing(form, !othersScoreNothing(form)))),
      loses && chip("keypad-part", _("The rest does not score"), mine.isPartial, () => state.tellInPart()),
    ];
  }

  function draw(dock, main, answer) {
    const steps = questions();
    const open = steps.find((question) => question.open);
    exchange(list, steps.map(segment), () => list, answer);
    const digits = dock.querySelector(".kp-digits");
    drawDeclared(digits);
    drawWorths(state, digits);
    drawPad(digits);
    const { current } = state;
    // A question has the place of the keys as long as nothing of the hand lies there.
    dock.classList.toggle("kp-alone", dock.classList.contains("kp-asking") && progressOf(current) === NONE);
    const refused = Boolean(state.answer.field) && !state.answer.answered;
    dock.classList.toggle("kp-unready", Boolean(open) || refused);
    main.setAttribute("aria-disabled", String(Boolean(open)));
  }

  // Enter leads to the open question.
  form.addEventListener("click", (event) => {
    const open = event.target.closest(".kp-bar .main") && questions().find((question) => question.open);
    if (!open) return;
    event.preventDefault();
    if (state.folded) state.fold(false);
    if (open.question === "worth" || open.question === "losers" || state.asked !== open.question) go(open);
  });

  const names = () => questions().map(({ question }) => question);
  return { list, names, chips, draw, enterHand, nextWinner, isLoser: isScoring, scoresNothing, stage: () => tableStage(state), worthOf: (hand) => worthOf(hand, state) };
}
