// The hand as it lies, and the players of a table.

import { _ } from "../words.js";
import { exchange, face, make } from "./elements.js";
import { lay } from "./feel.js";
import { NOT_SURE } from "./held.js";
import { sorted } from "./tiles.js";

const HELD_DOWN = 500;

/** What of the hand can be tapped: a tap chooses it, held down it is taken back. */
function tappable(kind, { at, label, chosen, on, onHeld }, ...shown) {
  const button = make("button", {
    type: "button", class: chosen ? `${kind} kp-chosen` : kind, "aria-label": label, "aria-pressed": String(chosen), "data-at": at, on,
  }, ...shown);
  let timer = 0;
  button.addEventListener("pointerdown", () => {
    timer = setTimeout(onHeld, HELD_DOWN);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

/** The hand as buttons: sets, tiles, flowers, and a place for every tile that is still short. */
function handButtons({ sets, hand, bonus, unread }, { names, part, apart, beside, places, choosing, hint }) {
  const tiles = hand.map((code, index) => part("kp-tile", {
    at: `tile${index}`, tile: code, label: choosing ? _("{tile}: make it the winning tile", { tile: names.of(code) }) : undefined,
  }, names.of(code), face(code)));
  const flowers = bonus.map((code) => part("kp-tile", { at: code, flower: code }, names.of(code), face(code)));
  return [
    sets.length && make("div", { class: "kp-sets" }, ...sets.map((set) => setButton(set, names, part))),
    make("div", { class: "kp-tiles" }, ...tiles, ...places, flowers.length && make("span", { class: "kp-bonus" }, ...flowers)),
    apart,
    ...beside.map((place) => make("p", { class: "kp-beside" }, make("span", { text: place.title }), ...place.tiles.map((code, at) =>
      part("kp-tile", { at: `${place.field}${at}`, place: place.field, tile: code }, names.of(code), face(code))))),
    hint && make("p", { class: "hint", text: hint }),
    ...unread.map((text) => make("p", { class: "kp-unread", text: _("As typed: {text}", { text }) })),
  ];
}

function setButton(set, names, part) {
  const down = set.is === "concealed" && set.tiles.length === 4;
  const faces = set.tiles.map((tile, at) => face(tile, down && (at === 0 || at === 3)));
  const name = names.ofSet(set);
  const spoken = _("{set}, {tiles}", { set: name, tiles: set.tiles.map(names.of).join(_(", ")) });
  return part("kp-set", { at: `set${set.row}`, row: set.row }, spoken,
    make("span", { class: "kp-set-tiles" }, ...faces), make("span", { class: "kp-name", text: name }));
}

/** The place of the winning tile, and in words which it is. */
function winningPlace(won, { names, part, onUnsure }) {
  const sure = won !== NOT_SURE;
  const words = sure ? _("Won with {tile}", { tile: names.of(won) }) : _("Nobody remembers the winning tile: the tile that scores least is assumed");
  return make("div", { class: "kp-winning" },
    sure ? part("kp-tile kp-won", { at: "won", tile: won }, _("{tile}, the winning tile", { tile: names.of(won) }), face(won))
      : make("span", { class: "kp-place kp-won", text: NOT_SURE }),
    make("p", {}, make("b", { text: words }), make("small", { text: _("To change the winning tile, tap another tile of the hand") })),
    sure && make("button", { type: "button", class: "kp-quiet", "data-at": "unsure", text: _("Not sure"), on: onUnsure }));
}

/** The players of a table, to choose whose hand is tapped in. */
function seatTabs(seats, chosen, onSeat) {
  return seats.map(({ seat, name, state, won }) => make("button", {
    type: "button", class: won ? "kp-seat kp-winner" : "kp-seat", "aria-pressed": String(seat === chosen),
    "data-at": `seat-${seat}`, on: () => onSeat(seat),
  }, make("span", { text: name }), make("small", { text: state })));
}

/** Light these tiles in the hand: whole sets of them first, then single ones. */
function light(holder, codes) {
  const rest = [...codes];
  const take = (wanted) => {
    if (!wanted.every((code) => count(rest, code) >= count(wanted, code))) return false;
    for (const code of wanted) rest.splice(rest.indexOf(code), 1);
    return true;
  };
  for (const button of holder.querySelectorAll(".kp-set, .kp-tile")) {
    const shown = [...button.querySelectorAll("svg")].map((svg) => svg.dataset.code);
    button.classList.toggle("kp-lit", codes.length > 0 && take(shown));
  }
}

const count = (codes, code) => codes.filter((other) => other === code).length;

const lyingIn = (holder) => [...holder.querySelectorAll(".kp-set, .kp-tile")];

/** Show what has come to lie in a hand beside what lay there before, by their names. */
function showLaid(holder, before) {
  for (const tile of lyingIn(holder)) {
    const at = before.indexOf(tile.ariaLabel);
    if (at < 0) lay(tile);
    else before.splice(at, 1);
  }
}

/** The card with the hand: {card, hand, drawHand, drawSeats, light}. */
export function handCard(state, names) {
  const { facts, players } = state;
  const { four } = players;
  const fresh = make("button", { type: "button", class: "kp-new", text: _("New hand"), on: () => state.newHand() });
  const seatRow = make("div", { class: "kp-seats", role: "group", "aria-label": _("Whose hand?") });
  const hand = make("div", { class: "kp-hand", role: "group", "aria-label": _("The hand, as tapped"), tabindex: "-1" });
  const title = make("h2", { text: four ? _("The hands") : _("Your hand"), id: "keypad-title" });
  const head = make("div", { class: "kp-head" }, title, !four && fresh);
  const parts = [head, four && seatRow, hand];
  const card = make("section", { class: "card kp-card", "aria-labelledby": "keypad-title" }, ...parts);

  /** A part of the hand, which a tap chooses; a tile of a whole hand becomes the winning one. */
  function part(kind, { label, ...target }, name, ...shown) {
    const on = () => (label ? state.mark(target.tile) : state.select(target));
    return tappable(kind, {
      at: target.at, label: label ?? name, chosen: state.selected.at === target.at, on, onHeld: () => state.takeBack(target),
    }, ...shown);
  }

  function placesFor(mine, most) {
    if (mine.isPartial) return [];
    const short = Math.max(0, most - mine.count);
    const winner = mine.canWin && most === mine.wholeAt;
    return Array.from({ length: short }, (_place, at) =>
      make("span", { class: winner && at === short - 1 ? "kp-place kp-last" : "kp-place" }));
  }

  const elsewhere = () => (four ? hand : fresh);

  // Whose hand was drawn last, and whether its tiles were to choose from.
  let drawn;

  function drawHand(mine, answer) {
    const lying = mine.lying;
    const have = mine.count;
    const most = state.value("won") === "no" ? facts.tilesHeld : mine.most;
    const choosing = have === mine.wholeAt && most === mine.wholeAt;
    const won = choosing ? lying.won : "";
    const others = [...lying.hand];
    if (others.includes(won)) others.splice(others.lastIndexOf(won), 1);
    const buttons = handButtons({ ...lying, hand: sorted(others) }, {
      names, part, choosing,
      apart: won && winningPlace(won, { names, part, onUnsure: () => state.mark(NOT_SURE) }),
      places: placesFor(mine, most),
      beside: state.beside.places.filter(({ only, tiles }) => !only && tiles.length),
      hint: have || four ? "" : _("Tap the tiles in; this browser remembers them."),
    });
    const before = lyingIn(hand).map(({ ariaLabel }) => ariaLabel);
    exchange(hand, buttons, elsewhere, answer);
    const now = `${mine.prefix} ${choosing}`;
    if (drawn === now) showLaid(hand, before);
    drawn = now;
  }

  const nameOf = (seat) => [facts.winds?.[seat], facts.seats[seat]].filter(Boolean).join(" ");

  function drawSeats(mine, answer) {
    if (!four) return;
    const winner = state.value("winner");
    const shown = players.hands.map((hand) => ({
      seat: hand.seat, name: nameOf(hand.seat), won: hand.seat === winner, state: state.strip.worthOf(hand),
    }));
    exchange(seatRow, seatTabs(shown, mine.seat, (seat) => state.strip.enterHand(seat)), elsewhere, answer);
    seatRow.hidden = shown.length < 2;
  }

  return { card, hand, drawHand, drawSeats, light: (codes) => light(hand, codes) };
}
