// The riichi sticks of the hand under way: tapped on the plates of the board, stored on this phone, and part of
// the hand when it is entered.

import { make } from "../keypad/elements.js";
import { setValues, valueOf, valuesOf } from "../keypad/form.js";
import { readList, write } from "../storage.js";
import { seatsIn } from "./seats.js";

const STICKS = "scorer.sticks";
const MOST_GAMES = 12;

/** What is stored: [{game, hand, players}]. */
const stored = () => readList(STICKS).filter((sticks) => Array.isArray(sticks?.players));

/** The players who put down a stick in this hand of a game; none where nothing is stored of it. */
const playersOf = (game, hand) => stored().find((sticks) => sticks.game === game && sticks.hand === hand)?.players;

/** Store who put down a stick, in place of any earlier hand of the game; without storage the form asks. */
function put(game, hand, players) {
  const others = stored().filter((sticks) => sticks.game !== game);
  write(STICKS, [{ game, hand, players }, ...others].slice(0, MOST_GAMES));
}

/** The hand is entered. */
export const forgetSticks = ({ game, hand }) => put(game, hand, []);

const fieldOf = (seat, { waiting }) => `${seat.toLowerCase()}.${waiting.declared}`;

/** Whether the form of a hand says who declared; it corrects none. */
const asks = (form, { waiting }) => Boolean(waiting && form.dataset.hand && form.elements.seated);

/** Who put down a stick on the board has declared in the form. */
export function bringSticks(form, facts) {
  const players = asks(form, facts) && playersOf(form.dataset.game, form.dataset.hand);
  if (!players) return;
  for (const [seat, player] of Object.entries(seatsIn(form.elements.seated.value))) {
    const declared = players.includes(player) ? ["yes"] : [];
    setValues(form, fieldOf(seat, facts), declared);
  }
}

/** Who has declared in the form has a stick on the board. */
export function noteSticks(form, facts) {
  if (!asks(form, facts)) return;
  const { tells } = facts.own.player.find(({ field }) => field === facts.waiting.declared);
  const hasWonSo = (seat) => [`${seat.toLowerCase()}.with`, ...(valueOf(form, "winner") === seat ? ["with"] : [])].some((name) => valuesOf(form, name).includes(tells));
  const seated = Object.entries(seatsIn(form.elements.seated.value));
  const players = seated.filter(([seat]) => valueOf(form, fieldOf(seat, facts)) === "yes" || hasWonSo(seat)).map(([, player]) => player);
  put(form.dataset.game, form.dataset.hand, players);
}

const drawn = () => make("span", { class: "stick-down", "aria-hidden": "true" });

/** Each plate of the board has a key for its player's stick, and shows what that leaves; in the middle lie all. */
export function showSticks(article) {
  const { key: game, hand } = article.dataset;
  const keys = [...article.querySelectorAll(".plate-stick")];
  const middle = article.querySelector(".game-middle");

  function draw() {
    const players = playersOf(game, hand) ?? [];
    for (const key of keys) {
      const plate = key.closest(".game-plate");
      const isDown = players.includes(plate.dataset.player);
      key.setAttribute("aria-pressed", String(isDown));
      plate.querySelector(".plate-total").textContent = key.dataset[isDown ? "less" : "whole"];
    }
    const down = keys.filter((key) => key.getAttribute("aria-pressed") === "true").length;
    const counted = JSON.parse(middle.dataset.counted)[down];
    const words = counted.flatMap((text, at) => [at ? " " : "", make("span", { text: at + 1 < counted.length ? `${text} ·` : text })]);
    middle.querySelector(".counted").replaceChildren(...(counted.length ? [make("span", { class: "unseen", text: " · " }), ...words] : []));
    middle.querySelector(".sticks-down").replaceChildren(...Array.from({ length: down }, drawn));
  }

  function turn(player) {
    const players = playersOf(game, hand) ?? [];
    put(game, hand, players.includes(player) ? players.filter((other) => other !== player) : [...players, player]);
    draw();
  }

  for (const key of keys) {
    key.onclick = () => turn(key.closest(".game-plate").dataset.player);
  }
  if (keys.length) draw();
}
