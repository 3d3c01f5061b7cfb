// Who sat where when a hand was kept: it is brought back for its players, wherever they sit by now.

import { inputs } from "../keypad/form.js";

const SEATS = ["E", "S", "W", "N"];
const OTHERS = ["", "nobody"];

/** The player of each seat: {E: "p1"} of "E:p1". */
export const seatsIn = (text) => Object.fromEntries(text.split(" ").filter(Boolean).map((pair) => pair.split(":")));

/** The seat of this player, if they sit. */
export const seatOf = (seated, player) => Object.entries(seatsIn(seated)).find(([, sitting]) => sitting === player)?.[0];

/** Whether what can be chosen in this field are seats. */
function holdsSeats(form, name) {
  const offered = inputs(form, name).flatMap((input) => (input.options ? [...input.options].map(({ value }) => value) : [input.value]));
  const seats = offered.filter((value) => SEATS.includes(value));
  return seats.length > 1 && offered.every((value) => SEATS.includes(value) || OTHERS.includes(value));
}

/** A hand that was kept under other seats, by those of now; entries of a player who does not sit are left out. */
export function broughtTo(form, text, before, now) {
  const moves = Object.fromEntries(Object.entries(seatsIn(before)).map(([seat, player]) => [seat, seatOf(now, player)]));
  const moved = Object.entries(JSON.parse(text)).flatMap(([name, values]) => {
    const [, letter] = /^([eswn])\./.exec(name) ?? [];
    const seat = letter && moves[letter.toUpperCase()];
    if (letter && !seat) return [];
    const place = letter ? `${seat.toLowerCase()}${name.slice(1)}` : name;
    const brought = holdsSeats(form, name) ? values.map((value) => (SEATS.includes(value) ? moves[value] : value)).filter(Boolean) : values;
    return [[place, brought]];
  });
  return JSON.stringify(Object.fromEntries(moved));
}
