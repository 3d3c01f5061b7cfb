// What a table is asked, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { setValues } from "../../scorer/service/static/keypad/form.js";
import { Players } from "../../scorer/service/static/keypad/players.js";
import { BEGUN, NONE, questionsOf, WHOLE } from "../../scorer/service/static/table/questions.js";
import { tableQuestions, tableStage } from "../../scorer/service/static/table/stage.js";
import { facts, tableForm } from "./form.mjs";

const nothing = { winners: [], nobody: false, won: false, round: undefined, draw: [], hands: { E: NONE, S: NONE, W: NONE, N: NONE } };
const classical = { losers: true };
const mcr = { losers: false };

/** The names of the questions, the open one in brackets, with ✓ where they are answered. */
const shown = (asked) => asked.map(({ question, seat = "", answered, open }) => {
  const name = `${question}${seat}${answered ? "✓" : ""}`;
  return open ? `[${name}]` : name;
}).join(" ");

const told = (others, rules = classical) => shown(questionsOf(rules, { ...nothing, ...others }));

test("first it is asked who won", () => {
  assert.equal(told({}), "[winner] won worth losers");
  assert.equal(told({}, mcr), "[winner] won worth");
});

test("then how, what the hand is worth, and what the losers have", () => {
  const hands = { ...nothing.hands };
  assert.equal(told({ winners: ["S"] }), "winner✓ [won] worthS losers");
  assert.equal(told({ winners: ["S"], won: true }), "winner✓ won✓ [worthS] losers");
  hands.S = WHOLE;
  assert.equal(told({ winners: ["S"], won: true, hands }), "winner✓ won✓ worthS✓ [losers]");
  Object.assign(hands, { E: WHOLE, W: WHOLE });
  assert.equal(told({ winners: ["S"], won: true, hands }), "winner✓ won✓ worthS✓ [losers]");
  hands.N = WHOLE;
  assert.equal(told({ winners: ["S"], won: true, hands }), "winner✓ won✓ worthS✓ losers✓");
});

test("the others score nothing: then no loser is missing but one that was begun", () => {
  const hands = { ...nothing.hands, S: WHOLE };
  const won = { winners: ["S"], won: true, others: true };
  assert.equal(told({ ...won, hands }), "winner✓ won✓ worthS✓ losers✓");
  assert.equal(told({ ...won, hands: { ...hands, W: BEGUN } }), "winner✓ won✓ worthS✓ [losers]");
  assert.equal(told(won), "winner✓ won✓ [worthS] losers✓");
});

test("where losers do not score nothing is asked of them", () => {
  assert.equal(told({ winners: ["S"], won: true, hands: { S: WHOLE } }, mcr), "winner✓ won✓ worthS✓");
});

test("each of two winners has a worth", () => {
  const hands = { S: WHOLE, W: NONE };
  assert.equal(told({ winners: ["S", "W"], won: true, hands }, mcr), "winner✓ won✓ worthS✓ [worthW]");
});

test("a hand that was begun is finished first, once it is known who won", () => {
  const hands = { ...nothing.hands, S: BEGUN };
  assert.equal(told({ hands }), "[winner] won worth losers");
  assert.equal(told({ winners: ["S"], hands }), "winner✓ won [worthS] losers");
  assert.equal(told({ winners: ["E"], hands }), "winner✓ won worthE [losers]");
});

test("of a draw it is asked how it ended and who waits", () => {
  const draw = [{ question: "t.draw", answered: true }, { question: "p.tenpai", answered: false }];
  assert.equal(told({ nobody: true, draw }, mcr), "winner✓ t.draw✓ [p.tenpai]");
  assert.equal(told({ nobody: true }), "winner✓");
});

test("the wind of the round is asked only where no game knows it", () => {
  assert.equal(told({ winners: ["S"], won: true, round: "" }), "winner✓ won✓ [round] worthS losers");
  assert.equal(told({ winners: ["S"], won: true, round: "E" }), "winner✓ won✓ round✓ [worthS] losers");
});

function table(others = {}) {
  const form = tableForm();
  const rules = facts("table", others);
  const players = new Players(form, rules);
  const stage = () => tableStage({ form, facts: rules, players, current: players.of("") });
  return { form, stage, tell: (name, ...values) => setValues(form, name, values), asked: () => shown(tableQuestions(form, rules, players)) };
}

test("a form is read as its questions, and the bar names the open one", () => {
  const { asked, stage, tell } = table();
  assert.deepEqual(stage(), { say: "Choose who won", field: "winner" });
  tell("winner", "S");
  assert.equal(asked(), "winner✓ [won] round worthS losers");
  assert.equal(stage().field, "won");
  tell("won", "discard");
  assert.equal(stage().field, "from");
  tell("from", "E");
  assert.deepEqual(stage(), { say: "Which round?", field: "round" });
  tell("round", "E");
  assert.deepEqual(stage(), { say: "Enter South’s tiles, or what the table agreed on", seat: "S" });
  tell("s.hand", "1b");
  assert.deepEqual(stage(), { say: "South: 13 tiles short", seat: "S" });
  tell("s.hand");
  tell("s.points", "32");
  // The scorer says who is missing beside what the winner has.
  assert.deepEqual(stage(), { ask: "table" });
  assert.equal(asked(), "winner✓ won✓ round✓ worthS✓ [losers]");
  for (const seat of ["e", "w", "n"]) tell(`${seat}.points`, "0");
  assert.equal(asked(), "winner✓ won✓ round✓ worthS✓ losers✓");
});

test("a loser with a flower alone has tiles to come; a part of a hand is enough", () => {
  const { asked, stage, tell } = table({ asksRound: false });
  tell("winner", "S");
  tell("won", "self_draw");
  tell("s.points", "32");
  for (const seat of ["w", "n"]) tell(`${seat}.points`, "0");
  tell("e.flowers", "F1");
  assert.deepEqual(stage(), { say: "East: 13 tiles short", seat: "E" });
  tell("e.part", "yes");
  assert.equal(asked(), "winner✓ won✓ worthS✓ losers✓");
});

test("while earlier hands wait it is said who is still to be entered", () => {
  const { stage, tell } = table({ asksRound: false, unsettled: true });
  tell("winner", "S");
  tell("won", "self_draw");
  tell("s.points", "32");
  assert.deepEqual(stage(), { say: "Still to enter: East, West, North" });
  for (const seat of ["e", "w", "n"]) tell(`${seat}.points`, "0");
  assert.deepEqual(stage(), { say: "Payments follow when the waiting hands are scored" });
});

test("the others score nothing where the form says so", () => {
  const { asked, stage, tell } = table({ asksRound: false, unsettled: true });
  for (const [name, value] of [["winner", "S"], ["won", "self_draw"], ["s.points", "32"], ["others", "0"]]) tell(name, value);
  assert.equal(asked(), "winner✓ won✓ worthS✓ losers✓");
  assert.deepEqual(stage(), { say: "Payments follow when the waiting hands are scored" });
  tell("w.hand", "1b");
  assert.deepEqual(stage(), { say: "West: 12 tiles short", seat: "W" });
});
