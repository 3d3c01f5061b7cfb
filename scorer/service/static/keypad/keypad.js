// The keypad: taps become text in the form's own fields, and the form is scored as it fills.

import { _ } from "../words.js";
import { faultsOf } from "./faults.js";
import * as fields from "./form.js";
import { Kept } from "./kept.js";
import { live } from "./live.js";
import { Players } from "./players.js";
import { stage } from "./stage.js";
import * as tiles from "./tiles.js";
import * as view from "./view.js";

const { make } = view;
const { WHOLE, valueOf } = fields;

const place = document.querySelector("#keypad");
const form = place.closest("form");
const facts = JSON.parse(place.dataset.facts);
const scoredPage = Boolean(document.querySelector("#result"));
const faultyPage = document.querySelector(".problems");
tiles.call(facts);

const players = new Players(form, facts);
const kept = new Kept(form, facts);
const forgetFaults = faultsOf(form);
const { undone, redone } = kept;
// Who is typing already, before there were keys, goes on typing.
const begun = fields.isBegun(form) || Boolean(document.activeElement?.matches("#form :is(input, select, textarea)"));

let mode = "tile";
let held = false;
let asking = "";
let later = "";
let showing = false;
let state = { say: "" };
let folded = scoredPage || Boolean(faultyPage) || begun;
let before = "";
let note = "";
let typing = null;
let shown = null;
let stillness = 0;
let outdated = "";

const { four } = players;
const SETTLING = 300;

/** Whose hand the keys lay into, once a player of the table is chosen. */
let seat = four ? kept.seat || (faultyPage ? seatOf(faultyPage) : "") : "";

function lookAt(name) {
  seat = name;
  if (four) kept.seat = name;
}

/** The hand that the keys lay into. */
const current = () => players.of(seat);

/** The player whom the first fault speaks of. */
function seatOf(faults) {
  const [, letter = ""] = /#field-([eswn])\./.exec(faults.querySelector("a[href]")?.hash ?? "") ?? [];
  return letter.toUpperCase();
}

const MODES = facts.cards
  ? [
      ["tile", _("Rack"), _("One tile on the rack")], ["3", _("Pung"), _("Expose three")], ["4", _("Kong"), _("Expose four")],
      ["5", _("Quint"), _("Expose five")], ["6", _("Sextet"), _("Expose six")],
    ]
  : [
      ["tile", _("Tile"), _("One tile in the hand")], ["chow", _("Chow"), _("A chow by its lowest tile")],
      ["pung", _("Pung"), _("Three alike")], ["kong", _("Kong"), _("Lay out a kong")],
      ["hidden", _("Concealed kong"), _("Lay a concealed kong")],
    ];

// The parts, made once; only what they show changes.

const seatRow = make("div", { class: "kp-seats", role: "group", "aria-label": _("Whose hand?") });
const points = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", id: "keypad-points" });
const pointsRow = make("p", { class: "kp-points" }, make("label", { for: "keypad-points", text: _("or agreed points") }), points);
const hand = make("div", { class: "kp-hand", role: "group", "aria-label": _("The hand, as tapped"), tabindex: "-1" });
const panel = make("div", { class: "kp-panel", role: "group", "aria-label": _("What to tell next"), hidden: "", tabindex: "-1" });
const chips = make("div", { class: "kp-chips", role: "group", "aria-label": _("The table and the win") });
const modes = make("div", { class: "kp-modes", role: "group", "aria-label": _("What a tap lays") });
const grid = make("div", { class: "kp-grid", role: "group", "aria-label": _("Tiles") });
const keys = make("div", { class: "kp-keys", id: "keypad-keys" }, modes, grid);
const total = make("b", { class: "kp-total" });
const words = make("span", { class: "kp-say" });
const result = make("button", {
  type: "button", class: "kp-result", "aria-expanded": "false", on: openLines,
}, total, words);
// Of a table: whose hand the keys write, wherever the page is.
const whose = make("span", { class: "kp-whose" });
const toggle = make("button", {
  type: "button", class: "kp-toggle", "aria-controls": "keypad-keys", on: () => fold(!folded),
}, make("span", { class: "kp-chevron", "aria-hidden": "true" }), make("span", { text: _("Keys") }), " ", whose);
const bar = make("div", { class: "kp-bar" }, toggle, result, form.querySelector(".actions .main"));
const dock = make("div", { class: "kp-dock" }, panel, chips, keys, bar);
const told = make("p", { class: "unseen", role: "status" });
const fresh = make("button", { type: "button", class: "kp-new", text: _("New hand"), on: newHand });
const undo = make("button", { type: "button", class: "kp-key kp-tool kp-undo", on: () => step(undone, redone) });
const redo = make("button", { type: "button", class: "kp-key kp-tool kp-redo", on: () => step(redone, undone) });
undo.append(make("span", { text: "↶", "aria-hidden": "true" }), make("span", { class: "kp-word", text: _("Undo") }));
redo.append(make("span", { text: "↷", "aria-hidden": "true" }), make("span", { class: "kp-word", text: _("Redo") }));

