// A hand of a game that was begun without a network: the form of a table becomes one of that game, and keeps
// the hand on this phone.

import { valueOf } from "../keypad/form.js";
import { _ } from "../words.js";
import { enter, onceAtATime } from "./entering.js";
import { outcomeOf } from "./outcome.js";
import { waiting } from "./queue.js";
import { forgetDrafts, gameOf } from "./remembered.js";
import { askWhoRests, put, seatPlayers } from "./seating.js";

const SEATS = [..."ESWN"];
const MOST_SEATED = 4;
// Who is East first, and how a game begins, every game has in common.
const [FIRST_ROUND, ABSENT] = ["E", "N"];

const isRule = (name) => name === "preset" || name.startsWith("o.");

/** What the game knows is no question: its rules, how many play, and where it stands. */
function fillIn(form, facts, { begin, names }, isFirst) {
  const fields = [...form.elements].map(({ name }) => name);
  const known = fields.filter((name) => isRule(name) || ["away", "round", "passed", "run"].includes(name) || facts.state.some(([field]) => field === name));
  for (const name of new Set(known)) put(form, name, "");
  for (const [name, value] of begin.filter(([field]) => isRule(field))) put(form, name, value);
  if (names.length < MOST_SEATED) put(form, "away", ABSENT);
  if (isFirst && facts.asksRound) put(form, "round", FIRST_ROUND);
  for (const part of form.querySelectorAll("#field-round, [aria-labelledby=game-title], details:has(> [id=field-preset])")) part.remove();
}

/** A note under the head of the page. */
function warn(form, text) {
  const note = Object.assign(document.createElement("p"), { className: "badge warn", textContent: text });
  note.setAttribute("role", "status");
  form.querySelector("h1").after(note);
  return note;
}

/** The note that a hand before this one waits, which goes by names. */
const noteOf = (form) => warn(form, _("Earlier hands still wait for the network. Choose the players by name: their winds and the payments follow from those hands."));

/** The form as that of the next hand of the game. */
async function prepare(form, place, game, begun) {
  const facts = JSON.parse(place.dataset.facts);
  const number = (await waiting(game).catch(() => [])).length + 1;
  const isFirst = number === 1;
  fillIn(form, facts, begun, isFirst);
  const names = Object.fromEntries(begun.names.map((name, at) => [`p${at + 1}`, name]));
  const first = Object.fromEntries(Object.keys(names).slice(0, MOST_SEATED).map((player, at) => [SEATS[at], player]));
  const seated = isFirst ? first : askWhoRests(noteOf(form), first, names);
  const winds = isFirst ? Object.fromEntries(Object.keys(first).map((seat) => [seat, facts.seats[seat]])) : undefined;
  const called = seatPlayers(form, seated, names);
  form.dataset.what = form.querySelector("h1").textContent = _("Hand {number}", { number });
  for (const button of form.querySelectorAll(".actions .main")) button.textContent = _("Enter");
  form.querySelector(".rulesets")?.remove();
  const now = { ...facts, seats: called, winds, unsettled: !isFirst, asksRound: false, state: [], game: `${game}.${number}` };
  place.dataset.facts = JSON.stringify(now);
  return now;
}

function listen(form, game, { seats, game: hand }) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!valueOf(form, "winner")) return;
    const { submitter } = event;
    await onceAtATime(form, async () => {
      await enter(form, game, { submitter, path: "/hand", say: outcomeOf(form, seats) });
      forgetDrafts((name) => name.startsWith(`${hand}.`));
      location.assign(`/games/alone#${game}`);
      return true;
    }).catch(() => warn(form, _("This phone has no room to store the hand. Free some space, then enter it again.")));
  });
}

async function start() {
  const form = document.querySelector("#form");
  const game = new URLSearchParams(location.search).get("game");
  const begun = form && gameOf(game);
  if (begun) listen(form, game, await prepare(form, document.querySelector("#keypad"), game, begun));
}

/** When the form is that of the game: the keys wait for it. */
export const prepared = start();
