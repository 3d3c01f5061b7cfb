// The keypad: taps become text in the form's own fields, and the form is scored as it fills.

const v = new URL(import.meta.url).search;
const load = (name) => import(`./keypad-${name}.js${v}`);
const [tiles, fields, { live, shortLines }, view] = await Promise.all(
  ["tiles", "form", "live", "view"].map(load),
);
const { make } = view;

const place = document.querySelector("#keypad");
const form = place.closest("form");
const facts = JSON.parse(place.dataset.facts);
const scoredPage = Boolean(document.querySelector("#result"));
const faultyPage = Boolean(document.querySelector(".problems"));

// Storage: one hand and one table for each ruleset, and the ruleset last used.

const LAST = "scorer.rules";
const HAND = `scorer.hand.${facts.rules}`;
const TABLE = `scorer.table.${facts.rules}`;

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the hand still stands in the form.
  }
}

function keepAll() {
  keep(HAND, { hand: fields.snapshot(form), settled: false });
  keep(TABLE, fields.snapshot(form, fields.tableNames(form)));
}

/** The table of last time, into fields that neither the address nor the player has filled. */
function restoreTable() {
  const asked = [...new URLSearchParams(location.search).keys()];
  const names = fields.tableNames(form).filter((name) => !fields.valueOf(form, name));
  // An address that names house rules means just those.
  const rules = asked.some((name) => name === "preset" || name.startsWith("o."));
  const wanted = rules ? names.filter((name) => name === "seat" || name === "round") : names;
  const text = kept(TABLE);
  if (text) fields.restore(form, text, wanted);
}

/** A settled hand does not come back by itself, only by Undo. */
function restoreHand() {
  const last = kept(HAND);
  if (!last || !fields.isEmpty(form)) return;
  if (last.settled) undone.push(last.hand);
  else fields.restore(form, last.hand);
}

const undone = [];
const redone = [];
let mode = "tile";
let asking = "";
let showing = "";
let state = { say: "" };
let folded = scoredPage || faultyPage;
let before = "";
let note = "";
let typing = null;

const MODES = facts.cards
  ? [
      ["tile", "Rack", "One tile on the rack"], ["3", "Pung", "Expose three"], ["4", "Kong", "Expose four"],
      ["5", "Quint", "Expose five"], ["6", "Sextet", "Expose six"],
    ]
  : [
      ["tile", "Tile", "One tile in the hand"], ["chow", "Chow", "Lay out a chow by its lowest tile"],
      ["pung", "Pung", "Lay out a pung"], ["kong", "Kong", "Lay out a kong"],
      ["hidden", "Concealed kong", "Lay a concealed kong"],
    ];

// The parts, made once; only what they show changes.

const hand = make("div", { class: "kp-hand", role: "group", "aria-label": "The hand, as tapped" });
const panel = make("div", { class: "kp-panel", role: "group", "aria-label": "What to tell next", hidden: "" });
const chips = make("div", { class: "kp-chips", role: "group", "aria-label": "The table and the win" });
const modes = make("div", { class: "kp-modes", role: "group", "aria-label": "What a tap lays" });
const grid = make("div", { class: "kp-grid", role: "group", "aria-label": "Tiles" });
const keys = make("div", { class: "kp-keys", id: "keypad-keys" }, modes, grid);
const total = make("b", { class: "kp-total" });
const words = make("span", { class: "kp-say" });
const result = make("button", {
  type: "button", class: "kp-result", "aria-expanded": "false", on: openLines,
}, total, words);
const toggle = make("button", {
  type: "button", class: "kp-toggle", "aria-controls": "keypad-keys", on: () => fold(!folded),
}, make("span", { class: "kp-chevron", "aria-hidden": "true" }), make("span", { text: "Keys" }));
const bar = make("div", { class: "kp-bar" }, toggle, result, form.querySelector(".actions .main"));
const dock = make("div", { class: "kp-dock" }, panel, chips, keys, bar);
const told = make("p", { class: "unseen", role: "status" });
const fresh = make("button", { type: "button", class: "kp-new", text: "New hand", on: newHand });
const undo = make("button", { type: "button", class: "kp-key kp-tool kp-undo", on: () => step(undone, redone) });
const redo = make("button", { type: "button", class: "kp-key kp-tool kp-redo", on: () => step(redone, undone) });
undo.append(make("span", { text: "↶", "aria-hidden": "true" }), make("span", { class: "kp-word", text: "Undo" }));
redo.append(make("span", { text: "↷", "aria-hidden": "true" }), make("span", { class: "kp-word", text: "Redo" }));