// What a tap does.

/** One change of the form by the keypad: remembered for Undo, kept, drawn and scored. */
function change(act) {
  const was = fields.whole(form);
  const done = act(current());
  remember(was);
  settle();
  keepInSight();
  return done;
}

/** The form as it is after a step: what was open closes. */
function settle(then = update) {
  asking = later = note = "";
  showing = false;
  points.value = current().value("points");
  then();
}

/** A step that Undo can take back, if anything has changed since. */
function remember(was) {
  if (fields.whole(form) === was) return;
  undone.push(was);
  redone.length = 0;
  kept.saveSteps();
  typing = null;
}

const isFixed = () => getComputedStyle(dock).position === "fixed";

/** On a short screen the dock may lie over the hand: then the page moves, not the keys; and it
    moves back when there is room again. */
function keepInSight() {
  if (!isFixed()) {
    // Where the keys lie in the page, a question may have come up out of sight.
    if (asked()) panel.scrollIntoView({ block: "nearest" });
    return;
  }
  const { top, bottom } = hand.closest("section").getBoundingClientRect();
  const room = dock.getBoundingClientRect().top - hand.getBoundingClientRect().bottom - 8;
  if (room < 0) scrollBy(0, -room);
  else if (top < 0 && bottom > 0) scrollBy(0, Math.max(top, -room));
}

function tap(code) {
  if (facts.cards && mode !== "tile" && code === "J") {
    change((lying) => lying.jokerIntoLast());
    return;
  }
  const laid = current().laid(code, mode);
  if (!laid.length) return;
  const how = laid.length > 1 ? mode : "tile";
  if (change((lying) => lying.lay(laid, how, held))) afterSet();
  else if (current().count < current().most) say(_("There is no room for a set: lay single tiles"));
  else say(_("The hand is whole: tap a tile in it to take it back"));
}

/** With four sets laid only the pair is missing: the keys lay single tiles again. */
function afterSet() {
  const full = current().count > (facts.cards ? 11 : 10);
  if (mode !== "tile" && (full || !current().freeRow)) choose("tile");
}

function choose(name) {
  mode = name;
  draw();
}

function step(from, to) {
  if (!from.length) return;
  to.push(fields.whole(form));
  fields.restore(form, from.pop());
  kept.saveSteps();
  settle();
}

function newHand() {
  mode = "tile";
  held = false;
  lookAt("");
  change(() => fields.clearHand(form));
  say(_("A new hand. Undo brings the last one back"));
  fold(false);
}

function pick(input) {
  const several = input.type === "checkbox";
  const was = fields.whole(form);
  input.checked = several ? !input.checked : true;
  dropStale(input);
  players.of(players.seat).proposeWinning();
  remember(was);
  asking = several ? input.name : "";
  later = note = "";
  update();
  keepInSight();
}

/** What was told before and cannot be meant beside this answer. */
function dropStale({ name, value }) {
  const claimed = name !== "won" || ["discard", "robbed_kong"].includes(value);
  const own = ["winner", "seat"].includes(name) && valueOf(form, "from") === value;
  if (!claimed || own) fields.setValues(form, "from", []);
  if (name !== "winner") return;
  lookAt("");
  players.dropTilesBut(value);
}

function markWon(code) {
  const was = fields.whole(form);
  current().mark(code);
  remember(was);
  note = "";
  update();
}

