// What a tap does to the form, and what Undo takes back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { setValues, valueOf } from "../../scorer/service/static/keypad/form.js";
import { Players } from "../../scorer/service/static/keypad/players.js";
import { stage } from "../../scorer/service/static/keypad/stage.js";
import { State } from "../../scorer/service/static/keypad/state.js";
import { tableStage } from "../../scorer/service/static/table/stage.js";
import { facts, handForm, longForm, nothingKept, ofSixteen, tableForm } from "./form.mjs";

function opened(page = "hand", others = {}) {
  const form = page === "table" ? tableForm() : others === ofSixteen ? longForm() : handForm();
  const told = facts(page, others);
  const players = new Players(form, told);
  const state = new State(form, told, players, nothingKept());
  const nothing = () => {};
  const screen = { draw: nothing, drawBar: nothing, showPoints: nothing, keepInSight: nothing };
  state.attach(screen, () => state.hear(page === "table" ? tableStage(state) : stage(state)));
  state.begin();
  return { form, state, value: (name) => valueOf(form, name) };
}

const tapped = (state, codes) => codes.split(" ").forEach((code) => state.tap(code));

test("taps become text in the form, and Undo and Redo go through them", () => {
  const { state, value } = opened();
  tapped(state, "1b 2b 3b");
  assert.equal(value("hand"), "123b");
  state.undo();
  assert.equal(value("hand"), "12b");
  state.redo();
  assert.equal(value("hand"), "123b");
  state.undo();
  state.tap("E");
  state.redo();
  assert.equal(value("hand"), "12b E");
});

test("what the untold tiles add is settled until the hand changes", () => {
  const { state, value } = opened("table");
  setValues(state.form, "winner", ["S"]);
  state.turnTo("E");
  state.tap("1b");
  state.tellInPart();
  state.tellInPart(true);
  assert.equal(value("e.part"), "sure");
  state.tap("2b");
  assert.equal(value("e.part"), "yes");
  state.undo();
  assert.equal(value("e.part"), "sure");
  state.tellInPart();
  assert.equal(value("e.part"), "");
});

test("a key whose tiles are all used does nothing", () => {
  const { state, value } = opened();
  tapped(state, "E E E E E");
  assert.equal(value("hand"), "EEEE");
  assert.equal(state.kept.undone.length, 4);
});

test("a set mode stays until four sets lie there", () => {
  const { state, value } = opened();
  state.choose("pung");
  tapped(state, "1b 2b 3b");
  assert.equal(state.mode, "pung");
  state.tap("4b");
  assert.equal(state.mode, "tile");
  assert.equal(value("set4"), "444b");
});

test("of a hand of sixteen tiles it stays until five lie there", () => {
  const { state, value } = opened("hand", ofSixteen);
  state.choose("pung");
  tapped(state, "1b 2b 3b 4b");
  assert.equal(state.mode, "pung");
  state.tap("5b");
  assert.equal(state.mode, "tile");
  assert.equal(value("set5"), "555b");
  assert.match(state.answer.say, /2 tiles short/);
  tapped(state, "E E");
  assert.equal(state.asked, "seat");
});

test("a full hand says so until the next tap", () => {
  const { form, state } = opened();
  setValues(form, "hand", ["111b 222b 333b 444b 55b"]);
  state.tap("E");
  assert.match(state.note, /The hand is complete/);
  state.change((lying) => lying.takeTile("5b"));
  assert.equal(state.note, "");
});

test("the next question is asked by itself, and one that was put off does not come back", () => {
  const { form, state } = opened();
  setValues(form, "hand", ["111b 222b 333b 444b 55b"]);
  setValues(form, "seat", ["W"]);
  state.update();
  assert.equal(state.asked, "won");
  assert.equal(state.putOff(), "won");
  assert.equal(state.asked, "");
  state.ask("won");
  assert.equal(state.asked, "won");
  state.pick(form.field("won", "robbed_kong"));
  assert.equal(state.asked, "from");
  assert.ok(!state.isTold("won"));
  state.pick(form.field("from", "S"));
  assert.ok(state.isTold("won"));
  assert.equal(state.asked, "round");
  state.pick(form.field("from", "E"), "discard");
  assert.equal(valueOf(form, "won"), "discard");
});

test("whose discard it was is not meant beside another answer", () => {
  const { form, state, value } = opened();
  state.pick(form.field("won", "discard"));
  state.pick(form.field("from", "S"));
  state.pick(form.field("seat", "S"));
  assert.equal(value("from"), "");
  state.pick(form.field("from", "E"));
  state.pick(form.field("won", "self_draw"));
  assert.equal(value("from"), "");
});

test("what is typed into one field in one go is one step", () => {
  const { form, state, value } = opened();
  for (const text of ["1", "12", "12b"]) {
    setValues(form, "hand", [text]);
    state.typed(form.field("hand"));
  }
  assert.equal(state.kept.undone.length, 1);
  state.undo();
  assert.equal(value("hand"), "");
});

test("a new hand is one Undo away, and keeps the table", () => {
  const { form, state, value } = opened();
  setValues(form, "round", ["W"]);
  tapped(state, "1b 2b");
  state.newHand();
  assert.deepEqual([value("hand"), value("round")], ["", "W"]);
  state.undo();
  assert.equal(value("hand"), "12b");
});

test("the hand of another tab takes the place of this one, one Undo away", () => {
  const { form, state, value } = opened();
  state.tap("1b");
  state.takeOver(JSON.stringify({ hand: ["9d"] }));
  assert.equal(value("hand"), "9d");
  state.undo();
  assert.equal(value("hand"), "1b");
  assert.equal(form.field("seat", "E").checked, false);
});

