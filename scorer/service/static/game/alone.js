// A game that this phone has begun without a network: its hands wait here, and it is given to the server
// as soon as that can be reached.

import { _ } from "../words.js";
import { give } from "./giving.js";
import { waiting } from "./queue.js";
import { gameOf } from "./remembered.js";

const AGAIN = 5000;

const line = (text) => Object.assign(document.createElement("li"), { textContent: text });

async function show(article, game) {
  const known = gameOf(game);
  if (!known) return location.replace("/games");
  const entries = await waiting(game);
  const next = entries.length + 1;
  article.querySelector("h1").textContent = known.title || article.dataset.untitled;
  const winds = JSON.parse(article.dataset.winds);
  article.querySelector("[data-players]").replaceChildren(...known.names.map((name, at) => line([winds[at], name].filter(Boolean).join(" · "))));
  article.querySelector("[data-hands]").replaceChildren(...entries.map(({ say }, at) => line(say ? _("Hand {number}: {what}", { number: at + 1, what: say }) : _("Hand {number}", { number: at + 1 }))));
  const score = article.querySelector("[data-score]");
  score.textContent = _("Score hand {number}", { number: next });
  score.href = `/table?${new URLSearchParams({ rules: known.rules, game })}`;
}

/** What the server refuses is corrected where games begin, to which this one's hands then go. */
function showRefused(place, game, errors) {
  place.hidden = false;
  place.querySelector("ul").replaceChildren(...errors.map(({ detail }) => line(detail)));
  place.querySelector("a").href = `/games/new?${new URLSearchParams({ rules: gameOf(game).rules, refused: "1" })}#${game}`;
}

async function tryToGive(article, game) {
  const { key, errors = [] } = await give(game).catch(() => ({}));
  if (key) return location.replace(`/games/${key}`);
  // Another tab has given it.
  if (!gameOf(game)) return location.replace("/games");
  if (errors.length) return showRefused(article.querySelector("[data-refused]"), game, errors);
  return setTimeout(tryToGive, AGAIN, article, game);
}

const article = document.querySelector("#alone");
const game = location.hash.slice(1);
await show(article, game);
if (gameOf(game)) await tryToGive(article, game);
