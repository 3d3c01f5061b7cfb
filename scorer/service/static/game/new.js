// A game is begun: with the names of last time, and without a network on this phone alone.

import { requestPersistence } from "../storage.js";
import { dataOf } from "./entering.js";
import { newName } from "./queue.js";
import { forget, gameOf, hasScorer, names, remember, rememberNames } from "./remembered.js";

const fieldsOf = (form) => [...form.querySelectorAll('[name^="name"]')];
const typedIn = (form) => fieldsOf(form).map(({ value }) => value.trim()).filter(Boolean);

/** The names of this phone, to choose from, and those of last time where none is typed. */
function offerNames(form) {
  document.querySelector("#known-names").append(...names().map((value) => Object.assign(document.createElement("option"), { value })));
  const fields = fieldsOf(form);
  const parameters = new URLSearchParams(location.search);
  // A page that was kept came without what its address holds.
  for (const field of fields) field.value ||= parameters.get(field.name) ?? "";
  if (fields.some(({ value }) => value)) return;
  names().slice(0, 4).forEach((name, at) => fields[at] && (fields[at].value = name));
}

async function ask(form, submitter) {
  const body = new URLSearchParams(dataOf(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  return answer.status === 201 ? answer.json() : null;
}

/** Without a network the game begins on this phone. */
async function beginAlone(form) {
  const players = typedIn(form);
  const begin = [...new FormData(form)].filter(([, value]) => value !== "");
  const [, rules] = begin.find(([name]) => name === "rules");
  const [, title = ""] = begin.find(([name]) => name === "title") ?? [];
  const game = `alone-${newName()}`;
  requestPersistence();
  remember(game, { role: "alone", begin, rules, title, names: players });
  if (!hasScorer()) return location.assign(`/games/alone#${game}`);
  const { keep } = await import("../engine/evening.js");
  await keep(game, { begin });
  return location.assign(`/games/${game}`);
}

/** The links that a form was answered with, in place of those that the phone had. */
function keep({ keys: { play, watch }, title }, before) {
  if (before && before.key !== play) forget(before.key);
  remember(play, { ...before, key: play, watch, title, role: "play" });
}

async function submitted(event, before) {
  const { target: form, submitter } = event;
  const begins = form.id === "new-game";
  if (submitter?.name === "to" || submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  let begun;
  try {
    begun = await ask(form, submitter);
  } catch {
    if (begins && typedIn(form).length > 2) await beginAlone(form);
    return;
  }
  // What is wrong with it the page itself tells, beside the fields.
  if (!begun) return form.submit();
  if (begins) rememberNames(typedIn(form));
  keep(begun, before);
  location.assign(`${begun.page}/share`);
}

const key = document.querySelector("#game")?.dataset.key;
for (const form of document.querySelectorAll("#new-game, [data-keys]")) {
  if (form.id === "new-game") offerNames(form);
  form.addEventListener("submit", (event) => submitted(event, gameOf(key)));
}
