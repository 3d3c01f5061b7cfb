// The pages of games: this phone knows its games, and every form is kept until it is acknowledged.

import { enter, onceAtATime, sign, submitAsForm } from "./entering.js";
import { forget, gameOf, games, hasScorer, remember } from "./remembered.js";
import { send } from "./sending.js";

document.documentElement.classList.add("of-script");

const article = document.querySelector("#game");
const pageOf = ({ key, role }) => (role === "alone" && !hasScorer() ? `/games/alone#${key}` : `/games/${key}`);

if (article) sign(article.dataset.key);

/** A form that makes an entry: kept first, then sent, then shown. Answers whether the page is left. */
async function submitted(form, submitter) {
  const [, key] = /\/games\/([^/]+)/.exec(location.pathname);
  await enter(form, key, { submitter });
  if (article?.dataset.page === "board") {
    const entered = new CustomEvent("scorer-entered", { detail: {} });
    dispatchEvent(entered);
    const { shown } = entered.detail;
    // Before the board's own script is here, the page comes again.
    if (shown) {
      await shown.catch(() => {});
      return false;
    }
  }
  await send(key).catch(() => {});
  location.assign(`/games/${key}`);
  return true;
}

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-entry]")) return;
  event.preventDefault();
  // A browser that keeps nothing sends it as any form.
  onceAtATime(form, () => submitted(form, submitter).catch(() => submitAsForm(form, submitter)));
});

// The game that has been removed, once that is done.
if (new URLSearchParams(location.search).has("removed") && location.hash) {
  forget(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
}

/** The games of this phone, as links. */
function showGames(here) {
  const { lang } = document.documentElement;
  const titles = JSON.parse(here.dataset.rulesets);
  here.hidden = false;
  here.querySelector("ul").append(...games().map((game) => {
    const players = new Intl.ListFormat(lang, { type: "unit" }).format(game.names ?? []);
    const date = new Date(game.begun ?? game.at).toLocaleDateString(lang, { dateStyle: "long" });
    const words = [players && game.title, titles[game.rules], date, game.role === "watch" && here.dataset.watching];
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: pageOf(game), textContent: players || game.title || here.dataset.untitled });
    link.append(Object.assign(document.createElement("span"), { className: "note", textContent: words.filter(Boolean).join(" · ") }));
    item.append(link);
    return item;
  }));
}

const here = document.querySelector("#games-here");
if (here && games().length) showGames(here);

const watchLink = document.querySelector("#watch-link");
const watch = article && gameOf(article.dataset.key)?.watch;
if (watchLink && watch) Object.assign(watchLink, { hidden: false, href: `/games/${watch}/share` });

/** Remembers who holds this phone when one of these is tapped. */
function onPlayer(key, players) {
  for (const player of players) {
    player.addEventListener("click", () => {
      remember(key, { me: player.dataset.me, name: player.dataset.me && player.textContent });
      for (const button of players) if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(button === player));
    });
  }
}

// A phone that has joined: who holds it.
if (article?.dataset.page === "who") {
  const { key, role, title, rules, at, names } = article.dataset;
  remember(key, { role, title, rules, begun: at, names: Object.values(JSON.parse(names)) });
  onPlayer(key, article.querySelectorAll("[data-me]"));
}

// The phone that has begun the game may say so beside the code, until it has.
const whoFirst = document.querySelector("#who-first");
const begun = whoFirst && gameOf(article.dataset.key);
if (begun && begun.me === undefined) {
  whoFirst.hidden = false;
  onPlayer(begun.key, whoFirst.querySelectorAll("[data-me]"));
}

// Of the penalties only the one that is chosen tells what it is.
const penalty = document.querySelector("#field-event");
if (penalty) {
  const show = () => {
    for (const part of document.querySelectorAll(".penalties > div")) part.toggleAttribute("data-shown", part.dataset.event === penalty.value);
  };
  penalty.addEventListener("change", show);
  show();
}

if (document.querySelector("[data-copy], [data-send], [data-print]")) import("../result.js");
if (document.querySelector("[data-codes], [data-expires]")) import("./code.js");
if (document.querySelector("#alone")) import("./alone.js");
if (article?.dataset.page === "board") {
  const { Board } = await import("./board.js");
  new Board(article).begin();
}
