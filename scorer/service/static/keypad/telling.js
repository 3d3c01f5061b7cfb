// What only some rulesets ask: numbers of the game, of each player yes or no, how a hand ended.

import { _ } from "../words.js";
import { make } from "./elements.js";
import { isClaimed, isPlayed, setValues, valueOf, valuesOf } from "./form.js";
import { Beside, isTold } from "./places.js";
import { agreedOf } from "./points.js";

const choice = (at, text, on, { chosen, place } = {}) => make("button", {
  type: "button", class: "kp-choice", "aria-pressed": chosen === undefined ? undefined : String(chosen), "data-at": at, "data-place": place, text, on,
});

const YES = ["yes"];
const NO = ["no"];
const MOST = 99;

/** What can be entered beside the form's questions: {name, title, text, entered, parts}; of each player also whether it
    `isSo`, and what turns it. */
function askedOf(state) {
  const { facts, form } = state;
  if (facts.page === "waits") return facts.state.map((counter) => numberOf(state, ...counter));
  const drawn = valueOf(form, "winner") === "nobody" || valueOf(form, "won") === "no";
  const claimed = isClaimed(valueOf(form, "won"));
  // What was entered stays in sight, so that it can be taken back.
  const matters = ({ at, option, field }) => (!option || isPlayed(form, facts, option))
    && (!at || (at === "claimed" ? claimed || Boolean(valueOf(form, field)) : (at === "draw") === drawn));
  const ofTable = facts.page === "table" ? facts.own.table.filter((question) => question.type === "choice" && matters(question)) : [];
  const ofWin = facts.own.win.filter((question) => question.type === "seat" && matters(question));
  const ofPlayers = facts.own.player.filter((question) => question.type === "boolean" && matters(question));
  const ofAgreed = facts.page === "table" ? facts.own.player.filter((question) => question.type === "integer" && matters(question)) : [];
  // What any hand may have comes before what stands at nothing most of the time.
  return [
    ...ofPlayers.map((question) => (facts.page === "table" ? playersOf(state, question) : circumstanceOf(state, question))).filter(Boolean),
    ...[...ofWin, ...ofTable].map((question) => choiceOf(state, question)),
    ...ofAgreed.flatMap((question) => agreedNumbersOf(state, question)),
    ...facts.state.map((counter) => numberOf(state, ...counter)),
  ];
}

/** A change by one of these answers; the question stays open. */
function tell(state, name, act) {
  state.change(act);
  if (state.asking !== name) state.ask(name);
}

/** A number of the game, by steps. */
function numberOf(state, name, title) {
  const { min, max, placeholder } = state.form.querySelector(`[name="${name}"]`);
  return stepsOf(state, name, title, { least: Number(min), most: Number(max), usual: Number(placeholder) });
}

/** A number of each winner whose hand the table agreed on, by steps. */
function agreedNumbersOf(state, { field, title }) {
  const { facts, players } = state;
  const agreed = players.hands.filter((hand) => players.winners.includes(hand.seat) && (agreedOf(hand) || hand.value(field)));
  const titleOf = ({ seat }) => (agreed.length > 1 ? _("{what}: {number}", { what: title, number: facts.seats[seat] }) : title);
  return agreed.map((hand) => stepsOf(state, `${hand.seat.toLowerCase()}.${field}`, titleOf(hand), { least: 0, most: MOST, usual: 0 }));
}

function stepsOf(state, name, title, { least, most, usual }) {
  const number = Number(state.value(name) || usual);
  const step = (at, sign, by) => choice(at, sign, () => {
    const next = Math.min(most, Math.max(least, number + by));
    tell(state, name, () => setValues(state.form, name, [String(next)]));
  });
  return {
    name, title, entered: number > 0, text: _("{what}: {number}", { what: title, number: String(number) }),
    parts: () => [make("div", { class: "kp-choices kp-steps" },
      step("less", "−", -1), make("output", { text: String(number) }), step("more", "+", 1))],
  };
}

/** How it ended, by the choices of the form. The first is what holds where the form says nothing: to choose it
    clears the field. */
