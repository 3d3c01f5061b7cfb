// The keypad: taps become text in the form's own fields, and the form is scored as it fills.

import { fill, isBegun, isEmpty } from "./form.js";
import { Kept } from "./kept.js";
import { listen, OTHER_HAND } from "./listening.js";
import { live } from "./live.js";
import { Players } from "./players.js";
import { screenOf } from "./screen.js";
import { stage } from "./stage.js";
import { State } from "./state.js";
import { foldTyped } from "./typed.js";

// Where the keys stand beside the hand, as in styles/keypad/panes.css.
const BESIDE = "(min-width: 60rem), (min-width: 36rem) and (max-height: 35.99rem)";

/** What a page with faults does about them; most pages have none. */
async function faultsIn(form, faultyPage) {
  if (!faultyPage) return { seat: "", forget: () => {} };
  const { faultsOf, seatAtFault } = await import("./faults.js");
  return { seat: seatAtFault(faultyPage), forget: faultsOf(form) };
}

/** What only some rulesets ask is fetched where they do. */
async function questionsOf({ asksMore }) {
  if (!asksMore) return () => {};
  const { tellFurther } = await import("./telling.js");
  return tellFurther;
}

/** A table has its questions in a strip; a state of one hand has none. */
async function stripFor({ page }) {
  if (page !== "table") return () => undefined;
  const { stripOf } = await import("../table/strip.js");
  return stripOf;
}

/** In a game players move from seat to seat, and what is kept with them. */
async function seatsOfGame() {
  const { broughtTo, seatOf } = await import("../game/seats.js");
  const { bringSticks, noteSticks } = await import("../game/sticks.js");
  return { broughtTo, seatOf, bringSticks, noteSticks };
}

/** The browser has its turn: what begins the keys is long on a slow phone, and nobody is to wait for the whole. */
const giveWay = () => globalThis.scheduler?.yield?.() ?? new Promise((done) => setTimeout(done));

async function start(place, form, facts, further) {
  const scoredPage = Boolean(document.querySelector("#result"));
  const faultyPage = document.querySelector(".problems");
  // Who is typing already, before there were keys, goes on typing.
  const begun = isBegun(form) || "touched" in document.documentElement.dataset;
  const kept = new Kept(form, facts, facts.game && await seatsOfGame());
  if (!scoredPage && !faultyPage && !begun && isEmpty(form, facts) && kept.elsewhere) {
    location.replace(`${location.pathname}?rules=${encodeURIComponent(kept.elsewhere)}`);
    return;
  }
  kept.useRules(facts.rules);
  const faults = await faultsIn(form, faultyPage);
  const players = new Players(form, facts);
  const state = new State(form, facts, players, kept);
  // Held upright a phone shows what is wrong first; elsewhere there is room for both.
  state.folded = begun || Boolean(faultyPage && !matchMedia(BESIDE).matches);
  if (players.four) state.seat = kept.seat || faults.seat;

  const [askMore, stripOf] = await further;
  askMore(state);
  state.strip = stripOf(state);
  await giveWay();
  const screen = screenOf(state, place);
  state.attach(screen, live(form, () => (state.strip ?? { stage: () => stage(state) }).stage(), (now) => {
    faults.forget(now.answered);
    state.hear(now);
  }));
  await giveWay();
  bringBack(state, scoredPage, faultyPage);
  state.begin();
  // What the browser itself would bring back is not wanted.
  form.autocomplete = "off";
  await giveWay();
  state.refresh();
  await giveWay();
  await screen.show(giveWay);
  listen(state, screen, place, scoredPage);
  screen.keepClear();
  foldTyped(begun);
}

/** What the address and this browser know of the hand and the table. */
function bringBack(state, scoredPage, faultyPage) {
  const { form, kept } = state;
  // A page that was kept for when there is no network came without what its address holds.
  if ("kept" in document.documentElement.dataset) fill(form, kept.parameters);
  if (scoredPage) {
    kept.settle();
    state.lookAt("");
  } else if (!faultyPage) kept.restoreTable();
  const became = kept.restoreHand();
  if (!faultyPage) kept.seats?.bringSticks(form, state.facts);
  state.note = OTHER_HAND[became]?.() ?? "";
  // The player whose keys these were belongs to the hand that lay here before.
  if (became === "before" && !faultyPage) state.seat = "";
  if (!scoredPage) state.points.open();
  kept.begin();
}

/** Once the page has been painted as it came: what can be seen of it is known after that. */
const painted = () => new Promise((done) => {
  new IntersectionObserver((_seen, observer) => {
    observer.disconnect();
    done();
  }).observe(document.documentElement);
});

const place = document.querySelector("#keypad");
const factsNow = () => JSON.parse(place.dataset.facts);
const further = Promise.all([questionsOf(factsNow()), stripFor(factsNow())]);
await painted();
// A game that was begun without a network says first whose hand it is: that adds to the facts.
if (new URLSearchParams(location.search).has("game")) {
  const { prepared } = await import("../game/alone-hand.js");
  await prepared;
}
await start(place, place.closest("form"), factsNow(), further);