function openLines() {
  if (state.failed) refresh();
  else if (state.panel) {
    showing = !showing;
    asking = "";
    draw();
    if (showing) panel.focus({ preventScroll: isFixed() });
  } else if (canAsk(state.field)) ask(state.field);
  else if (wrongSeat()) turnTo(wrongSeat());
}

/** Whose hand the bar speaks of. */
const wrongSeat = () => state.seat ?? (/^[eswn]\./.test(state.field ?? "") ? state.field[0].toUpperCase() : "");

function ask(name) {
  asking = asking === name ? "" : name;
  showing = false;
  draw();
  // The chip that was pressed is hidden now, or the question is.
  const answer = panel.querySelector('[aria-pressed="true"]') ?? panel.querySelector(".kp-choice");
  (asking ? answer : chips.querySelector(`[data-at="chip-${name}"]`))?.focus({ preventScroll: isFixed() });
}

function turnTo(name) {
  lookAt(name);
  points.value = current().value("points");
  draw();
}

function openRules() {
  const details = form.querySelector('[name="preset"], [name^="o."]:not([name="o.card"])').closest("details");
  fold(true);
  details.open = true;
  details.scrollIntoView({ block: "start" });
  details.querySelector("summary").focus({ preventScroll: true });
}

function fold(shut) {
  folded = shut;
  draw();
}

/** Said until the next tap. */
function say(text) {
  note = text;
  drawBar();
}

// What is shown.

function chip(name, text, on, open) {
  const set = open === undefined ? null : String(open);
  return make("button", { type: "button", class: "kp-chip", "aria-expanded": set, "data-at": `chip-${name}`, text, on });
}

/** A chip with its question: whether that is answered is seen, as it stands in its words. */
function questionChip(name, text) {
  const made = chip(name, text, () => ask(name), asked() === name);
  if (isTold(name)) made.classList.add("kp-told");
  else if (name !== "with") made.classList.add("kp-untold");
  return made;
}

function isTold(name) {
  const claimed = name === "won" && ["discard", "robbed_kong"].includes(valueOf(form, name));
  return Boolean(valueOf(form, name) && (!claimed || valueOf(form, "from")));
}
const seatNamed = (name) => facts.seats[valueOf(form, name)] ?? "?";

function wonText() {
  const by = valueOf(form, "won");
  if (!by) return _("Won: how?");
  if (by === "self_draw") return _("Drew it");
  if (by === "discard") return _("Discard: {player}", { player: seatNamed("from") });
  return by === "robbed_kong" ? _("Robbed: {player}", { player: seatNamed("from") }) : _("Not a win");
}

function drawChips() {
  const made = [];
  const asks = (name) => form.querySelector(`[name="${name}"]`);
  if (asks("winner")) {
    const nobody = valueOf(form, "winner") === "nobody";
    made.push(questionChip("winner", nobody ? _("Nobody won") : _("Winner: {player}", { player: seatNamed("winner") })));
  }
  if (asks("seat")) made.push(questionChip("seat", _("You: {seat}", { seat: seatNamed("seat") })));
  if (asks("round")) made.push(questionChip("round", _("Round: {wind}", { wind: seatNamed("round") })));
  if (asks("won") && valueOf(form, "winner") !== "nobody") made.push(questionChip("won", wonText()));
  if (asks("with")) {
    const special = fields.valuesOf(form, "with").length;
    made.push(questionChip("with", special ? _("Special: {number}", { number: special }) : _("Special")));
  }
  const rules = fields.tableNames(form).filter((name) => /^o\.|^preset|^away/.test(name));
  const chosen = new Set(rules.filter((name) => valueOf(form, name))).size;
  made.push(chip("rules", chosen ? _("House rules: {number}", { number: chosen }) : _("House rules"), openRules));
  made.push(chip("side", kept.onLeft ? _("Right-handed") : _("Left-handed"), changeSide));
  view.exchange(chips, made, () => result);
}

function changeSide() {
  kept.changeSide();
  draw();
}

const QUESTIONS = ["winner", "seat", "round", "won", "from", "with"];
const canAsk = (name) => QUESTIONS.includes(name) && Boolean(form.querySelector(`#field-${name} legend`));

/** The question on show: one that was opened, or the next that the answer waits for. */
const asked = () => asking || (!showing && state.field !== later && canAsk(state.field) ? state.field : "");

