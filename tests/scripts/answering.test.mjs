// What the scorer that is kept on a phone answers, and what it leaves to the network.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Answering } from "../../scorer/service/static/engine/answering.js";
import { differ } from "../../scorer/service/static/game/sending.js";

globalThis.registration = { addEventListener: () => {} };
const answering = new Answering({}, "1.0");
const answers = (path, { method = "GET", mode = "navigate" } = {}) => answering.answers({ method, mode }, new URL(path, "https://scorer.example"));

test("pages that the scorer makes are answered on the phone", () => {
  for (const path of ["/", "/?rules=mcr&go=1", "/table", "/waits", "/why?rules=mcr", "/compare", "/rules", "/rules/mcr", "/learn/lessons/mcr/fan", "/games/abc", "/games/abc/hand/3"]) assert.ok(answers(path), path);
});

test("what the server alone has is left to it", () => {
  for (const path of ["/docs", "/keep", "/privacy", "/games", "/games/new", "/games/alone", "/games/privacy", "/api/v1/rulesets"]) assert.ok(!answers(path), path);
});

test("a hand that is tapped in, and a program's document, are answered", () => {
  for (const path of ["/live/score", "/live/table", "/api/v1/score", "/api/v1/compare", "/api/v1/what-if"]) assert.ok(answers(path, { method: "POST", mode: "cors" }), path);
});

test("entries, new games and uploads are never answered on the phone", () => {
  for (const path of ["/games/new", "/games/abc/hand", "/api/v1/games", "/api/v1/games/abc/entries", "/api/v1/score/batch"]) {
    assert.ok(!answers(path, { method: "POST", mode: "cors" }), path);
  }
});

test("points differ where any player has others", () => {
  assert.ok(differ({ p1: 4, p2: -4 }, { p1: 4, p3: -4 }));
  assert.ok(!differ({ p1: 4, p2: -4, p3: 0 }, { p2: -4, p1: 4 }));
  assert.ok(!differ(undefined, { p1: 4 }));
});
