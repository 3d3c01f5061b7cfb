// What waits on this phone, in words: entries without a network, and those that somebody else came before.

import { make } from "../keypad/elements.js";
import { _, n_ } from "../words.js";
import { put, remove, waiting } from "./queue.js";
import { differences, forgetDifference } from "./remembered.js";

const button = (text, on, quiet = true) => make("button", { type: "button", class: quiet ? "button quiet" : "button", text, on });

/** The words of an entry of the sheet, as this page shows it. */
const rowOf = (n) => document.querySelector(`#entry-${n} p`)?.textContent.trim() ?? _("entry {number}", { number: n });

const named = ({ what, say }) => (say ? `${what}: ${say}` : what);

/** Shows what waits of a game; `again` sends it. */
export async function showWaiting(place, game, again) {
  const entries = await waiting(game).catch(() => []);
  const asks = entries.find(({ stale, refused }) => stale || refused);
  const shown = entries.length ? [heading(entries, asks), ...list(entries, asks), ...(asks ? question(asks, again) : [])] : [];
  const different = differences(game).flatMap((one) => difference(one, place.dataset, again));
  place.replaceChildren(...shown, ...different);
  place.hidden = !place.childElementCount;
  return entries.length;
}

function heading(entries, asks) {
  if (asks?.stale) return make("h2", { text: _("Somebody was quicker") });
  if (asks) return make("h2", { text: _("This entry was not taken") });
  return make("h2", { text: n_("{number} entry waits on this phone for the network", "{number} entries wait on this phone for the network", entries.length) });
}

function list(entries, asks) {
  const others = entries.filter((one) => one !== asks);
  return others.length ? [make("ul", {}, ...others.map((one) => make("li", { text: named(one) })))] : [];
}

function question(entry, again) {
  return entry.stale ? aboutStale(entry, again) : aboutRefused(entry, again);
}

/** What the server made of an entry counts; the table may have paid by what this phone said. */
function difference({ n, what, here, there }, told, again) {
  const names = JSON.parse(document.querySelector("#game")?.dataset.names ?? "{}");
  const words = (moves) => Object.entries(moves).filter(([, points]) => points).map(([player, points]) => `${names[player] ?? player} ${points > 0 ? "+" : ""}${points}`).join(", ");
  const seen = async () => {
    forgetDifference(n);
    await again();
  };
  return [
    make("h2", { text: told.different }),
    make("p", { text: what }),
    make("ul", {}, make("li", { text: `${told.here} ${words(here)}` }), make("li", { text: `${told.there} ${words(there)}` })),
    make("p", { class: "buttons" }, button(told.seen, seen)),
  ];
}

const drop = (entry, again) => async () => {
  await remove(entry.n);
  await again();
};

/** Sends it after all that is there now. */
const after = (entry, again, told = {}) => async () => {
  await put({ ...entry, stale: undefined, after: entry.stale.version, ...told });
  await again();
};

function aboutStale(entry, again) {
  const numbers = entry.stale.entries.map(({ n }) => n);
  const theirs = entry.stale.entries.filter(({ kind }) => kind === "hand").at(-1);
  const rows = numbers.map((n) => make("li", {}, make("a", { href: `/games/${entry.game}/entries/${n}`, text: rowOf(n) })));
  const isHand = entry.path.endsWith("/hand");
  return [
    make("p", { text: _("Meanwhile was entered:") }),
    make("ul", {}, ...rows),
    make("p", { text: _("Yours, which waits: {what}", { what: named(entry) }) }),
    make("p", { class: "buttons" },
      button(_("Theirs is right: drop mine"), drop(entry, again), false),
      button(isHand ? _("Mine is the next hand: enter it too") : _("Enter mine too"), after(entry, again)),
      ...(isHand && theirs ? [button(_("Mine is right: let it replace theirs"), after(entry, again, { path: `${entry.path}/${theirs.n}` }))] : [])),
  ];
}

function aboutRefused(entry, again) {
  return [
    make("p", { text: named(entry) }),
    make("ul", {}, ...entry.refused.map((text) => make("li", { text: text }))),
    make("p", { class: "buttons" },
      button(_("Drop it"), drop(entry, again)),
      ...(entry.path.includes("/hand") ? [button(_("Correct it"), () => correct(entry), false)] : [])),
  ];
}

/** Sends the form as a page does: it comes back with what is wrong beside its fields. */
async function correct(entry) {
  const form = make("form", { method: "post", action: entry.path, hidden: "" },
    ...[...entry.body, ["after", entry.after], ["once", entry.once]].map(([name, value]) => make("input", { type: "hidden", name, value })));
  document.body.append(form);
  await remove(entry.n);
  form.submit();
}