/** Close the question; one that nobody opened does not come back by itself. */
function putOff() {
  const name = asked();
  if (!asking) later = name;
  asking = "";
  draw();
  chips.querySelector(`[data-at="chip-${name}"]`)?.focus({ preventScroll: true });
}

function panelParts() {
  const name = asked();
  if (name) {
    const you = players.seat;
    const round = { from: you || "E", seat: "E", winner: "E", round: "E" }[name];
    return view.question(form, name, {
      skip: players.senseless(name, current()), round, you: name === "from" && facts.seats[you], onPick: pick, onDone: putOff, done: asking ? _("Done") : _("Later"),
    });
  }
  return [];
}

/** What is on show above the keys, to be told from what was there before. */
const shownIn = (answer) => (answer ? state.panel : `${asked()} ${[...panel.querySelectorAll("[data-at]")].map((button) => button.dataset.at)}`);

/** A second tap in the same place is not meant for what has just come up there. */
function keepStill() {
  clearTimeout(stillness);
  dock.classList.add("kp-still");
  stillness = setTimeout(() => dock.classList.remove("kp-still"), SETTLING);
}

function drawPanel() {
  const parts = panelParts();
  const answer = !parts.length && state.panel && (showing || !state.total);
  if (answer) {
    if (panel.dataset.shown !== state.panel) panel.innerHTML = panel.dataset.shown = state.panel;
  } else {
    delete panel.dataset.shown;
    view.exchange(panel, parts, () => result);
    view.light(hand, []);
  }
  panel.hidden = !parts.length && !answer;
  // A question has the place of the chips, so that the hand stays in sight.
  chips.hidden = Boolean(asked());
  const now = shownIn(answer);
  if (shown !== null && now !== shown) keepStill();
  shown = now;
}

function drawHand(mine) {
  const lying = mine.lying;
  const have = mine.count;
  const most = valueOf(form, "won") === "no" ? WHOLE - 1 : mine.most;
  const choosing = have === WHOLE && mine.most === WHOLE && most === WHOLE;
  lying.hand = tiles.sorted(lying.hand);
  const parts = view.handButtons(lying, {
    won: choosing ? lying.won : "",
    choosing,
    short: Math.max(0, most - have),
    hint: have || four ? "" : _("Tap the tiles in below. This browser keeps the hand until New hand."),
    onSet: (row) => change((own) => own.takeSet(row)),
    onTile: (code, won) => (choosing && !won ? markWon(code) : change((own) => own.takeTile(code))),
    onFlower: (code) => change((own) => own.takeFlower(code)),
  });
  view.exchange(hand, parts, () => fresh);
}

function drawSeats(mine) {
  if (!four) return;
  const winner = valueOf(form, "winner");
  const shown = players.hands.map((one) => ({
    seat: one.seat, name: facts.seats[one.seat], won: one.seat === winner, state: seatState(one),
  }));
  view.exchange(seatRow, view.seatTabs(shown, mine.seat, turnTo), () => fresh);
  seatRow.hidden = shown.length < 2;
  const typing = document.activeElement === points;
  pointsRow.hidden = !shown.length || (mine.count > 0 && !mine.value("points") && !typing);
  if (!typing) points.value = mine.value("points");
}

function seatState(one) {
  const scored = state.scores?.[one.seat];
  if (scored !== undefined && !state.pending) return scored;
  return one.value("points") || `${one.count}/${one.most}`;
}

function drawKeys(mine) {
  const goulash = ["blanks", "two_bamboo"].includes(valueOf(form, "o.goulash"));
  mine.whileStill(() => {
    for (const button of grid.querySelectorAll("button[data-code]")) drawKey(button, mine);
  });
  const joker = grid.querySelector('button[data-code="J"]');
  if (joker && !facts.cards) joker.hidden = !goulash;
  for (const button of modes.children) {
    const on = button.dataset.mode === "held" ? held : button.dataset.mode === mode;
    button.setAttribute("aria-pressed", String(on));
  }
  undo.setAttribute("aria-disabled", String(!undone.length));
  redo.setAttribute("aria-disabled", String(!redone.length));
}

