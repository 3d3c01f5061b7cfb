// The keypad reads and writes tiles as the server does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chowFrom, copies, corner, namesOf, read, readable, rows, sorted, write } from "../../scorer/service/static/keypad/tiles.js";
import { cases } from "./cases.mjs";
import { facts, ofCard } from "./form.mjs";

// What the scripts leave to the server, which has the last word.
const ONLY_THE_SERVER = ["South before a bamboo is not a season"];

test("the cases are there", () => assert.ok(cases.length > 20));

for (const { name, tiles, expected } of cases) {
  test(name, () => {
    const codes = read(tiles);
    if (expected === null || ONLY_THE_SERVER.includes(name)) assert.equal(codes, null);
    else assert.equal(sorted(codes).join(" "), expected);
  });
}

test("what the server alone can read stays as it was typed", () => {
  assert.deepEqual(readable("12b ?? E"), { codes: ["1b", "2b", "E"], rest: "??" });
});

test("every key's tile is read as it is written", () => {
  for (const others of [ofCard, { wildUnder: [["o.goulash", "blanks"]] }, {}]) {
    const codes = rows(facts("hand", others)).flat();
    assert.equal(new Set(codes).size, codes.length);
    assert.deepEqual(read(write(codes)), codes);
    for (const code of codes) assert.deepEqual(read(write([code, code])), [code, code]);
  }
});

test("tiles are written together where they can be", () => {
  assert.equal(write(["1b", "2b", "3b", "5d", "5d", "E", "E", "F1", "S"]), "123b 55d EE F1 S");
  assert.equal(write([]), "");
});

test("a chow begins with its lowest tile, and there is none above seven or of honours", () => {
  assert.deepEqual(chowFrom("7d"), ["7d", "8d", "9d"]);
  for (const code of ["8d", "9b", "E", "F1", "J"]) assert.deepEqual(chowFrom(code), []);
});

test("there are four of a tile, one of a flower, eight of a card's flower and joker", () => {
  assert.deepEqual(["1b", "F1", "J"].map((code) => copies(code, facts("hand"))), [4, 1, 4]);
  assert.deepEqual(["1b", "F", "J"].map((code) => copies(code, facts("hand", ofCard))), [4, 8, 8]);
});

test("tiles and sets have the names that the page tells", () => {
  const names = namesOf({ tiles: { E: "east" }, sets: { pung: ["Pung", "Hidden pung"], chow: ["Chow", "Hidden chow"] } });
  assert.equal(names.of("E"), "east");
  assert.equal(names.of("1b"), "1b");
  assert.equal(names.ofSet({ tiles: ["E", "E", "J"], is: "" }), "Pung");
  assert.equal(names.ofSet({ tiles: ["1b", "2b", "3b"], is: "concealed" }), "Hidden chow");
  assert.equal(names.ofSet({ tiles: ["E"], is: "" }), "");
});

test("a tile's corner has its number, or what the page has for its letter", () => {
  assert.deepEqual(["9b", "E", "S", "F2", "S2", "F", "J"].map(corner), ["9", "E", "S", "F2", "S2", "F", "J"]);
});