test("the keys of a table lay into the hand that they are turned to", () => {
  const { form, state, value } = opened("table");
  state.pick(form.field("winner", "S"));
  state.tap("1b");
  state.turnTo("W");
  state.tap("2b");
  assert.deepEqual([value("s.hand"), value("w.hand")], ["1b", "2b"]);
  assert.equal(state.current.seat, "W");
  assert.equal(state.kept.seat, "W");
  // Who has won comes first again.
  state.pick(form.field("winner", "E"));
  assert.equal(state.current.seat, "E");
});

test("an answer that is awaited says nothing, and closes no lines that come with it", () => {
  const { state } = opened();
  state.hear({ say: "8 points", total: "8", panel: "<p>lines" });
  state.toggleLines();
  state.hear({ pending: true, say: "8 points", panel: "<p>lines" });
  assert.deepEqual([state.answer.say, state.showing], ["", true]);
  state.hear({ say: "1 tile short" });
  assert.equal(state.showing, false);
});

test("an answer names the hand that is wrong by its seat or by its field", () => {
  const { state } = opened("table");
  state.hear({ say: "", seat: "N" });
  assert.equal(state.wrongSeat, "N");
  state.hear({ say: "", field: "w.hand" });
  assert.equal(state.wrongSeat, "W");
  state.hear({ say: "" });
  assert.equal(state.wrongSeat, "");
});

test("circumstances that clash or cannot be are not asked", () => {
  const with_ = { heaven: { by: ["self_draw"], seats: ["E"] }, last_discard: { by: ["discard"], seats: ["E", "S", "W", "N"] } };
  const { form, state } = opened("hand", { circumstances: with_ });
  setValues(form, "won", ["discard"]);
  assert.deepEqual(state.players.senseless("with", state.current), ["heaven"]);
  setValues(form, "with", ["heaven"]);
  assert.deepEqual(state.players.senseless("with", state.current), []);
});

test("what there is only under a house rule is offered where that is played, or was told", () => {
  const by = { by: ["self_draw", "discard"], seats: ["E", "S", "W", "N"] };
  const circumstances = { heaven: { ...by, option: ["o.limit", "13"] } };
  const { form, state } = opened("hand", { circumstances, usual: { "": { "o.limit": "10" } } });
  const told = () => [state.players.asksSpecial, state.players.senseless("with", state.current).length];
  assert.deepEqual(told(), [false, 1]);
  setValues(form, "o.limit", ["13"]);
  assert.deepEqual(told(), [true, 0]);
  setValues(form, "o.limit", []);
  setValues(form, "with", ["heaven"]);
  assert.deepEqual(told(), [true, 0]);
});

test("no mode goes along to another player's hand", () => {
  const { form, state } = opened("table");
  state.pick(form.field("winner", "S"));
  state.choose("pung");
  state.hold();
  state.turnTo("S");
  assert.deepEqual([state.mode, state.held], ["pung", true]);
  state.turnTo("W");
  assert.deepEqual([state.mode, state.held], ["tile", false]);
});

test("a tap chooses a tile, and only ⌫ takes it back", () => {
  const { state, value } = opened();
  tapped(state, "1b 5d");
  state.select({ at: "tile0", tile: "1b" });
  assert.equal(value("hand"), "1b 5d");
  state.takeBack();
  assert.equal(value("hand"), "5d");
  state.takeBack();
  assert.equal(value("hand"), "");
});

test("a winning tile that nobody remembers stays so until another is tapped", () => {
  const { form, state, value } = opened();
  setValues(form, "hand", ["111b 222b 333b 444b 55b"]);
  state.mark("?");
  assert.equal(value("tile"), "?");
  assert.equal(state.current.count, 14);
  assert.deepEqual(state.current.lying.unread, []);
  state.mark("4b");
  assert.equal(value("tile"), "4b");
  state.takeBack();
  assert.equal(state.current.count, 13);
});

test("of a loser only what scores may be told, and points by digits", () => {
  const { form, state, value } = opened("table");
  state.pick(form.field("winner", "S"));
  state.turnTo("E");
  tapped(state, "9c 9c 9c");
  state.tellInPart();
  assert.equal(value("e.part"), "yes");
  assert.equal(state.current.isPartial, true);
  state.tellInPart();
  assert.equal(value("e.part"), "");
  for (const sign of ["2", "4", "8", ""]) state.points.digit(sign);
  assert.equal(value("e.points"), "24");
});

test("points that were agreed go on to the next player of whom nothing is told", () => {
  const { form, state, value } = opened("table");
  state.pick(form.field("winner", "W"));
  state.points.count();
  state.points.digit("8");
  assert.equal(state.points.next.seat, "N");
  state.points.goOn();
  state.points.digit("4");
  state.points.goOn();
  assert.equal(state.current.seat, "E");
  assert.equal(state.points.counting, true);
  assert.deepEqual([value("w.points"), value("n.points")], ["8", "4"]);
});

test("of four sets that are laid out the eye is one tap, and a second on it is the same", () => {
  const { form, state, value } = opened("table");
  state.pick(form.field("winner", "W"));
  state.choose("pung");
  tapped(state, "1b 2b 3b R");
  tapped(state, "9d");
  assert.equal(value("w.hand"), "99d");
  tapped(state, "9d");
  assert.equal(value("w.hand"), "99d");
  state.undo();
  assert.equal(value("w.hand"), "");
});

test("the field of an error is that of a hand, or a question", () => {
  const { state } = opened("table");
  assert.equal(state.players.ofField("e.set1is").seat, "E");
  assert.equal(state.players.ofField("w.points").seat, "W");
  assert.equal(state.players.ofField("o.limit"), undefined);
  assert.equal(state.players.ofField("hand"), undefined);
});
