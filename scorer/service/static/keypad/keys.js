// The keys: what a tap lays, the tiles, Undo and Redo.

import { _ } from "../words.js";
import { exchange, face, make } from "./elements.js";
import { isPlayed } from "./form.js";
import { agreedOf, agreedText } from "./points.js";
import { rows } from "./tiles.js";

const modesOf = ({ exposures, concealsSets }) => exposures
  ? [
      ["tile", _("Rack"), _("One tile on the rack")], ["3", _("Pung"), _("Expose three")], ["4", _("Kong"), _("Expose four")],
      ["5", _("Quint"), _("Expose five")], ["6", _("Sextet"), _("Expose six")],
    ]
  : [
      ["tile", _("Tile"), _("One tile in the hand")], ["chow", _("Chow"), _("A chow by its lowest tile")],
      ["pung", _("Pung"), _("Three alike")], ["kong", _("Kong"), _("Lay out a kong")],
      ...(concealsSets ? [["hidden", _("Concealed kong"), _("Lay a concealed kong")]] : []),
    ];

function key(code, on) {
  const button = make("button", { type: "button", class: "kp-key", "data-code": code, on }, face(code));
  button.append(make("span", { class: "kp-left", "aria-hidden": "true" }));
  return button;
}

// What one tap lays, in words: laid out, and among the tiles of the hand.
const laysOf = ({ exposures }) => exposures
  ? {
      tile: [_("A tap lays one tile on the rack."), _("A tap lays one tile; sets will stay on the rack.")],
      3: [_("A tap exposes a pung; a joker goes into the last exposure."), _("A tap lays three alike on the rack.")],
      4: [_("A tap exposes a kong; a joker goes into the last exposure."), _("A tap lays four alike on the rack.")],
      5: [_("A tap exposes a quint; a joker goes into the last exposure."), _("A tap lays five alike on the rack.")],
      6: [_("A tap exposes a sextet; a joker goes into the last exposure."), _("A tap lays six alike on the rack.")],
    }
  : {
      tile: [_("A tap lays one tile in the hand."), _("A tap lays one tile; sets will stay in the hand.")],
      chow: [_("A tap lays out a chow, by its lowest tile."), _("A tap lays a chow in the hand, by its lowest tile.")],
      pung: [_("A tap lays out a pung."), _("A tap lays a pung in the hand.")],
      kong: [_("A tap lays out a kong.")],
      hidden: [_("A tap lays a concealed kong.")],
    };

/** A key as it stands: struck through where its tiles are spent, only dimmed where there is no room. */
function showKey(button, { name, left, spent, usable, label }) {
  const spoken = left > 0 ? _("{tile}, {number} left", { tile: name, number: left }) : _("{tile}, none left", { tile: name });
  button.setAttribute("aria-label", label ?? spoken);
  button.setAttribute("aria-disabled", String(!usable));
  button.classList.toggle("kp-spent", spent);
  button.lastChild.textContent = left > 4 ? `${left}` : "•".repeat(Math.max(left, 0));
}

function stepButton(name, sign, text, on) {
  const button = make("button", { type: "button", class: `kp-key kp-tool kp-${name}`, on });
  button.append(make("span", { text: sign, "aria-hidden": "true" }), make("span", { class: "kp-word", text }));
  return button;
}

/** Keys for points that were agreed: the phone's own keyboard would hide the table. */
function digitsOf(state) {
  const digit = (sign, text, on) => {
    const button = make("button", { type: "button", class: "kp-digit", "data-digit": sign, on });
    button.append(text);
    return button;
  };
  return make("div", { class: "kp-digits", role: "group", "aria-label": _("Agreed points"), hidden: "" },
    ...[..."1234567890"].map((sign) => digit(sign, sign, () => state.points.digit(sign))),
    digit("back", _("Delete"), () => state.points.digit("")),
    digit("done", _("Done"), () => state.points.goOn()));
}

/** Keys for several numbers that were agreed, each under its name: han and fu, or yakuman. */
function amountsOf(state, { numbers }) {
  const button = (key, [number, text]) => make("button", {
    type: "button", class: "kp-digit", "data-amount": `${key} ${number}`, on: () => state.points.amount(key, number),
  }, make("span", { text }), make("small", {}));
  const keysOf = (key, usual, kind) => usual.length > 0 && make("div", { class: kind }, ...usual.map((pair) => button(key, pair)));
  const row = ({ key, label, usual }) => [
    make("p", { text: label }),
    keysOf(key, usual.filter(([number, text]) => number === text), "kp-amounts"),
    keysOf(key, usual.filter(([number, text]) => number !== text), "kp-amounts kp-limits"),
  ].filter(Boolean);
  const done = make("button", { type: "button", class: "kp-done", text: _("Done"), on: () => state.points.close() });
  return make("div", { class: "kp-digits kp-of-amounts", role: "group", "aria-label": _("Agreed value"), hidden: "" }, ...numbers.flatMap(row), done);
}

