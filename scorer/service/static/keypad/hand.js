// The hand as it lies, and the players of a table.

import { _ } from "../words.js";
import { exchange, face, make } from "./elements.js";
import { sorted } from "./tiles.js";

function drawn(code, { won, label, at, on }) {
  const kind = won ? "kp-tile kp-won" : "kp-tile";
  const button = make("button", { type: "button", class: kind, "aria-label": label, "data-at": at, on }, face(code));
  if (won) button.append(make("span", { class: "kp-mark", text: _("won"), "aria-hidden": "true" }));
  return button;
}

function set(one, names, on) {
  const down = one.is === "concealed" && one.tiles.length === 4;
  const faces = one.tiles.map((tile, at) => face(tile, down && (at === 0 || at === 3)));
  const name = names.ofSet(one);
  const label = _("{set}, {tiles}: take it back", { set: name, tiles: one.tiles.map(names.of).join(_(", ")) });
  return make("button", {
    type: "button", class: "kp-set", "aria-label": label, "data-at": `set${one.row}`, on,
  }, make("span", { class: "kp-set-tiles" }, ...faces), make("span", { class: "kp-name", text: name }));
}

function tileLabel(tile, isWon, choosing) {
  // With the word that is seen: who speaks to the phone says that one.
  if (isWon) return _("{tile}, the winning tile ({won}): take it back", { tile, won: _("won") });
  return choosing ? _("{tile}: make it the winning tile", { tile }) : _("{tile}: take it back", { tile });
}

/** The hand as buttons: sets, tiles, flowers, and a place for every tile that is still short. */
function handButtons({ sets, hand, bonus, unread }, { names, won, choosing, short, hint, onSet, onTile, onFlower }) {
  const last = hand.lastIndexOf(won);
  const tiles = hand.map((code, index) => {
    const isWon = index === last;
    const label = tileLabel(names.of(code), isWon, choosing);
    return drawn(code, { won: isWon, label, at: `tile${index}`, on: () => onTile(code, isWon) });
  });
  const places = Array.from({ length: short }, () => make("span", { class: "kp-place" }));
  const flowers = bonus.map((code) =>
    drawn(code, { label: tileLabel(names.of(code)), at: code, on: () => onFlower(code) }));
  return [
    sets.length && make("div", { class: "kp-sets" }, ...sets.map((one) => set(one, names, () => onSet(one.row)))),
    make("div", { class: "kp-tiles" }, ...tiles, ...places,
      flowers.length && make("span", { class: "kp-bonus" }, ...flowers)),
    hint && make("p", { class: "hint", text: hint }),
    ...unread.map((text) => make("p", { class: "kp-unread", text: _("As typed: {text}", { text }) })),
  ];
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

/** The card with the hand: {card, hand, points, drawHand, drawSeats, showPoints, light}. */
export function handCard(state, names) {
  const { facts, players } = state;
  const { four } = players;
  const fresh = make("button", { type: "button", class: "kp-new", text: _("New hand"), on: () => state.newHand() });
  const seatRow = make("div", { class: "kp-seats", role: "group", "aria-label": _("Whose hand?") });
  const points = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", id: "keypad-points" });
  const pointsRow = make("p", { class: "kp-points" }, make("label", { for: "keypad-points", text: _("or agreed points") }), points);
  const hand = make("div", { class: "kp-hand", role: "group", "aria-label": _("The hand, as tapped"), tabindex: "-1" });
  const title = make("h2", { text: four ? _("The hands") : _("Your hand"), id: "keypad-title" });
  const head = make("div", { class: "kp-head" }, title, fresh);
  const parts = [head, four && seatRow, four && pointsRow, hand];
  const card = make("section", { class: "card kp-card", "aria-labelledby": "keypad-title" }, ...parts);

  function drawHand(mine) {
    const lying = mine.lying;
    const have = mine.count;
    const most = state.value("won") === "no" ? facts.tilesHeld : mine.most;
    const choosing = have === mine.wholeAt && most === mine.wholeAt;
    lying.hand = sorted(lying.hand);
    const buttons = handButtons(lying, {
      names,
      won: choosing ? lying.won : "",
      choosing,
      short: Math.max(0, most - have),
      hint: have || four ? "" : _("Tap the tiles in below. This browser keeps the hand until New hand."),
      onSet: (row) => state.change((own) => own.takeSet(row)),
      onTile: (code, won) => (choosing && !won ? state.mark(code) : state.change((own) => own.takeTile(code))),
      onFlower: (code) => state.change((own) => own.takeFlower(code)),
    });
    exchange(hand, buttons, () => fresh);
  }

  function drawSeats(mine) {
    if (!four) return;
    const winner = state.value("winner");
    const shown = players.hands.map((one) => ({
      seat: one.seat, name: facts.seats[one.seat], won: one.seat === winner, state: seatState(one),
    }));
    exchange(seatRow, seatTabs(shown, mine.seat, (seat) => state.turnTo(seat)), () => fresh);
    seatRow.hidden = shown.length < 2;
    const typing = document.activeElement === points;
    pointsRow.hidden = !shown.length || (mine.count > 0 && !mine.value("points") && !typing);
    if (!typing) points.value = mine.value("points");
  }

  function seatState(one) {
    const scored = state.answer.scores?.[one.seat];
    if (scored !== undefined && !state.answer.pending) return scored;
    return one.value("points") || `${one.count}/${one.most}`;
  }

  function showPoints() {
    points.value = state.current.value("points");
  }

  return { card, hand, points, drawHand, drawSeats, showPoints, light: (codes) => light(hand, codes) };
}
