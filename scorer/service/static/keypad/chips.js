// The chips: what is entered of the table and of the win, each with its question; and the panel of the open
// question, or where the lines of the score are read.

import { _ } from "../words.js";
import { exchange, make } from "./elements.js";
import { tableNames, valuesOf, withoutSeat } from "./form.js";
import { unfold } from "./typed.js";

/** The chips: {chips, drawChips, focusChip}. `ask` asks a chip's question, `elsewhere` is where the focus
    goes when the chips are gone. */
export function chipsOf(state, { ask, elsewhere }) {
  const { facts, form, kept } = state;
  const chips = make("div", { class: "kp-chips", role: "group", "aria-label": _("The table and the win") });

  function chip(name, text, on, open) {
    const set = open === undefined ? null : String(open);
    return make("button", { type: "button", class: "kp-chip", "aria-expanded": set, "data-at": `chip-${name}`, text, on });
  }

  /** A chip with its question: whether that is answered is seen, as it stands in its words. */
  function questionChip(name, text) {
    const made = chip(name, text, () => ask(name), state.asked === name);
    if (state.isTold(name)) made.classList.add("kp-told");
    else if (!["with", "also"].includes(withoutSeat(name))) made.classList.add("kp-untold");
    return made;
  }

  const seatNamed = (name) => facts.seats[state.value(name)] ?? "?";

  function wonText() {
    const by = state.value("won");
    if (!by) return _("Won: how?");
    if (by === "self_draw") return _("Drew it");
    if (by === "discard") return _("Discard: {player}", { player: seatNamed("from") });
    return by === "robbed_kong" ? _("Robbed: {player}", { player: seatNamed("from") }) : _("Not a win");
  }

  /** A chip of what only this ruleset asks: it asks, or tells by itself. */
  function ownChip({ name, text, entered, pressed, on = () => ask(name) }) {
    const made = chip(name, text, on, pressed === undefined ? state.asked === name : undefined);
    if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
    if (entered) made.classList.add("kp-told");
    return made;
  }

  /** The circumstances of the win whose hand the keys lay into. */
  const withOf = ({ seat }) => (valuesOf(form, "also").includes(seat) ? `${seat.toLowerCase()}.with` : "with");

  function questions() {
    const made = [];
    // What a game knows stands in the form, and is no question.
    const asks = (name) => form.querySelector(`#field-${name}`);
    if (asks("seat")) made.push(questionChip("seat", _("You: {seat}", { seat: seatNamed("seat") })));
    if (asks("round")) made.push(questionChip("round", _("Round: {wind}", { wind: seatNamed("round") })));
    if (asks("won")) made.push(questionChip("won", wonText()));
    if (state.asksAlso()) {
      const others = valuesOf(form, "also").map((seat) => facts.seats[seat]).join(_(", "));
      made.push(questionChip("also", _("Also won: {player}", { player: others || "–" })));
    }
    made.push(...state.furtherAsked().map(ownChip));
    if (asks("with") && state.value("winner") !== "nobody" && state.players.asksSpecial) {
      const name = withOf(state.current);
      const special = valuesOf(form, name).length;
      made.push(questionChip(name, special ? _("Special: {number}", { number: special }) : _("Special")));
    }
    // What the strip asks needs no chip.
    const steps = state.strip?.names() ?? [];
    return [...(state.strip?.chips() ?? []), ...made.filter(({ dataset }) => !steps.includes(dataset.at.slice(5)))];
  }

  /** The chip of the ruleset names the preset in force, and its list marks it. */
  function drawPreset() {
    for (const button of form.querySelectorAll(".preset")) {
      const inForce = button.value.split(".")[1] === (state.value("preset") || facts.preset);
      button.setAttribute("aria-pressed", String(inForce));
      if (inForce) form.querySelector("[data-preset]").textContent = button.textContent;
    }
  }

  function drawChips(answer) {
    drawPreset();
    const wasHidden = chips.hidden;
    // A question has the place of the chips, so that the hand stays in sight.
    chips.hidden = Boolean(state.asked);
    if (chips.hidden) return;
    const rules = tableNames(form, facts).filter((name) => /^o\.|^preset|^away/.test(name));
    const chosen = new Set(rules.filter((name) => state.value(name))).size;
    const made = [
      ...questions(),
      houseRules() && chip("rules", chosen ? _("House rules: {number}", { number: chosen }) : _("House rules"), openRules),
      ...(state.strip ? [chip("new", _("New hand"), () => state.newHand())] : [
        chip("side", kept.onLeft ? _("Right-handed") : _("Left-handed"), changeSide),
        chip("indices", kept.indices ? _("Hide corner letters") : _("Show corner letters"), changeIndices),
      ]),
    ];
    exchange(chips, made, elsewhere, answer && !wasHidden);
  }

  const houseRules = () => form.querySelector('[name="preset"], [name^="o."]:not([name="o.card"])')?.closest("details");

  function openRules() {
    const details = houseRules();
    state.fold(true);
    unfold(details);
    details.scrollIntoView({ block: "start" });
    details.querySelector("summary").focus({ preventScroll: true });
  }

  function changeSide() {
    kept.changeSide();
    state.screen.draw();
  }

  function changeIndices() {
    kept.changeIndices();
    drawChips();
  }

  const focusChip = (name, preventScroll) => chips.parentNode.querySelector(`[data-at="chip-${name}"]`)?.focus({ preventScroll });

  return { chips, drawChips, focusChip };
}