// What a tap does.

/** One change of the form by the keypad: remembered for Undo, kept, drawn and scored. */
function change(act) {
  const was = fields.snapshot(form);
  const done = act(fields.handIn(form, facts.cards));
  remember(was);
  asking = showing = note = "";
  update();
  keepInSight();
  return done;
}

/** A step that Undo can take back, if anything has changed since. */
function remember(was) {
  if (fields.snapshot(form) === was) return;
  undone.push(was);
  redone.length = 0;
  typing = null;
}

/** On a short screen the dock may lie over the hand: then the page moves, not the keys. */
function keepInSight() {
  const under = hand.getBoundingClientRect().bottom - dock.getBoundingClientRect().top;
  if (getComputedStyle(dock).position === "fixed" && under > 0) scrollBy(0, under + 8);
}

function tap(code) {
  const found = fields.handIn(form, facts.cards);
  if (facts.cards && mode !== "tile" && code === "J") {
    change((lying) => fields.jokerIntoLast(form, lying));
    return;
  }
  const laid = fields.laid(found, code, mode);
  if (!laid.length) return;
  if (change((lying) => fields.lay(form, lying, laid, laid.length > 1 ? mode : single(code)))) afterSet();
  else say("The hand is whole: tap a tile in it to take it back");
}

const single = (code) => (tiles.flowers.includes(code) ? "tile" : mode);

/** With four sets laid only the pair is missing: the keys lay single tiles again. */
function afterSet() {
  const { sets, hand: held } = fields.handIn(form, facts.cards);
  const full = facts.cards ? sets.length * 3 + held.length > 11 : sets.length > 3;
  if (mode !== "tile" && (full || !fields.freeRow(form))) choose("tile");
}

function choose(name) {
  mode = name;
  draw();
}

function step(from, to) {
  if (!from.length) return;
  to.push(fields.snapshot(form));
  fields.restore(form, from.pop());
  asking = showing = note = "";
  update();
}

function newHand() {
  mode = "tile";
  change(() => fields.clearHand(form));
  say("A new hand. Undo brings the last one back");
  fold(false);
}

function pick(input) {
  const several = input.type === "checkbox";
  const was = fields.snapshot(form);
  input.checked = several ? !input.checked : true;
  remember(was);
  if (input.name === "won" && !["discard", "robbed_kong"].includes(input.value)) fields.setValues(form, "from", []);
  asking = several ? input.name : "";
  note = "";
  update();
  keepInSight();
}

function markWon(code) {
  const was = fields.snapshot(form);
  fields.setValues(form, "tile", [code]);
  remember(was);
  note = "";
  update();
}

function openLines() {
  if (state.failed) refresh();
  else if (state.answer) {
    showing = showing ? "" : "lines";
    asking = "";
    draw();
  } else if (state.field) ask(state.field);
}

