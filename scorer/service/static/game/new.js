// A game is begun: with the names of last time, and without a network on this phone alone.

import { inTime } from "../network.js";
import { requestPersistence } from "../storage.js";
import { _ } from "../words.js";
import { dataOf, onceAtATime, submitAsForm } from "./entering.js";
import { keepLinks } from "./links.js";
import { newName } from "./queue.js";
import { games, hasScorer, names, remember, rememberNames } from "./remembered.js";

const fieldsOf = (form) => [...form.querySelectorAll('[name^="name"]')];
const typedIn = (form) => fieldsOf(form).map(({ value }) => value.trim()).filter(Boolean);

/** What a game began with stands in the form again. */
function fillIn(form, begin) {
  for (const [name, value] of begin) {
    const field = form.elements.namedItem(name);
    if (!field) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    else if (field.type === "checkbox") field.checked = true;
    else field.value = value;
    for (let part = field?.closest?.("details"); part; part = part.parentElement.closest("details")) part.open = true;
  }
}

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

async function ask(form, submitter, options) {
  const body = new URLSearchParams(dataOf(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, ...options, headers: { Accept: "application/json", ...options.headers } });
  return answer.status === 201 ? answer.json() : null;
}

/** Begins a game on the server: under one name one game, however often it is sent. */
const askToBegin = (form, submitter, name) => inTime((signal) => ask(form, submitter, { signal, headers: { "Idempotency-Key": name } }));

/** What the server would say of the names, later; nothing where it takes them. */
function problemOf(players, needed) {
  const twice = players.find((name, at) => players.indexOf(name) < at);
  if (players.length < needed) return _("Enter the names of {number} players.", { number: needed });
  return twice && _("Two players are called {name}: change one of the names.", { name: twice });
}

/** The fields that a game begins with. */
const beginOf = (form) => [...new FormData(form)].filter(([, value]) => value !== "");

/** Without a network the game begins on this phone. Answers whether the page is left. */
async function beginAlone(form, game) {
  const players = typedIn(form);
  const problem = problemOf(players, Number(form.querySelector("[data-needed]").dataset.needed));
  if (problem) {
    showProblem(fieldsOf(form).find(({ value }) => !value.trim()) ?? fieldsOf(form).at(-1), problem);
    return false;
  }
  const begin = beginOf(form);
  const [, rules] = begin.find(([name]) => name === "rules");
  const [, title = ""] = begin.find(([name]) => name === "title") ?? [];
  requestPersistence();
  remember(game, { role: "alone", begin, rules, title, names: players });
  if (hasScorer()) {
    const { keep } = await import("../engine/evening.js");
    await keep(game, { begin });
  }
  location.assign(hasScorer() ? `/games/${game}` : `/games/alone#${game}`);
  return true;
}

/** Says what is wrong beside a field, until something else is typed. */
function showProblem(field, problem) {
  field.setCustomValidity(problem);
  field.reportValidity();
  field.form.addEventListener("input", () => field.setCustomValidity(""), { once: true });
}

/** Asks for new links: under the same name they are the same links, until they are here. */
function askForLinks(form, submitter) {
  const { once } = form.elements;
  once.value ||= newName();
  return inTime((signal) => ask(form, submitter, { signal }));
}

/** Says at the end of a form that no answer came. */
function sayUnreached(form) {
  form.querySelector("[role=status]")?.remove();
  form.append(Object.assign(document.createElement("p"), { className: "note", role: "status", textContent: _("No network: try again.") }));
}

async function submitted(form, submitter, before) {
  const begins = form.id === "new-game";
  const name = before ?? `alone-${newName()}`;
  // Where the answer is lost, this is asked again.
  if (begins && before) remember(name, { begin: beginOf(form), names: typedIn(form) });
  let begun;
  try {
    begun = await (begins ? askToBegin(form, submitter, name) : askForLinks(form, submitter));
  } catch {
    if (begins) return beginAlone(form, name);
    sayUnreached(form);
    return false;
  }
  if (!begun) {
    // What is wrong with it the page itself tells, beside the fields.
    submitAsForm(form, submitter);
    return true;
  }
  if (begins) rememberNames(typedIn(form));
  // Whoever comes back to this page wants others.
  else form.elements.once.value = "";
  await keepLinks(begun, before);
  location.assign(`${begun.page}/share`);
  return true;
}

/** A game that this phone has begun without a network, and the server refused: it is corrected here. */
const refused = games().find(({ key, role }) => role === "alone" && key === location.hash.slice(1));
const key = document.querySelector("#game")?.dataset.key ?? refused?.key;
for (const form of document.querySelectorAll("#new-game, [data-keys]")) {
  if (refused) form.action += location.hash;
  // Only as it comes from that game's page: later the form has what was chosen or typed in it.
  if (refused && new URLSearchParams(location.search).has("refused")) fillIn(form, refused.begin);
  if (form.id === "new-game") offerNames(form);
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (submitter?.name === "to" || submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    onceAtATime(form, () => submitted(form, submitter, key));
  });
}
