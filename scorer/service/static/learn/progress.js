// How well each rule is known, drawn from what this browser keeps.

import { load, save, text } from "./kept.js";
import { due, known, nothing, read } from "./store.js";

const place = document.querySelector("[data-progress]");
const said = document.querySelector("[data-said]");
const rules = place.dataset.progress;

function draw(state) {
  const summary = place.querySelector("[data-summary]");
  const [right, answered] = state.answered[rules] ?? [0, 0];
  const values = { right, answered, due: due(state, Date.now(), rules).length };
  summary.dataset.none ??= summary.textContent;
  summary.textContent = answered ? summary.dataset.words.replace(/\{(\w+)\}/g, (_, name) => values[name]) : summary.dataset.none;
  for (const row of place.querySelectorAll("[data-rule]")) {
    const [seen, missed] = known(state, rules, row.dataset.rule);
    const meter = row.querySelector("meter");
    meter.hidden = !seen;
    meter.value = seen ? (seen - missed) / seen : 0;
    row.querySelector("b").textContent = seen ? `${seen - missed} / ${seen}` : "";
  }
}

function keep(state, words) {
  save(state);
  draw(state);
  said.textContent = said.dataset[words];
}

const button = document.querySelector("[data-export]");
button.hidden = false;
button.addEventListener("click", () => {
  const file = new Blob([text(load())], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "mahjong-progress.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});

const chosen = document.querySelector("[data-import]");
chosen.hidden = false;
chosen.querySelector("input").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  const found = file && read(await file.text());
  if (found) keep(found, "imported");
  else said.textContent = said.dataset.refused;
  target.value = "";
});

const forget = document.querySelector("[data-forget]");
forget.hidden = false;
forget.addEventListener("click", () => keep(nothing(), "forgotten"));

draw(load());