/** A question of the form, beside the keys: its own inputs as buttons. `round` sets the seats
    around a table, as their players sit, with this one nearest to the reader. */
function question(form, name, { skip, round, you, onPick, onDone, done }) {
  const inputs = inputsOf(form, name).filter((input) => !skip.includes(input.value));
  const words = form.querySelector(`#field-${CSS.escape(name)} legend`).textContent;
  const buttons = inputs.map((input) => choice(input, input.checked, round && placeOf(input.value, round), () => onPick(input)));
  const list = inputs[0]?.type === "checkbox" ? "kp-choices kp-list" : "kp-choices";
  const middle = round && you && make("span", { class: "kp-you", "data-place": "near", text: you });
  const none = !buttons.length && make("p", { class: "note", text: _("Nothing special can be entered for this hand yet.") });
  return [
    make("div", { class: "kp-ask" }, make("p", { text: words }), make("button", { type: "button", class: "kp-done", text: done, on: onDone })),
    make("div", { class: round ? "kp-choices kp-compass" : list }, ...buttons, middle, none),
  ];
}

const inputsOf = (form, name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];

const choice = (input, isChosen, place, on, text = input.closest("label").textContent.trim()) => make("button", {
  type: "button", class: "kp-choice", "aria-pressed": String(isChosen),
  "data-at": `${input.name}-${input.value}`, "data-place": place, text, on,
});

/** How a hand was won, in one tap: drawn by the player in the middle, or discarded by one of those around. */
function howWon(form, { skip, you, youName, onPick, onDone, done }) {
  const drawnAt = you ? "near" : "middle";
  const [won, seats] = [inputsOf(form, "won"), inputsOf(form, "from")];
  const by = (way) => won.find(({ value }) => value === way);
  const discarded = seats.filter(({ value }) => !skip.includes(value)).map((seat) =>
    choice(seat, seat.checked && by("discard").checked, placeOf(seat.value, you || "E"), () => onPick(seat, "discard")));
  const drawn = choice(by("self_draw"), by("self_draw").checked, drawnAt, () => onPick(by("self_draw")), youName);
  const others = won.filter(({ value }) => !["discard", "self_draw"].includes(value))
    .map((input) => choice(input, input.checked, undefined, () => onPick(input)));
  return [
    make("div", { class: "kp-ask" }, make("p", { text: _("Who discarded the winning tile, or was it drawn?") }),
      make("button", { type: "button", class: "kp-done", text: done, on: onDone })),
    make("div", { class: "kp-choices kp-compass" }, ...discarded, drawn),
    others.length && make("div", { class: "kp-choices" }, ...others),
  ];
}