function drawKey(button, mine) {
  const { code } = button.dataset;
  const swap = facts.cards && code === "J" && mode !== "tile";
  const left = mine.left(code);
  const laid = mine.laid(code, mode);
  const how = laid.length > 1 ? mode : "tile";
  const spent = swap ? left < 1 : !laid.length;
  const usable = !spent && (swap ? mine.lying.sets.length > 0 : mine.fits(laid, how, held));
  const label = swap ? _("joker, into the last exposure") : undefined;
  view.showKey(button, { left, spent, usable, label });
}

function drawBar() {
  const scored = state.total && !state.pending;
  total.textContent = scored ? state.total : "";
  result.classList.toggle("kp-pending", Boolean(state.pending));
  result.classList.toggle("kp-failed", Boolean(state.failed));
  result.setAttribute("aria-expanded", String(showing));
  const text = note || state.say;
  if (text) words.textContent = text;
  const spoken = scored && !note ? _("{total} {unit}. {say}", { total: state.total, unit: state.unit, say: text }) : text;
  if (spoken && told.textContent !== spoken) told.textContent = spoken;
  whose.textContent = (four && facts.seats[current().seat]) || "";
  toggle.setAttribute("aria-expanded", String(!folded));
  dock.classList.toggle("kp-folded", folded);
  // Who reads the lines wants to see the hand beside them, not the keys.
  dock.classList.toggle("kp-reading", showing);
  place.classList.toggle("kp-on-left", kept.onLeft);
}

function draw() {
  const mine = current();
  drawHand(mine);
  drawSeats(mine);
  drawKeys(mine);
  drawChips();
  drawPanel();
  drawBar();
}

/** The form has changed, by a tap or by typing. */
function update() {
  kept.save();
  before = fields.whole(form);
  refresh();
}

/** Another tab has changed the hand that is kept: one that showed the same follows, as soon as it is
    looked at; for one that shows another hand it is one Undo away. */
function follow() {
  if (document.hidden || !outdated) return;
  const other = kept.ofAnotherTab;
  const same = outdated === "same";
  outdated = "";
  if (!other) return;
  if (!same) {
    if (kept.restoreHand()) say(_("Another tab of this browser has another hand: Undo brings it here"));
    return;
  }
  const was = fields.whole(form);
  fields.restore(form, other);
  remember(was);
  before = fields.whole(form);
  settle(refresh);
  say(_("Changed in another tab. Undo brings back what was here"));
}

const refresh = live(form, () => stage(form, facts, players.hands, current()), (now) => {
  // While an answer is awaited the last one stays, dimmed, so that nothing jumps.
  state = now.pending ? { ...now, say: "" } : now;
  forgetFaults(now.answered);
  if (!state.panel) showing = false;
  draw();
  if (undone.length && !folded) keepInSight();
});

// Put together.

function build() {
  for (const [name, text, title] of MODES) {
    const on = () => choose(name);
    modes.append(make("button", { type: "button", class: "kp-mode", "data-mode": name, title, text, on }));
  }
  const holds = () => {
    held = !held;
    draw();
  };
  const text = facts.cards ? _("On rack") : _("In hand");
  const title = _("Sets that are not laid out: they stay among the concealed tiles");
  modes.append(make("button", { type: "button", class: "kp-mode", "data-mode": "held", title, text, on: holds }));
  for (const [at, row] of tiles.rows(facts.cards, "o.goulash" in form.elements).entries()) {
    grid.append(...row.map((code) => view.key(code, () => tap(code))));
    if (at === 3) grid.append(undo, redo);
  }
  grid.classList.toggle("kp-cards", facts.cards);
  const name = four ? _("The hands") : _("Your hand");
  const head = make("div", { class: "kp-head" }, make("h2", { text: name, id: "keypad-title" }), fresh);
  const parts = [head, four && seatRow, four && pointsRow, hand];
  place.replaceChildren(make("section", { class: "card kp-card", "aria-labelledby": "keypad-title" }, ...parts), dock, told);
  place.hidden = false;
  document.documentElement.classList.add("kp-on");
}

/** The page keeps clear of the dock, whatever its height. */
function keepClear() {
  const style = document.documentElement.style;
  const measure = () => {
    const fixed = getComputedStyle(dock).position === "fixed" ? dock : bar;
    style.setProperty("--dock", `${getComputedStyle(fixed).position === "fixed" ? fixed.offsetHeight : 0}px`);
  };
  new ResizeObserver(measure).observe(dock);
  addEventListener("resize", measure);
}

