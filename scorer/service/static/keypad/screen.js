// The parts of the keypad put together in the page, and drawn as the state is.

import { barOf } from "./bar.js";
import { chipsOf, panelOf } from "./chips.js";
import { make } from "./elements.js";
import { isPlayed } from "./form.js";
import { handCard } from "./hand.js";
import { keyboard } from "./keys.js";
import { namesOf } from "./tiles.js";

/** The milliseconds in which a second tap in the same place is not meant for what has just come up there. */
export const SETTLING = 300;

const isTold = (entry) =>
  [...entry.querySelectorAll("input, select")].some(({ type, checked, value }) => (type === "checkbox" ? checked : value));

/** What there is only under a house rule: the form shows it as long as that is played, or it has a value. */
function showPlayed(form, facts) {
  for (const entry of form.querySelectorAll("[data-option]")) {
    const { option, value } = entry.dataset;
    entry.hidden = !isPlayed(form, facts, [option, value]) && !isTold(entry);
    const part = entry.matches(".check, .event") ? entry.closest("details") : null;
    if (part) part.hidden = !part.querySelector(".check:not([hidden]), .event:not([hidden])");
  }
}

/** Build the keypad: what a state is attached to, and the parts that are listened to. It is drawn before it is
    shown in its place, so that nothing is laid out twice. */
export function screenOf(state, place) {
  const names = namesOf(state.facts);
  const elsewhere = () => bar.result;
  const card = handCard(state, names);
  const keys = keyboard(state, names);
  const chips = chipsOf(state, { ask, elsewhere });
  const panel = panelOf(state, { light: card.light, onDone: putOff, onChange: keepStill, elsewhere });
  const bar = barOf(state, { onResult });
  const dock = make("div", { class: "kp-dock" }, panel.panel, chips.chips, keys.keys, state.strip?.list, bar.bar);

  /** Show the hand and then the keys, so that the browser lays out one at a time. */
  async function show(giveWay) {
    const [awaitedCard, awaitedDock] = place.children;
    awaitedCard.replaceWith(card.card);
    place.hidden = false;
    document.documentElement.classList.add("kp-on");
    await giveWay();
    if (bar.main) bar.bar.append(bar.main);
    awaitedDock.replaceWith(dock, bar.spoken);
  }

  const isFixed = () => getComputedStyle(dock).position === "fixed";
  let stillness = 0;

  /** A second tap in the same place is not meant for what has just come up there. */
  function keepStill() {
    clearTimeout(stillness);
    dock.classList.add("kp-still");
    stillness = setTimeout(() => dock.classList.remove("kp-still"), SETTLING);
  }

  /** On a short screen the dock may lie over the hand: then the page moves, not the keys; and it
      moves back when there is room again. */
  function keepInSight() {
    if (!isFixed()) {
      // Where the keys lie in the page, a question may have come up out of sight.
      if (state.asked) panel.panel.scrollIntoView({ block: "nearest" });
      return;
    }
    measureDock();
    const { top, bottom } = card.card.getBoundingClientRect();
    const room = dock.getBoundingClientRect().top - card.hand.getBoundingClientRect().bottom - 8;
    if (room < 0) scrollBy(0, -room);
    else if (top < 0 && bottom > 0) scrollBy(0, Math.max(top, -room));
  }

  function measureDock() {
    const fixed = isFixed() ? dock : bar.bar;
    const height = getComputedStyle(fixed).position === "fixed" ? fixed.offsetHeight : 0;
    document.documentElement.style.setProperty("--dock", `${height}px`);
  }

  /** The page keeps clear of the dock, whatever its height. */
  function keepClear() {
    new ResizeObserver(measureDock).observe(dock);
    addEventListener("resize", measureDock);
  }

  function ask(name) {
    state.ask(name);
    // The chip that was pressed is hidden now, or the question is.
    const answer = panel.panel.querySelector('[aria-pressed="true"]') ?? panel.panel.querySelector(".kp-choice");
    if (!state.asking) chips.focusChip(name, isFixed());
    else answer?.focus({ preventScroll: isFixed() });
  }

  function putOff() {
    chips.focusChip(state.putOff(), true);
  }

  function onResult() {
    const { answer } = state;
    if (answer.failed) state.refresh();
    else if (answer.panel) {
      state.toggleLines();
      if (state.showing) panel.panel.focus({ preventScroll: isFixed() });
    } else if (state.canAsk(answer.field)) ask(answer.field);
    else if (state.wrongSeat) state.turnTo(state.wrongSeat);
  }

  function drawBar() {
    bar.drawBar();
    dock.classList.toggle("kp-folded", state.folded);
    dock.classList.toggle("kp-asking", Boolean(panel.panel.querySelector(".kp-choices")));
    const { count, most } = state.current;
    dock.classList.toggle("kp-whole", count >= most || Boolean(state.players.four && !state.value("winner") && !count));
    // Who reads the lines wants to see the hand beside them, not the keys.
    dock.classList.toggle("kp-reading", state.showing);
    place.classList.toggle("kp-on-left", state.kept.onLeft);
  }

  /** Draw all as it is now; `answer` where nothing else is new since it was drawn last. */
  const draw = (answer = false) => state.players.whileStill(() => drawParts(state.current, answer));

  function drawParts(mine, answer) {
    showPlayed(state.form, state.facts);
    card.drawHand(mine, answer);
    card.drawSeats(mine, answer);
    keys.drawKeys(mine, answer);
    chips.drawChips(answer);
    panel.drawPanel(answer);
    drawBar();
    state.strip?.draw(dock, bar.main, answer);
  }

  return {
    ask, draw, drawBar, keepClear, keepInSight, show, hand: card.hand, light: card.light, panel: panel.panel,
  };
}
