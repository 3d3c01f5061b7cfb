// A second tap in the same place is not meant for what has just come up there.

/** The milliseconds after a change in which no button is pressed. */
const SETTLING = 500;
/** The pixels within which two taps are in the same place. */
const FINGER = 24;

/** What acts at once. */
const BUTTONS = "form button, #waiting button";
/** What leads to a form, which only a finger aimed at something else would meet. */
const WAYS = ".game-plate :is(a, button), .game-dock a";

const timers = new WeakMap();

/** This part of the page has changed, perhaps under a finger, or `moved`, when something above it came or went. */
export function settle(part, { moved = false } = {}) {
  clearTimeout(timers.get(part));
  part.dataset.settling = moved ? "moved" : part.dataset.settling ?? "";
  timers.set(part, setTimeout(() => delete part.dataset.settling, SETTLING));
}

/** Ignores buttons of forms, and of what waits, in a part that has just changed; in one that has moved the plates of
    the players and what is next, too; and all links and buttons where the tap before was in the same place. A key
    of the keyboard has no place: it acts on what has the focus, wherever that is now. */
export function ignoreWhileSettling() {
  let before;
  addEventListener("click", (event) => {
    const isByKey = event.detail === 0;
    const isSecond = !isByKey && before && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < FINGER;
    if (!isByKey) before = event;
    const { target } = event;
    const isEarly = isSecond ? target.closest("a, button")?.closest("[data-settling]")
      : target.closest(BUTTONS)?.closest("[data-settling]") ?? (!isByKey && target.closest(WAYS)?.closest("[data-settling=moved]"));
    if (!isEarly) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}