function listenToForm() {
  form.addEventListener("input", (event) => {
    if (place.contains(event.target)) return;
    // What is typed into one field in one go is one step.
    if (typing !== event.target) remember(before);
    typing = event.target;
    update();
  });
  // The phone's own keyboard needs the room; the keys come back when asked for, to the same hand.
  form.addEventListener("focusin", ({ target }) => {
    const [, letter] = (four && /^([eswn])\./.exec(target.name ?? "")) || [];
    if (letter && letter.toUpperCase() !== current().seat) turnTo(letter.toUpperCase());
    if (!folded && target.matches('input[type="text"], textarea') && matchMedia("(pointer: coarse), (max-width: 47.99rem)").matches) fold(true);
  });
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name === "to") kept.useRules(submitter.value);
  });
  // The page's own script exchanges the card without a word to the form.
  form.addEventListener("click", ({ target }) => {
    if (target.closest("[data-card-swap]")) setTimeout(update);
  });
}

function listenToAnswers() {
  panel.addEventListener("click", ({ target }) => {
    const wait = target.closest("[data-wait]");
    if (!wait || facts.page !== "hand") return;
    mode = "tile";
    change((own) => own.lay([wait.dataset.wait], "tile"));
  });
  panel.addEventListener("toggle", ({ target }) => {
    if (!target.open) return;
    for (const other of panel.querySelectorAll("details[open]")) if (other !== target) other.open = false;
    view.light(hand, (target.dataset.tiles ?? "").split(" ").filter(Boolean));
  }, true);
  points.addEventListener("input", () => {
    const was = before;
    current().put("points", points.value.trim());
    if (typing !== points) remember(was);
    typing = points;
    update();
  });
}

/** With the focus among the keys, tiles can be typed: 123b, E, F1. */
function listenToKeyboard() {
  let typed = "";
  place.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || key.length > 1 || target === points) return;
    typed += key;
    // A number waits for its suit, and the F of a flower for its number.
    if (/^[1-9]+$/.test(typed) || (!facts.cards && /^f$/i.test(typed))) return;
    const codes = tiles.read(typed) ?? [];
    typed = "";
    codes.forEach(tap);
  });
}

function listen() {
  listenToForm();
  listenToAnswers();
  listenToKeyboard();
  addEventListener("online", () => state.failed && refresh());
  addEventListener("storage", ({ key, oldValue }) => {
    if (key !== kept.hand) return;
    outdated ||= !scoredPage && kept.isOurs(oldValue) ? "same" : "other";
    follow();
  });
  document.addEventListener("visibilitychange", follow);
  // A page that the browser itself has kept does not know what was tapped since; one that was posted
  // could be had again only by sending it again.
  addEventListener("pageshow", ({ persisted }) => persisted && form.method === "get" && location.reload());
  if (scoredPage) {
    // The result has the screen to itself until the form comes into view.
    new IntersectionObserver(([entry]) => {
      place.classList.toggle("kp-away", !entry.isIntersecting);
    }, { rootMargin: "100000px 0px -40% 0px" }).observe(form);
  }
}

function start() {
  const fresh = !scoredPage && !faultyPage && !begun && fields.isEmpty(form);
  if (fresh && kept.elsewhere) {
    location.replace(`${location.pathname}?rules=${encodeURIComponent(kept.elsewhere)}`);
    return;
  }
  kept.useRules(facts.rules);
  build();
  // A page that was kept for when there is no network came without what its address holds.
  if ("kept" in document.documentElement.dataset) fields.fill(form, new URLSearchParams(location.search));
  if (scoredPage) {
    kept.settle();
    lookAt("");
  } else if (!faultyPage) kept.restoreTable();
  if (kept.restoreHand()) note = _("Undo brings back the hand that lay here before");
  kept.begin();
  before = fields.whole(form);
  // What the browser itself would bring back has not been asked for.
  form.autocomplete = "off";
  listen();
  keepClear();
  const tabs = form.querySelector(".tabs");
  tabs.scrollLeft = tabs.querySelector('[aria-pressed="true"]').offsetLeft - tabs.offsetLeft - 40;
  refresh();
}

start();