/** All the keys: {keys, drawKeys}. */
export function keyboard(state, names) {
  const { facts, kept, players } = state;
  const explained = laysOf(facts);
  const modes = make("div", { class: "kp-modes", role: "group", "aria-label": _("What a tap lays") });
  const lays = make("p", { class: "kp-lays" });
  const { amounts } = facts.own;
  const digits = amounts ? amountsOf(state, amounts) : digitsOf(state);
  const grid = make("div", { class: "kp-grid", role: "group", "aria-label": _("Tiles") });
  const undo = stepButton("undo", "↶", _("Undo"), () => state.undo());
  const redo = stepButton("redo", "↷", _("Redo"), () => state.redo());

  for (const [name, text, title] of modesOf(facts)) {
    const on = () => state.choose(name);
    modes.append(make("button", { type: "button", class: "kp-mode", "data-mode": name, title, text, on }));
  }
  const text = facts.exposures ? _("On rack") : _("In hand");
  const title = _("Sets that are not laid out: they stay among the concealed tiles");
  modes.append(make("button", { type: "button", class: "kp-mode", "data-mode": "held", title, text, on: () => state.hold() }));
  // Beside the hands: made as they can matter, so that a hidden one has no place among the others.
  const beside = make("div", { class: "kp-beside-modes", role: "group", "aria-label": _("Beside the hand") });
  for (const [at, row] of rows(facts).entries()) {
    grid.append(...row.map((code) => key(code, () => state.tap(code))));
    if (at === 3) grid.append(undo, redo);
  }
  grid.append(stepButton("back", "⌫", _("Delete"), () => state.takeBack()));
  grid.classList.toggle("kp-cards", !facts.flowersApart);

  function drawKey(button, mine, place) {
    const { code } = button.dataset;
    const left = mine.left(code);
    if (place) {
      showKey(button, { name: names.of(code), left, spent: left < 1, usable: left > 0 && place.takes(code) });
      return;
    }
    const swap = mine.swaps(code, state.mode);
    const laid = mine.laid(code, state.mode);
    const how = laid.length > 1 ? state.mode : "tile";
    const spent = swap ? left < 1 : !laid.length;
    const usable = !spent && (swap ? Boolean(facts.exposures ? mine.lying.sets.length : laid.length) : mine.fits(laid, how, state.held));
    const label = swap ? swapLabel(code) : setLabel(laid, left);
    showKey(button, { name: names.of(code), left, spent, usable, label });
  }

  const swapLabel = (code) => (facts.exposures ? _("joker, into the last exposure")
    : _("{tile}, in place of a plain one", { tile: names.of(code) }));

  /** The name of a key that lays a whole set says which. */
  function setLabel(laid, left) {
    if (laid.length < 2) return undefined;
    const set = names.ofSet({ tiles: laid, is: state.mode === "hidden" || state.held ? "concealed" : "" });
    return _("{set}, {tiles}, {number} left", { set, tiles: names.of(laid[0]), number: left });
  }

  /** Whose hand the keys write, and what the next tap lays there. */
  function drawLays(mine, place) {
    const [open, held = open] = explained[state.mode] ?? explained.tile;
    const player = !place && players.four && facts.seats[mine.seat];
    const what = place ? _("A tap adds a tile to: {place}.", { place: place.title }) : state.points.counting ? agreedText(facts, agreedOf(mine) || "–") : state.held ? held : open;
    lays.replaceChildren(...[player && make("b", { text: player }), " ", what].filter(Boolean));
    grid.classList.toggle("kp-sets-laid", !place && state.mode !== "tile");
  }

  function drawBeside(answer) {
    const open = state.beside.places.filter(({ isOpen }) => isOpen);
    exchange(beside, open.map(({ field, title }) => make("button", {
      type: "button", class: "kp-mode", "data-mode": field, "data-at": field, text: title, "aria-pressed": String(state.mode === field),
      on: () => state.choose(state.mode === field ? "tile" : field),
    })), () => undo, answer);
    beside.hidden = state.points.counting || !open.length;
  }

  function drawKeys(mine, answer) {
    // A question has the place of several rows of numbers.
    digits.hidden = !state.points.counting || Boolean(amounts && state.asked);
    const next = state.points.counting && state.points.next;
    digits.lastChild.textContent = next ? _("Next: {player}", { player: facts.seats[next.seat] }) : _("Done");
    for (const button of digits.querySelectorAll("[data-amount]")) {
      const [key, number] = button.dataset.amount.split(" ");
      button.setAttribute("aria-pressed", String(mine.value(`${amounts.field}.${key}`) === number));
    }
    // Where nobody has a hand to tell there is nothing to lay, and room for what is paid.
    const noHand = mine === players.nobody && state.value("winner") === "nobody";
    grid.hidden = state.points.counting;
    modes.hidden = state.points.counting || noHand;
    lays.hidden = noHand;
    grid.classList.toggle("kp-no-hand", noHand);
    drawBeside(answer);
    // Looked for once: every key asks for it.
    const { place } = state.beside;
    drawLays(mine, place);
    const wild = facts.wildUnder.some((setting) => isPlayed(state.form, facts, setting));
    for (const button of grid.querySelectorAll("button[data-code]")) drawKey(button, mine, place);
    const joker = grid.querySelector('button[data-code="J"]');
    if (joker && !facts.jokers) joker.hidden = !wild;
    const { specials } = mine.lying;
    for (const code of new Set(Object.values(facts.special?.tiles ?? {}).flat())) {
      grid.querySelector(`[data-code="${code}"]`).hidden = !specials.includes(code);
    }
    grid.classList.toggle("kp-specials", specials.length > 0);
    for (const button of modes.children) {
      const on = button.dataset.mode === "held" ? state.held : button.dataset.mode === state.mode;
      button.setAttribute("aria-pressed", String(on));
    }
    undo.setAttribute("aria-disabled", String(!kept.undone.length));
    redo.setAttribute("aria-disabled", String(!kept.redone.length));
  }

  return { keys: make("div", { class: "kp-keys", id: "keypad-keys" }, make("div", { class: "kp-saying" }, lays, beside), modes, grid, digits), drawKeys };
}
