// What players did over evenings: a table for each ruleset, and the evenings it is made of.

import { evenings, refresh, remove } from "./evenings.js";
import { asCsv, statistics } from "./statistics.js";

const { lang } = document.documentElement;
const article = document.querySelector("#evenings");
const titles = JSON.parse(article.dataset.rulesets);
// As the other pages write numbers: none in groups in Chinese, elsewhere from five figures on.
const useGrouping = lang.startsWith("zh") ? false : "min2";
const whole = new Intl.NumberFormat(lang, { useGrouping });
const tenth = new Intl.NumberFormat(lang, { useGrouping, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(lang, { style: "percent" });
const signed = new Intl.NumberFormat(lang, { useGrouping, signDisplay: "exceptZero" });

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
const sign = (points) => (points > 0 ? "up" : points < 0 ? "down" : "even");
const share = (part, { hands }) => [`${whole.format(part)} `, element("small", { textContent: percent.format(hands ? part / hands : 0) })];

function row(player) {
  const cells = [
    [element("span", { className: sign(player.net), textContent: signed.format(player.net).replace("-", "−") })],
    share(player.wins, player),
    share(player.dealIns, player),
    [tenth.format(player.average)],
    [whole.format(player.best)],
    [whole.format(player.hands)],
    [whole.format(player.games)],
  ];
  const name = element("th", { scope: "row", textContent: player.name });
  return element("tr", {}, name, ...cells.map((cell) => element("td", {}, ...cell)));
}

function table(ruleset, players) {
  const section = document.querySelector("#of-ruleset").content.cloneNode(true);
  section.querySelector("h2").textContent = titles[ruleset] ?? ruleset;
  section.querySelector(".scroll").setAttribute("aria-label", titles[ruleset] ?? ruleset);
  section.querySelector("tbody").append(...players.map(row));
  return section;
}

function item({ id, at, title, ruleset, players }) {
  const made = document.querySelector("#of-evening").content.cloneNode(true);
  const names = new Intl.ListFormat(lang, { type: "conjunction" }).format(players.map(({ name }) => name));
  const day = new Date(at).toLocaleDateString(lang, { dateStyle: "long" });
  made.querySelector("b").textContent = names;
  made.querySelector(".note").textContent = [title, titles[ruleset], day].filter(Boolean).join(" · ");
  const button = made.querySelector("button");
  button.setAttribute("aria-label", `${button.textContent}: ${day}, ${names}`);
  button.addEventListener("click", () => {
    remove((evening) => evening.id === id);
    show();
    article.querySelector("h1").focus();
  });
  return made;
}

function show() {
  const found = evenings();
  const rows = statistics(found);
  const rulesets = [...new Set(rows.map(({ ruleset }) => ruleset))];
  const tables = rulesets.map((ruleset) => table(ruleset, rows.filter((player) => player.ruleset === ruleset)));
  article.querySelector("#tables").replaceChildren(...tables);
  article.querySelector("#evening-list").replaceChildren(...found.map(item));
  article.querySelector("#some").hidden = !found.length;
  article.querySelector("#none").hidden = Boolean(rows.length);
}

function save(text, type, name) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

document.querySelector("#as-csv").addEventListener("click", () => save(`\ufeff${asCsv(evenings())}`, "text/csv", "evenings.csv"));
document.querySelector("#as-json").addEventListener("click", () => {
  const found = evenings().map(({ seen, ...evening }) => evening);
  save(JSON.stringify({ format: "mahjong-scorer-evenings", evenings: found }, null, 1), "application/json", "evenings.json");
});
document.querySelector("#remove-all").addEventListener("submit", (event) => {
  event.preventDefault();
  event.target.reset();
  remove(() => true);
  show();
  article.querySelector("h1").focus();
});

show();
refresh().then(show);
