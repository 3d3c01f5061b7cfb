// The keys: what a tap lays, the tiles, Undo and Redo.

import { _ } from "../words.js";
import { face, make } from "./elements.js";
import { isPlayed } from "./form.js";
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

/** A key as it stands: struck through where its tiles are spent, only dimmed where there is no room. */
function showKey(button, { name, left, spent, usable, label }) {
  const told = left > 0 ? _("{tile}, {number} left", { tile: name, number: left }) : _("{tile}, none left", { tile: name });
  button.setAttribute("aria-label", label ?? told);
  button.setAttribute("aria-disabled", String(!usable));
  button.classList.toggle("kp-spent", spent);
  button.lastChild.textContent = left > 4 ? `${left}` : "•".repeat(Math.max(left, 0));
}

function stepButton(name, sign, text, on) {
  const button = make("button", { type: "button", class: `kp-key kp-tool kp-${name}`, on });
  button.append(make("span", { text: sign, "aria-hidden": "true" }), make("span", { class: "kp-word", text }));
  return button;
}

/** All the keys: {keys, drawKeys}. */
export function keyboard(state, names) {
  const { facts, kept } = state;
  const modes = make("div", { class: "kp-modes", role: "group", "aria-label": _("What a tap lays") });
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
  for (const [at, row] of rows(facts).entries()) {
    grid.append(...row.map((code) => key(code, () => state.tap(code))));
    if (at === 3) grid.append(undo, redo);
  }
  grid.classList.toggle("kp-cards", !facts.flowersApart);

  function drawKey(button, mine) {
    const { code } = button.dataset;
    const swap = facts.exposures && code === "J" && state.mode !== "tile";
    const left = mine.left(code);
    const laid = mine.laid(code, state.mode);
    const how = laid.length > 1 ? state.mode : "tile";
    const spent = swap ? left < 1 : !laid.length;
    const usable = !spent && (swap ? mine.lying.sets.length > 0 : mine.fits(laid, how, state.held));
    const label = swap ? _("joker, into the last exposure") : undefined;
    showKey(button, { name: names.of(code), left, spent, usable, label });
  }

  function drawKeys(mine) {
    const wild = facts.wildUnder.some((setting) => isPlayed(state.form, facts, setting));
    mine.whileStill(() => {
      for (const button of grid.querySelectorAll("button[data-code]")) drawKey(button, mine);
    });
    const joker = grid.querySelector('button[data-code="J"]');
    if (joker && !facts.jokers) joker.hidden = !wild;
    for (const button of modes.children) {
      const on = button.dataset.mode === "held" ? state.held : button.dataset.mode === state.mode;
      button.setAttribute("aria-pressed", String(on));
    }
    undo.setAttribute("aria-disabled", String(!kept.undone.length));
    redo.setAttribute("aria-disabled", String(!kept.redone.length));
  }

  return { keys: make("div", { class: "kp-keys", id: "keypad-keys" }, modes, grid), drawKeys };
}
