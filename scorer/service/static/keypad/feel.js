// What a tap feels like: a small motion, a short buzz. None where less motion is preferred.

const LAID = [{ transform: "scale(0.7)", opacity: 0.3 }, { transform: "scale(1.06)", offset: 0.7 }, { transform: "none", opacity: 1 }];
const COUNTED_IN = 280;

const isLively = () => globalThis.matchMedia?.("(prefers-reduced-motion: no-preference)").matches ?? false;

/** This has just come to lie in the hand. */
export function lay(element) {
  if (isLively()) element.animate(LAID, { duration: 140, easing: "ease-out" });
}

/** Felt under the thumb, where the phone can: short for what was laid, twice for what was not. */
export function buzz(...pattern) {
  if (isLively()) navigator.vibrate?.(pattern);
}

/** A total runs up or down to what it is now; one that is no plain number, or the first, is just shown. */
export function count(element, text) {
  const [from, to] = [Number(element.textContent || NaN), Number(text || NaN)];
  element.textContent = text;
  if (!isLively() || !(from !== to) || Number.isNaN(from + to)) return;
  const begun = performance.now();
  const step = (now) => {
    // Somebody else has written there since.
    if (element.dataset.to !== text) return;
    const part = Math.min(1, (now - begun) / COUNTED_IN);
    element.textContent = part < 1 ? String(Math.round(from + (to - from) * part)) : text;
    if (part < 1) requestAnimationFrame(step);
  };
  element.dataset.to = text;
  step(begun);
}
