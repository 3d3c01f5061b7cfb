// A form of a game becomes an entry that waits to be sent.

import { add, moveLater, newName, put, waiting } from "./queue.js";
import { gameOf, seen } from "./remembered.js";

const BESIDE = ["after", "once", "by"];

/** What a form holds, with the button that was tapped: FormData itself takes no button in Safari before 16.4. */
export function dataOf(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return data;
}

/** Writes who holds this phone into forms of a game, for when they are sent as a page does. */
export function sign(game, forms = document.querySelectorAll("[data-entry]")) {
  const name = gameOf(game)?.name ?? "";
  for (const { elements: { by } } of forms) if (by) by.value = name;
}

/** Sends it as a page does, with the button that was tapped. */
export function submitAsForm(form, submitter) {
  const { name = "", value = "" } = submitter ?? {};
  const tapped = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form.append(tapped);
  form.submit();
  tapped.remove();
}

/** Does this for a form, unless it is being done: a second tap meanwhile is none. Where it answers that
    the page is left, none comes until somebody returns to it. */
export async function onceAtATime(form, act) {
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  const free = () => form.removeAttribute("aria-busy");
  addEventListener("pageshow", ({ persisted }) => persisted && free());
  const isLeft = await act().catch((error) => {
    free();
    throw error;
  });
  if (!isLeft) free();
}

/** Keeps the fields of this form on the disk, in the place of the entry that it corrects, {n, once}; `say`
    is its result in words. */
export async function enter(form, game, { submitter, path = form.getAttribute("action") || location.pathname, say = "", corrected } = {}) {
  const fields = dataOf(form, submitter);
  const body = [...fields].filter(([name, value]) => value !== "" && !BESIDE.includes(name));
  const by = gameOf(game)?.name;
  if (by) body.push(["by", by]);
  const known = Number(fields.get("after") ?? 0);
  const all = await waiting(game);
  const old = corrected && all.find(({ n, once }) => n === corrected.n && once === corrected.once);
  const entries = old ? all.filter(({ n }) => n < old.n) : all;
  // A page that was made on this phone knows of what waits already, up to what somebody has to look at.
  const stuck = entries.findIndex(({ stale, refused }) => stale || refused);
  const unknown = stuck < 0 ? 0 : entries.length - stuck;
  const last = "engine" in document.documentElement.dataset ? known + unknown : seen(game, known) + entries.length;
  // One that is gone may count already: then the server says what was entered since this page.
  const after = corrected && !old ? known : last;
  const entry = { game, path, body, what: form.dataset.what ?? "", say, after, once: newName() };
  if (!old) return { ...entry, n: await add(entry) };
  const correction = { ...entry, n: old.n };
  await put(correction);
  await moveLater(correction, 1);
  return correction;
}
