// What a tap feels like, and that it is still where less motion is asked for.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { buzz, count, lay } from "../../scorer/service/static/keypad/feel.js";

let [felt, moved, frames, lively] = [[], 0, [], true];

beforeEach(() => {
  [felt, moved, frames, lively] = [[], 0, [], true];
  globalThis.matchMedia = () => ({ matches: lively });
  globalThis.requestAnimationFrame = (step) => frames.push(step);
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { vibrate: (pattern) => felt.push(pattern) } });
});

afterEach(() => {
  delete globalThis.matchMedia;
});

const element = (textContent = "") => ({ textContent, dataset: {}, animate: () => (moved += 1) });

const runTo = (time) => frames.splice(0).forEach((step) => step(performance.now() + time));

test("a tile that is laid moves, and is felt", () => {
  lay(element());
  buzz(8);
  assert.deepEqual([moved, felt], [1, [[8]]]);
});

test("nothing moves and nothing buzzes where less motion is asked for, nor where that cannot be told", () => {
  lively = false;
  const total = element("8");
  for (const ask of [() => {}, () => delete globalThis.matchMedia]) {
    ask();
    lay(element());
    buzz(8);
    count(total, "104");
    assert.deepEqual([moved, felt, frames.length, total.textContent], [0, [], 0, "104"]);
  }
});

test("a phone that cannot buzz goes without", () => {
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} });
  buzz(8);
});

test("a total runs to what it is now", () => {
  const total = element("8");
  count(total, "104");
  runTo(100);
  assert.ok(Number(total.textContent) > 8 && Number(total.textContent) < 104, total.textContent);
  runTo(1000);
  assert.deepEqual([total.textContent, frames.length], ["104", 0]);
});

test("the last of two totals stands", () => {
  const total = element("8");
  count(total, "104");
  count(total, "16");
  runTo(1000);
  runTo(1000);
  assert.equal(total.textContent, "16");
});

test("a total that is the first, the same, gone or no plain number is just shown", () => {
  for (const [was, now] of [["", "8"], ["8", "8"], ["8", ""], ["1,000", "8"], ["8", "1,000"]]) {
    const total = element(was);
    count(total, now);
    assert.deepEqual([total.textContent, frames.length], [now, 0]);
  }
});
