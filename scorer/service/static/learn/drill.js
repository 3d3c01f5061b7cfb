// A drill's question is remembered once it was answered, and what was missed comes back.

import { count, load, save } from "./kept.js";
import { due } from "./store.js";

const { dataset } = document.querySelector(".drill");
const { exercise: address, rules, right, session } = dataset;
const parts = dataset.parts.split(" ");

if (right) {
  const counted = dataset.counted ? dataset.counted.split(" ") : [];
  const missed = right === "1" ? [] : counted;
  count({ address, rules, right: Number(right), of: 1, counted, missed });
} else {
  save({ ...load(), last: "" });
}

const isAsked = (card) => {
  const url = new URL(card, location.href);
  return card !== address && url.pathname === location.pathname && parts.includes(url.searchParams.get("part"));
};
const next = document.querySelector("[data-next]");
const back = due(load(), Date.now(), rules).find(isAsked);
if (next && back) next.href = `${back}&${session}`;

const took = document.querySelector("[data-took]");
const began = performance.now();
took?.form.addEventListener("submit", () => {
  took.value = String(Math.round((performance.now() - began) / 100));
});
if (next) next.focus({ preventScroll: true });