function ask(name) {
  asking = asking === name ? "" : name;
  showing = "";
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

const WIND_CHIPS = { seat: "You", round: "Round" };

function chip(name, text, on, open) {
  const set = open ? "true" : "false";
  return make("button", { type: "button", class: "kp-chip", "aria-expanded": set, "data-at": `chip-${name}`, text, on });
}

function questionChip(name, text) {
  return chip(name, text, () => ask(name), asked() === name);
}

function wonText() {
  const by = fields.valueOf(form, "won");
  if (!by) return "Won: how?";
  const from = facts.seats[fields.valueOf(form, "from")] ?? "?";
  const texts = { self_draw: "Drew it", discard: `Discard: ${from}`, robbed_kong: `Robbed: ${from}` };
  return texts[by] ?? "Not a win";
}

function drawChips() {
  const winds = Object.entries(WIND_CHIPS).filter(([name]) => form.querySelector(`[name="${name}"]`));
  const made = winds.map(([name, label]) =>
    questionChip(name, `${label}: ${facts.seats[fields.valueOf(form, name)] ?? "?"}`));
  made.push(questionChip("won", wonText()));
  if (form.querySelector('[name="with"]')) {
    const special = fields.valuesOf(form, "with").length;
    made.push(questionChip("with", special ? `Special: ${special}` : "Special"));
  }
  const rules = fields.tableNames(form).filter((name) => /^o\.|^preset|^away/.test(name));
  const chosen = new Set(rules.filter((name) => fields.valueOf(form, name))).size;
  made.push(chip("rules", chosen ? `House rules: ${chosen}` : "House rules", openRules));
  view.exchange(chips, made, () => result);
}

/** The question on show: one that was opened, or the next that the answer waits for. */
const asked = () => asking || (!showing && state.field) || "";

function panelParts() {
  const name = asked();
  if (name) {
    const own = [fields.valueOf(form, "seat"), fields.valueOf(form, "away")];
    return view.question(form, name, name === "from" ? own : [], pick, asking && (() => ask(name)));
  }
  if (showing === "lines" && state.answer) return view.lineList(shortLines(state.answer), state.answer.formula);
  return state.waits?.length ? view.waitButtons(state.waits, addWait) : [];
}

function addWait(code) {
  mode = "tile";
  change((found) => fields.lay(form, found, [code], "tile"));
}

function drawPanel() {
  const parts = panelParts();
  panel.hidden = !parts.length;
  // A question has the place of the chips, so that the hand stays in sight.
  chips.hidden = Boolean(asked());
  view.exchange(panel, parts, () => result);
}

function drawHand(found) {
  const have = fields.count(found);
  const whole = have === fields.WHOLE;
  const wanted = fields.valueOf(form, "won") === "no" ? fields.WHOLE - 1 : fields.WHOLE;
  found.shown = tiles.sorted(found.hand);
  const parts = view.handButtons(found, {
    whole: whole && Boolean(found.tile),
    won: found.tile,
    short: Math.max(0, wanted - have),
    hint: have ? "" : "Tap the tiles in below. This browser keeps the hand until New hand.",
    onSet: (row) => change((lying) => fields.takeSet(form, lying, row)),
    onTile: (code, won) =>
      whole && !won && found.tile ? markWon(code) : change((lying) => fields.takeTile(form, lying, code)),
    onFlower: (code) => change((lying) => fields.takeFlower(form, lying, code)),
  });
  view.exchange(hand, parts, () => fresh);
}

function drawKeys(found) {
  const goulash = ["blanks", "two_bamboo"].includes(fields.valueOf(form, "o.goulash"));
  for (const button of grid.querySelectorAll("[data-code]")) {
    const { code } = button.dataset;
    const swap = facts.cards && code === "J" && mode !== "tile";
    const usable = swap ? found.sets.length > 0 && fields.left(found, "J") > 0
      : fields.laid(found, code, mode).length > 0;
    view.showKey(button, fields.left(found, code), usable, swap ? "joker, into the last exposure" : undefined);
    if (code === "J" && !facts.cards) button.hidden = !goulash;
  }
  for (const button of modes.children) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }
  undo.setAttribute("aria-disabled", String(!undone.length));
  redo.setAttribute("aria-disabled", String(!redone.length));
}