/** What the untold tiles of a player may still add, beside the keys. */
function askedOfRest(asks, player, { onNo, onTiles }) {
  const button = (name, text, on) => make("button", { type: "button", class: "kp-choice", "data-at": name, text, on });
  return [
    make("p", { class: "kp-ask", text: _("{player}: the tiles that you did not enter could still add something.", { player }) }),
    make("ul", { class: "kp-asks" }, ...asks.map((text) => make("li", { text }))),
    make("div", { class: "kp-choices" }, button("rest-no", _("No, none of that"), onNo),
      button("rest-tiles", _("Yes: tap in all tiles"), onTiles)),
  ];
}

const SEATS = "ESWN";
const PLACES = ["near", "right", "across", "left"];

/** Where a seat lies, seen from another: the next to play sits at the right hand. */
const placeOf = (seat, from) =>
  SEATS.includes(seat) ? PLACES[(SEATS.indexOf(seat) - SEATS.indexOf(from) + 4) % 4] : "middle";

/** The panel: {panel, drawPanel}. `light` lights tiles of the hand, `onChange` is called when something
    else has come up here, `elsewhere` is where the focus goes when nothing is left. */
export function panelOf(state, { light, onDone, onChange, elsewhere }) {
  const { facts, form, players } = state;
  const panel = make("div", { class: "kp-panel", role: "group", "aria-label": _("What to enter next"), hidden: "", tabindex: "-1" });
  let shown = null;

  function parts() {
    const name = state.asked;
    if (!name) return restOf(state.current);
    const you = players.seat;
    const own = state.furtherAsked().find((question) => question.name === name);
    if (own?.parts) {
      return [
        make("div", { class: "kp-ask" }, make("p", { text: own.ask || own.title }), make("button", { type: "button", class: "kp-done", text: doneText(), on: onDone })),
        ...own.parts((seat) => placeOf(seat, "E")),
      ];
    }
    if (name === "won") {
      return howWon(form, {
        skip: players.senseless("from", state.current), you, done: doneText(), onDone,
        youName: you ? _("{player} drew it", { player: facts.seats[you] }) : _("Drew it"), onPick: (...choice) => state.pick(...choice),
      });
    }
    return question(form, name, {
      skip: players.senseless(name, state.current),
      round: { from: you || "E", seat: "E", winner: "E", round: "E", also: "E" }[name],
      you: name === "from" && facts.seats[you],
      onPick: (input) => state.pick(input),
      onDone,
      done: doneText(),
    });
  }

  const doneText = () => (state.asking ? _("Done") : _("Later"));

  /** Of a hand that is entered in part, what could make more of it. */
  function restOf({ seat }) {
    const asks = state.answer.asks?.[seat];
    if (!asks || state.showing) return [];
    return askedOfRest(asks, facts.seats[seat], { onNo: () => state.tellInPart(true), onTiles: () => state.tellInPart() });
  }

  /** What is on show above the keys, to be compared with what was there before. */
  const shownIn = (lines) =>
    lines ? state.answer.panel : `${state.asked} ${[...panel.querySelectorAll("[data-at]")].map((button) => button.dataset.at)}`;

  function drawPanel(answer) {
    const made = parts();
    const lines = !made.length && state.answer.panel && (state.showing || !state.answer.total);
    if (lines) {
      if (panel.dataset.shown !== state.answer.panel) panel.innerHTML = panel.dataset.shown = state.answer.panel;
    } else {
      delete panel.dataset.shown;
      exchange(panel, made, elsewhere, answer);
      light([]);
    }
    panel.hidden = !made.length && !lines;
    const now = shownIn(lines);
    if (shown !== null && now !== shown) onChange();
    shown = now;
  }

  return { panel, drawPanel };
}
