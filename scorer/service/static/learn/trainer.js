// An exercise is remembered once it was answered, and what was missed comes back.

import { count, load, save } from "./kept.js";
import { due } from "./store.js";

const exercise = document.querySelector("[data-exercise]");
const SET = "scorer.set";

const words = (text) => (text ? text.split(" ") : []);

function remember({ exercise: address, rules, right, of, counted, missed }) {
  count({ address, rules, right: Number(right), of: Number(of), counted: words(counted), missed: words(missed) });
}

// Opened anew it counts anew; checked again it does not.
if (exercise?.dataset.right) remember(exercise.dataset);
else if (exercise && !document.querySelector(".hints")) save({ ...load(), last: "" });

if (exercise) {
  const back = due(load(), Date.now(), exercise.dataset.rules).find((address) => address !== exercise.dataset.exercise);
  for (const link of document.querySelectorAll("[data-following]")) if (back) link.href = back;
}

const [first] = due(load(), Date.now());
for (const note of document.querySelectorAll("[data-due]")) {
  if (!first) continue;
  note.hidden = false;
  note.querySelector("a").href = first;
}

// The keys of a phone for numbers have no minus.
for (const input of document.querySelectorAll("input[data-signed]")) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "sign", textContent: "±" });
  button.setAttribute("aria-label", `± ${input.labels[0].textContent}`);
  button.addEventListener("click", () => {
    input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `-${input.value}`;
    input.focus();
  });
  input.after(button);
}

// A set that is made needs its draft no more.
if (document.querySelector("[data-set]")) {
  try {
    localStorage.removeItem(SET);
  } catch {
    // Nothing was kept.
  }
}

if (document.querySelector("[data-copy]")) import("../result.js");
