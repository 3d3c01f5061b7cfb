// A hand of a game: what was tapped in is kept on the disk, sent, and forgotten when it is acknowledged.

import { seatsIn } from "./seats.js";
import { _ } from "../words.js";
import { correctedHere, rememberCorrected } from "./correcting.js";
import { enter, sign } from "./entering.js";
import { outcomeOf } from "./outcome.js";
import { remove, waiting } from "./queue.js";
import { forgetDrafts } from "./remembered.js";
import { askWhoRests, seatPlayers } from "./seating.js";
import { send } from "./sending.js";
import { forgetSticks } from "./sticks.js";

// On a slow line the game is shown while the entry waits there; sent twice it counts once.
const PATIENCE = 3000;

const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** The number of the hand that a draft is of; none of another game's. */
const numberIn = (draft, id) => (draft.startsWith(`${id}.`) ? parseInt(draft.slice(id.length + 1), 10) : NaN);

const isNextHand = ({ path }) => path.endsWith("/hand");

/** After hands that wait nobody knows who has which wind: the page goes by names, and by the number of its hand. */
function callByName(form, place, facts, number) {
  const note = form.querySelector("[data-by-name]");
  const names = JSON.parse(form.dataset.names);
  const seated = askWhoRests(note, seatsIn(form.elements.seated.value), names);
  const called = seatPlayers(form, seated, names);
  const [id] = facts.game.split(".");
  note.hidden = false;
  form.dataset.what = form.querySelector("h1").textContent = _("Hand {number}", { number });
  return { ...facts, seats: { ...facts.seats, ...called }, game: `${id}.${number}`, winds: undefined, unsettled: true };
}

async function submitted(form, game, submitter, { seats }) {
  const say = outcomeOf(form, seats);
  const corrected = correctedHere(game);
  const entry = await enter(form, game, { submitter, path: location.pathname, say, corrected });
  await Promise.race([send(game).catch(() => {}), sleep(PATIENCE)]);
  const [left, next] = (await waiting(game)).filter(({ n }) => n >= entry.n);
  if (left?.n !== entry.n || !left.refused) return true;
  if (corrected || next) rememberCorrected(left);
  else await remove(left.n);
  for (const name of ["after", "once"]) form.elements[name].value = left[name];
  return false;
}

async function start(form, place) {
  const { game } = form.dataset;
  sign(game, [form]);
  const asCame = JSON.parse(place.dataset.facts);
  const [id, hand] = asCame.game.split(".");
  // The scorer on this phone knows who has which wind.
  const isKnown = "engine" in document.documentElement.dataset || !isNextHand({ path: location.pathname });
  const entries = isKnown ? [] : await waiting(game).catch(() => []);
  const corrected = correctedHere(game);
  const before = entries.filter((entry) => isNextHand(entry) && !(entry.n >= corrected?.n)).length;
  const number = parseInt(hand, 10) + before;
  // As the board has it, which knows nothing of hands that wait.
  if (isNextHand({ path: location.pathname })) form.dataset.hand = hand;
  forgetDrafts((draft) => numberIn(draft, id) < number);
  const facts = before ? callByName(form, place, asCame, number) : asCame;
  place.dataset.facts = JSON.stringify(facts);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    const kept = await submitted(form, game, event.submitter, facts).catch(() => false);
    // What is wrong the page itself tells, beside its fields.
    if (!kept) return form.submit();
    forgetDrafts((draft) => numberIn(draft, id) === number);
    if (form.dataset.hand) forgetSticks(form.dataset);
    location.assign(`/games/${game}`);
  });
  await import("../keypad/keypad.js");
}

await start(document.querySelector("#form"), document.querySelector("#keypad"));
