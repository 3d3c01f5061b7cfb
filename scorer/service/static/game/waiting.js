// What waits on this phone, in words: entries without a network, and those that somebody else came before.

import { make } from "../keypad/elements.js";
import { inTime } from "../network.js";
import { isPersistent } from "../storage.js";
import { _, n_ } from "../words.js";
import { rememberCorrected } from "./correcting.js";
import { moveLater, remove, update, waiting } from "./queue.js";
import { differences, forgetDifference } from "./remembered.js";
import { settle } from "./settling.js";

/** A second tap on it is none: what it does takes a moment. */
const tappedOnce = (act) => ({ target }) => {
  settle(target.closest("#game"));
  return act();
};

const button = (text, on, quiet = true) => make("button", { type: "button", class: quiet ? "button quiet" : "button", text, on: tappedOnce(on) });

/** The words of an entry of the sheet, as this page shows it. */
const rowOf = (n) => document.querySelector(`#entry-${n} p`)?.textContent.trim() ?? _("entry {number}", { number: n });

const named = ({ what, say }) => (say ? `${what}: ${say}` : what);

/** Points by player, in words: "Bo +54, Ann −38". */
function inWords(moves) {
  const names = JSON.parse(document.querySelector("#game")?.dataset.names ?? "{}");
  const signed = (points) => `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
  return Object.entries(moves).filter(([, points]) => points).map(([player, points]) => `${names[player] ?? player}\u00a0${signed(points)}`).join(_(", "));
}

/** Shows what waits of a game; `again` sends it. */
export async function showWaiting(place, game, again) {
  const lasts = await isPersistent();
  const entries = await waiting(game).catch(() => []);
  if (!place) return entries.length;
  const asks = entries.find(({ stale, refused }) => stale || refused);
  const shown = entries.length ? [heading(entries, asks), ...list(entries, asks), ...(lasts ? [] : [atStake()]), ...(asks ? question(asks, again) : [])] : [];
  const different = differences(game).flatMap((found) => difference(found, place.dataset, again));
  const before = place.innerHTML;
  place.replaceChildren(...shown, ...different);
  place.hidden = !place.childElementCount;
  // All that lies below moves, too.
  if (place.innerHTML !== before) settle(place.closest("#game"), { moved: true });
  return entries.length;
}

function heading(entries, asks) {
  if (asks?.stale) return make("h2", { text: _("The game has changed") });
  if (asks) return make("h2", { text: _("This entry was not accepted") });
  return make("h2", { text: n_("{number} entry waits on this phone for the network", "{number} entries wait on this phone for the network", entries.length) });
}

const atStake = () => make("p", { class: "note", text: _("Open this game again within a week: some browsers, such as Safari, delete what a page has stored after seven days without a visit.") });

function list(entries, asks) {
  const others = entries.filter((entry) => entry !== asks);
  return others.length ? [make("ul", {}, ...others.map((entry) => make("li", { text: named(entry) })))] : [];
}

function question(entry, again) {
  return entry.stale ? aboutStale(entry, again) : aboutRefused(entry, again);
}

/** What the server made of an entry counts; the table may have paid by what this phone said. */
function difference({ n, what, here, there }, labels, again) {
  const seen = async () => {
    forgetDifference(n);
    await again();
  };
  return [
    make("h2", { text: labels.different }),
    make("p", { text: what }),
    make("ul", {}, make("li", { text: `${labels.here} ${inWords(here)}` }), make("li", { text: `${labels.there} ${inWords(there)}` })),
    make("p", { class: "buttons" }, button(labels.seen, seen)),
  ];
}

const drop = (entry, again) => async () => {
  await moveLater(entry, 0);
  await remove(entry.n);
  await again();
};

/** Sends it after all that is there now. */
const after = (entry, again, changes = {}) => async () => {
  await moveLater(entry, 1);
  await update(entry, { stale: undefined, after: entry.stale.version, ...changes });
  await again();
};

/** A way to go on with an entry that came second, and who pays whom by it as the game stands now. */
function way(text, act, { moves, errors } = {}, quiet = true) {
  const said = errors?.length ? errors.join(" ") : moves && inWords(moves);
  return make("p", { class: "way-on" }, !errors?.length && button(text, act, quiet), said && make("span", { text: said }));
}

function aboutStale(entry, again) {
  const { entries, comesTo = {} } = entry.stale;
  const rows = entries.map(({ n }) => make("li", {}, make("a", { href: `/games/${entry.game}/entries/${n}`, text: rowOf(n) })));
  const isHand = entry.path.endsWith("/hand");
  const { next, instead } = comesTo;
  return [
    make("p", { text: _("Entered in the meantime:") }),
    make("ul", {}, ...rows),
    make("p", { text: _("Your entry, still waiting: {what}", { what: named(entry) }) }),
    way(_("Theirs is right: drop mine"), drop(entry, again), {}, false),
    way(isHand ? _("Mine is the next hand: enter it too") : _("Enter mine too"), after(entry, again), next),
    instead && way(_("Mine is right: let it replace theirs"), after(entry, again, { path: `${entry.path}/${instead.entry}` }), instead),
    isHand && next?.errors?.length && make("p", { class: "buttons" }, button(_("Correct it"), () => correct(entry))),
  ].filter(Boolean);
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

/** Why a hand cannot be corrected now. */
function showProblem(text) {
  document.querySelector("#waiting .unreached")?.remove();
  document.querySelector("#waiting").append(make("p", { class: "note unreached", role: "status", text }));
}

/** Sends the form as a page does: it comes back with what is wrong beside its fields, and is corrected
    there in its place among what waits. */
async function correct(entry) {
  const { ok, status } = await inTime((signal) => fetch(`/api/v1/games/${entry.game}`, { method: "HEAD", signal })).catch(() => ({}));
  if (!ok) return showProblem(status === 404 ? _("This game has been removed, or has new links.") : _("No network: try again."));
  if (!(await waiting(entry.game)).some(({ n }) => n === entry.n)) return undefined;
  const form = make("form", { method: "post", action: entry.path, hidden: "" },
    ...[...entry.body, ["after", entry.after], ["once", entry.once]].map(([name, value]) => make("input", { type: "hidden", name, value })));
  document.body.append(form);
  rememberCorrected(entry);
  return form.submit();
}
