// A form of a game becomes an entry that waits to be sent.

import { add, newName, waiting } from "./queue.js";
import { gameOf, seen } from "./remembered.js";

const BESIDE = ["after", "once", "by"];

/** Keeps what this form tells, on the disk; `said` is what it comes to, in words. */
export async function enter(form, game, { submitter, path = form.getAttribute("action") || location.pathname, say = "" } = {}) {
  const told = new FormData(form, submitter);
  const body = [...told].filter(([name, value]) => value !== "" && !BESIDE.includes(name));
  const by = gameOf(game)?.name;
  if (by) body.push(["by", by]);
  const ahead = (await waiting(game)).length;
  const after = seen(game, Number(told.get("after") ?? 0)) + ahead;
  const entry = { game, path, body, what: form.dataset.what ?? "", say, after, once: newName() };
  return { ...entry, n: await add(entry) };
}