function choiceOf(state, { field, title, choices }) {
  const now = state.value(field);
  const [usual] = choices;
  const shown = choices.find(([value]) => value === now) ?? usual;
  const pick = (pair) => state.change(() => setValues(state.form, field, pair === usual ? [] : [pair[0]]));
  return {
    name: field, title, value: shown[1], entered: Boolean(now), text: _("{what}: {number}", { what: title, number: shown[1] }),
    parts: () => [make("div", { class: "kp-choices" }, ...choices.map((pair) =>
      choice(...pair, () => pick(pair), { chosen: pair === shown })))],
  };
}

/** Of whom it is so: each player's own yes. What a form waits for takes a no as well, of everybody else. */
function playersOf(state, { field, title, tells }) {
  const { form, facts, players } = state;
  const { waiting } = facts;
  const asks = waiting?.waits === field;
  const seats = players.seated.filter(({ seat }) => seat !== valueOf(form, "away"));
  const valueAt = ({ prefix }, name = field) => valueOf(form, prefix + name);
  // Whoever declared it and does not say otherwise waits.
  const isDeclared = (player) => asks && !valueAt(player) && valueAt(player, waiting.declared) === "yes";
  const isSo = (player) => valueAt(player) === "yes" || isDeclared(player) || Boolean(tells && circumstanceFields(form, player.prefix).some((name) => valuesOf(form, name).includes(tells)));
  const those = seats.filter(isSo);
  const answered = asks && seats.every((player) => valueAt(player) || isDeclared(player));
  const others = (but) => seats.filter((player) => player !== but && !valueAt(player) && !isDeclared(player));
  const no = (all) => all.forEach(({ prefix }) => setValues(form, prefix + field, NO));
  const taken = asks ? NO : [];
  const turn = (player) => {
    const so = isSo(player);
    if (tells && so) dropTold(form, tells, player.prefix);
    setValues(form, player.prefix + field, so ? taken : YES);
    if (asks) no(others(player));
  };
  const who = those.map(({ seat }) => facts.seats[seat]).join(_(", ")) || (answered ? _("nobody") : "–");
  const nobody = () => tell(state, field, () => no(seats.filter((player) => !isDeclared(player))));
  return {
    // What a key beside those for points turns as well, of one player.
    ofWin: Boolean(tells), isSo, turn: (player) => state.change(() => turn(player)),
    name: field, title, value: who, ask: asks && waiting.say, entered: those.length > 0 || answered, text: _("{what}: {number}", { what: title, number: who }),
    parts: (placeOf) => [make("div", { class: "kp-choices kp-compass" },
      ...seats.map((player) => choice(player.seat, facts.seats[player.seat], () => tell(state, field, () => turn(player)), { chosen: isSo(player), place: placeOf(player.seat) })),
      asks && choice("nobody", _("Nobody"), nobody, { chosen: answered && !those.length, place: "middle" }))],
  };
}

/** The fields of the win of this player as circumstances. */
const circumstanceFields = (form, prefix) => [`${prefix}with`, ...(valueOf(form, "winner").toLowerCase() === prefix[0] ? ["with"] : [])];

function dropTold(form, circumstance, prefix) {
  for (const name of circumstanceFields(form, prefix)) setValues(form, name, valuesOf(form, name).filter((id) => id !== circumstance));
}

/** Of one hand it is a circumstance, entered and taken back by the chip itself; none where it cannot be. */
function circumstanceOf(state, { tells, title }) {
  const { form, players } = state;
  if (!tells || players.senseless("with", state.current).includes(tells)) return null;
  const so = isTold(form, state.facts, tells);
  const others = valuesOf(form, "with").filter((id) => id !== tells);
  const on = () => state.change(() => setValues(form, "with", so ? others : [...others, tells]));
  return { name: tells, title, entered: so, pressed: so, text: title, on };
}

/** Whether it matters who else won, and may be. */
const asksAlso = ({ form, facts }) => Boolean(facts.several) && isClaimed(valueOf(form, "won"))
  && facts.several.every((setting) => isPlayed(form, facts, setting));

/** The state asks what only this ruleset does. */
export function tellFurther(state) {
  Object.assign(state, {
    beside: new Beside(state), furtherAsked: () => askedOf(state), asksAlso: () => asksAlso(state),
  });
}
