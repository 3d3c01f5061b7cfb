// What has been learned: what was missed comes back later and later, and a file of it is read with care.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, due, known, nothing, read } from "../../scorer/service/static/learn/store.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const exercise = (address, more = {}) => ({ address, rules: "mcr", right: 0, of: 2, counted: ["a", "b"], missed: [], ...more });
const RIGHT = { right: 2 };

test("what was missed comes back in ten minutes, and later each time it is right", () => {
  let state = answered(nothing(), exercise("/learn/train?x"), 0);
  assert.deepEqual(due(state, 9 * MINUTE), []);
  let now = 10 * MINUTE;
  for (const days of [1, 3, 7, 16, 35]) {
    assert.deepEqual(due(state, now), ["/learn/train?x"]);
    state = answered({ ...state, last: "" }, exercise("/learn/train?x", RIGHT), now);
    assert.deepEqual(due(state, now + days * DAY - 1), []);
    now += days * DAY;
  }
  state = answered({ ...state, last: "" }, exercise("/learn/train?x", RIGHT), now);
  assert.deepEqual(state.cards, {});
});

test("what is missed again begins anew", () => {
  let state = answered(nothing(), exercise("/learn/train?x"), 0);
  state = answered({ ...state, last: "" }, exercise("/learn/train?x", RIGHT), DAY);
  state = answered({ ...state, last: "" }, exercise("/learn/train?x"), 2 * DAY);
  assert.deepEqual(due(state, 2 * DAY + 10 * MINUTE), ["/learn/train?x"]);
});

test("what was right at once does not come back, and counts for its rules", () => {
  const state = answered(nothing(), exercise("/learn/train?x", RIGHT), 0);
  assert.deepEqual(state.cards, {});
  assert.deepEqual(known(state, "mcr", "a"), [1, 0]);
  assert.deepEqual(state.answered.mcr, [1, 1]);
});

test("a rule that was left out is missed, and others are not for it", () => {
  const state = answered(nothing(), exercise("/learn/train?x", { missed: ["b"] }), 0);
  assert.deepEqual(known(state, "mcr", "a"), [0, 0]);
  assert.deepEqual(known(state, "mcr", "b"), [1, 1]);
});

test("checked again at once it counts no more", () => {
  const once = answered(nothing(), exercise("/learn/train?x"), 0);
  assert.equal(answered(once, exercise("/learn/train?x", RIGHT), 5), once);
});

test("the longest due comes first, of the ruleset that is asked for", () => {
  let state = answered(nothing(), exercise("/learn/train?late"), 5);
  state = answered(state, exercise("/learn/train?early"), 1);
  state = answered(state, exercise("/learn/train?other", { rules: "british" }), 0);
  assert.deepEqual(due(state, DAY, "mcr"), ["/learn/train?early", "/learn/train?late"]);
  assert.equal(due(state, DAY).length, 3);
});

test("no more is kept than a phone should", () => {
  let state = nothing();
  for (let n = 0; n < 450; n += 1) state = answered(state, exercise(`/learn/train?${n}`), n);
  assert.equal(Object.keys(state.cards).length, 400);
  assert.ok(state.cards["/learn/train?449"]);
});

test("what was exported is read again, and nothing else is", () => {
  const state = { ...answered(nothing(), exercise("/learn/train?x"), 0), last: "" };
  assert.deepEqual(read(JSON.stringify(state)), state);
  const wrong = [
    "", "{", "null", "[]", "{}", '{"version":2}',
    JSON.stringify({ ...state, cards: [] }),
    JSON.stringify({ ...state, cards: { "https://example.org/learn/x?": { rules: "mcr", box: 0, due: 0 } } }),
    JSON.stringify({ ...state, cards: { "/learn/train?x": { rules: "mcr", box: 9, due: 0 } } }),
    JSON.stringify({ ...state, cards: { "javascript:1": { rules: "mcr", box: 0, due: 0 } } }),
    JSON.stringify({ ...state, answered: { mcr: [1] } }),
    JSON.stringify({ ...state, rules: { mcr: { a: [1, -1] } } }),
    JSON.stringify({ ...state, rules: { mcr: 1 } }),
  ];
  for (const text of wrong) assert.equal(read(text), undefined, text);
});
