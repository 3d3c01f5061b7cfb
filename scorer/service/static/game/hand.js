// A hand of a game: what was tapped in is kept on the disk, sent, and forgotten when it is acknowledged.

import { enter } from "./entering.js";
import { remove, waiting } from "./queue.js";
import { forgetDrafts } from "./remembered.js";
import { send } from "./sending.js";

// On a slow line the game is shown while the entry waits there; sent twice it counts once.
const PATIENCE = 3000;

const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** The number of the hand that a draft is of; none of another game's. */
const numberIn = (draft, id) => (draft.startsWith(`${id}.`) ? parseInt(draft.slice(id.length + 1), 10) : NaN);

/** After a hand that waits nobody knows who has which wind: the page calls the players by their winds. */
function callByWinds(form, place, facts) {
  const winds = JSON.parse(form.dataset.winds);
  place.dataset.facts = JSON.stringify({ ...facts, seats: { ...facts.seats, ...winds }, winds: undefined });
  for (const field of form.querySelectorAll('input[type="hidden"][name$=".name"]')) field.remove();
  form.querySelector("[data-by-winds]").hidden = false;
}

/** What the scorer has said of it, where it has said it of all that is told. */
const said = () => (document.querySelector(".kp-pending") ? "" : document.querySelector(".kp-say")?.textContent ?? "");

async function submitted(form, game, submitter) {
  const say = said();
  const entry = await enter(form, game, { submitter, path: location.pathname, say });
  await Promise.race([send(game).catch(() => {}), sleep(PATIENCE)]);
  const left = (await waiting(game)).find(({ n }) => n === entry.n);
  if (!left?.refused) return true;
  await remove(entry.n);
  return false;
}

async function start(form, place) {
  const { game } = form.dataset;
  const facts = JSON.parse(place.dataset.facts);
  const [id, hand] = facts.game.split(".");
  const number = parseInt(hand, 10);
  forgetDrafts((draft) => numberIn(draft, id) < number);
  // The scorer on this phone knows who has which wind.
  const waits = "engine" in document.documentElement.dataset ? [] : await waiting(game).catch(() => []);
  if (waits.some(({ path }) => path.endsWith("/hand"))) callByWinds(form, place, facts);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    const kept = await submitted(form, game, event.submitter).catch(() => false);
    // What is wrong the page itself tells, beside its fields.
    if (!kept) return form.submit();
    forgetDrafts((draft) => numberIn(draft, id) === number);
    location.assign(`/games/${game}`);
  });
  await import("../keypad/keypad.js");
}

await start(document.querySelector("#form"), document.querySelector("#keypad"));
