// The form's fields read as a hand, and written back.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as fields from "../../scorer/service/static/keypad/form.js";
import { Hand } from "../../scorer/service/static/keypad/held.js";
import { facts, handForm, longForm, ofCard, ofSixteen } from "./form.mjs";

const { setValues, valueOf } = fields;

function handOf(values = {}) {
  const form = handForm();
  for (const [name, value] of Object.entries(values)) setValues(form, name, [value]);
  return { form, hand: new Hand(form, facts("hand")) };
}

test("a tile goes into the hand, a flower into its own field, a set into a row", () => {
  const { form, hand } = handOf();
  assert.ok(hand.lay(["1b"], "tile"));
  assert.ok(hand.lay(["F1"], "tile"));
  assert.ok(hand.lay(["E", "E", "E"], "pung"));
  assert.ok(hand.lay(["7c", "7c", "7c", "7c"], "hidden"));
  const written = ["hand", "flowers", "set1", "set2"].map((name) => valueOf(form, name));
  assert.deepEqual(written, ["1b", "F1", "EEE", "7777c"]);
  assert.deepEqual(fields.valuesOf(form, "set2is"), ["concealed"]);
  assert.equal(hand.count, 7);
});

test("a set that is held stays among the tiles, but for a kong", () => {
  const { form, hand } = handOf();
  hand.lay(["E", "E", "E"], "pung", true);
  hand.lay(["S", "S", "S", "S"], "kong", true);
  assert.equal(valueOf(form, "hand"), "EEE");
  assert.equal(valueOf(form, "set1"), "SSSS");
});

test("the tile that makes the hand whole is the winning one, until the hand is not whole", () => {
  const { form, hand } = handOf({ hand: "111b 222b 333b 444b 5b" });
  hand.lay(["5b"], "tile");
  assert.equal(valueOf(form, "tile"), "5b");
  hand.mark("1b");
  assert.equal(valueOf(form, "tile"), "1b");
  hand.takeTile("4b");
  assert.equal(valueOf(form, "tile"), "");
  assert.equal(hand.count, 13);
});

test("a winning tile that was typed apart is the player's own", () => {
  const { form, hand } = handOf({ hand: "111b 222b 333b 444b 5b", tile: "5b" });
  assert.equal(hand.count, 14);
  hand.takeTile("1b");
  assert.equal(valueOf(form, "tile"), "5b");
  hand.takeTile("5b");
  assert.equal(valueOf(form, "hand"), "112223334445b");
});

test("what cannot be read stays as it was typed", () => {
  const { form, hand } = handOf({ hand: "1b ??" });
  assert.deepEqual(hand.lying.unread, ["??"]);
  hand.lay(["2b"], "tile");
  assert.equal(valueOf(form, "hand"), "12b ??");
});

test("a key is spent where its tiles are, in this hand or in another", () => {
  const { hand } = handOf({ hand: "EE" });
  hand.elsewhere = ["E"];
  assert.equal(hand.left("E"), 1);
  assert.deepEqual(hand.laid("E", "tile"), ["E"]);
  assert.deepEqual(hand.laid("E", "pung"), []);
  assert.deepEqual(hand.laid("1b", "chow"), ["1b", "2b", "3b"]);
});

test("a hand that is full takes no more", () => {
  const { hand } = handOf({ hand: "111b 222b 333b 444b 55b" });
  assert.ok(!hand.lay(["E"], "tile"));
  assert.ok(hand.lay(["F1"], "tile"));
});

test("of a quint the jokers make up what the four tiles cannot", () => {
  const hand = new Hand(handForm(), facts("hand", ofCard));
  assert.deepEqual(hand.laid("E", "5"), ["E", "E", "E", "E", "J"]);
  assert.ok(hand.lay(["E", "E", "E"], "3"));
  assert.ok(hand.swap("J"));
  assert.equal(valueOf(hand.form, "set1"), "EE J");
});

test("a step brings back all that is told; a new hand keeps the table", () => {
  const { form } = handOf({ hand: "123b", seat: "W", "o.limit": "500", won: "discard" });
  const was = fields.whole(form);
  fields.clearHand(form, facts("hand"));
  assert.deepEqual(["hand", "won", "seat", "o.limit"].map((name) => valueOf(form, name)), ["", "", "W", "500"]);
  assert.ok(fields.isEmpty(form, facts("hand")));
  fields.restore(form, was);
  assert.equal(fields.whole(form), was);
});

test("what is kept and damaged is as nothing", () => {
  const { form } = handOf({ hand: "123b" });
  fields.restore(form, "no JSON");
  assert.equal(valueOf(form, "hand"), "123b");
  assert.equal(fields.merged("null", '{"a":["b"]}'), '{"a":["b"]}');
});

test("an address fills the form", () => {
  const { form } = handOf();
  fields.fill(form, new URLSearchParams("hand=123b&seat=E&rules=mcr&nonsense=1"));
  assert.deepEqual([valueOf(form, "hand"), valueOf(form, "seat")], ["123b", "E"]);
});

test("a hand of sixteen tiles takes five sets, and is whole with seventeen", () => {
  const form = longForm();
  const hand = new Hand(form, facts("hand", ofSixteen));
  for (const code of ["E", "S", "W", "N", "R"]) assert.ok(hand.lay([code, code, code], "pung"));
  assert.equal(valueOf(form, "set5"), "RRR");
  assert.ok(!hand.lay(["P", "P", "P"], "pung"));
  assert.ok(hand.lay(["1b"], "tile"));
  assert.equal(valueOf(form, "tile"), "");
  assert.ok(hand.lay(["1b"], "tile"));
  assert.deepEqual([hand.count, valueOf(form, "tile")], [17, "1b"]);
  assert.ok(!hand.lay(["2b"], "tile"));
});

test("a number of the game stays with the table, and a step brings it back", () => {
  const { form } = handOf({ hand: "123b", "g.streak": "3" });
  assert.deepEqual(fields.tableNames(form, facts("hand")), ["round", "seat", "o.limit", "g.streak"]);
  const was = fields.whole(form);
  fields.clearHand(form, facts("hand"));
  assert.equal(valueOf(form, "g.streak"), "3");
  setValues(form, "g.streak", ["4"]);
  fields.restore(form, was);
  assert.equal(valueOf(form, "g.streak"), "3");
});