function drawBar() {
  total.textContent = state.answer && !state.pending ? state.total : "";
  result.classList.toggle("kp-pending", Boolean(state.pending));
  result.classList.toggle("kp-failed", Boolean(state.failed));
  result.setAttribute("aria-expanded", String(showing === "lines"));
  const text = note || state.say;
  if (text) words.textContent = text;
  const spoken = state.answer && !note ? `${state.total} ${state.unit}. ${text}` : text;
  if (spoken && told.textContent !== spoken) told.textContent = spoken;
  toggle.setAttribute("aria-expanded", String(!folded));
  dock.classList.toggle("kp-folded", folded);
}

function draw() {
  const found = fields.handIn(form, facts.cards);
  drawHand(found);
  drawKeys(found);
  drawChips();
  drawPanel();
  drawBar();
}

/** The form has changed, by a tap or by typing. */
function update() {
  keepAll();
  before = fields.snapshot(form);
  refresh();
}

const refresh = live(form, facts, (now) => {
  // While an answer is awaited the last one stays, dimmed, so that nothing jumps.
  state = now.pending ? { ...now, say: "", waits: null } : now;
  if (!state.answer) showing = "";
  draw();
  if (undone.length && !folded) keepInSight();
});

// Put together.

function build() {
  for (const [name, text, title] of MODES) {
    const on = () => choose(name);
    modes.append(make("button", { type: "button", class: "kp-mode", "data-mode": name, title, text, on }));
  }
  for (const [at, row] of tiles.rows(facts.cards, "o.goulash" in form.elements).entries()) {
    grid.append(...row.map((code) => view.key(code, () => tap(code))));
    if (at === 3) grid.append(undo, redo);
  }
  grid.classList.toggle("kp-cards", facts.cards);
  const head = make("div", { class: "kp-head" }, make("h2", { text: "Your hand", id: "keypad-title" }), fresh);
  place.append(make("section", { class: "card kp-card", "aria-labelledby": "keypad-title" }, head, hand), dock, told);
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

function listen() {
  form.addEventListener("input", (event) => {
    if (place.contains(event.target)) return;
    // What is typed into one field in one go is one step.
    if (typing !== event.target) remember(before);
    typing = event.target;
    update();
  });
  // The phone's own keyboard needs the room; the keys come back when asked for.
  form.addEventListener("focusin", ({ target }) => {
    if (!folded && target.matches('input[type="text"], textarea') && matchMedia("(pointer: coarse), (max-width: 47.99rem)").matches) fold(true);
  });
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name === "to") keep(LAST, submitter.value);
  });
  addEventListener("online", () => state.failed && refresh());
  // The page's own script exchanges the card without a word to the form.
  form.addEventListener("click", ({ target }) => {
    if (target.closest("[data-card-swap]")) setTimeout(update);
  });
  if (scoredPage) {
    // The result has the screen to itself until the form comes into view.
    new IntersectionObserver(([entry]) => {
      place.classList.toggle("kp-away", !entry.isIntersecting);
    }, { rootMargin: "100000px 0px -40% 0px" }).observe(form);
  }
}

/** The ruleset used last, where the address asks for none. */
function elsewhere() {
  const last = kept(LAST);
  const plain = location.pathname === "/" && !location.search && !scoredPage && !faultyPage;
  const known = form.querySelector(`.tab[value="${CSS.escape(String(last))}"]`);
  return plain && fields.isEmpty(form) && known && last !== facts.rules ? last : "";
}

function start() {
  const last = elsewhere();
  if (last) {
    location.replace(`/?rules=${encodeURIComponent(last)}`);
    return;
  }
  keep(LAST, facts.rules);
  build();
  if (!scoredPage && !faultyPage) {
    restoreTable();
    restoreHand();
  }
  before = fields.snapshot(form);
  // The result of somebody else's address leaves the own hand alone.
  if (scoredPage && kept(HAND)?.hand === before) keep(HAND, { hand: before, settled: true });
  listen();
  keepClear();
  const tabs = form.querySelector(".tabs");
  tabs.scrollLeft = tabs.querySelector('[aria-pressed="true"]').offsetLeft - tabs.offsetLeft - 40;
  refresh();
}

start();
