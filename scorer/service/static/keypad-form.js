// The form's own fields, read as a hand and written back: they stay the only truth.

const v = new URL(import.meta.url).search;
const { chowFrom, copies, flowers, read, sorted, write } = await import(`./keypad-tiles.js${v}`);

export const WHOLE = 14;
const ROWS = ["1", "2", "3", "4", "5"];
const TILES = ["hand", "flowers", "tile", ...ROWS.flatMap((row) => [`set${row}`, `set${row}is`])];
const HAND = [...TILES, "won", "from", "with"];

const inputs = (form, name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];

export function valuesOf(form, name) {
  return inputs(form, name)
    .filter((input) => !["radio", "checkbox"].includes(input.type) || input.checked)
    .map((input) => input.value.trim())
    .filter(Boolean);
}

export const valueOf = (form, name) => valuesOf(form, name)[0] ?? "";

export function setValues(form, name, values) {
  for (const input of inputs(form, name)) {
    if (["radio", "checkbox"].includes(input.type)) input.checked = values.includes(input.value);
    else if (input.value.trim() !== (values[0] ?? "")) input.value = values[0] ?? "";
  }
}

export const snapshot = (form, names = HAND) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, valuesOf(form, name)])));

export function restore(form, text, names = HAND) {
  const kept = JSON.parse(text);
  for (const name of names) setValues(form, name, kept[name] ?? []);
}

export const clearHand = (form) => restore(form, "{}");
export const isEmpty = (form) => TILES.every((name) => name.endsWith("is") || !valueOf(form, name));

/** The names of what a table keeps from hand to hand. */
export function tableNames(form) {
  const options = [...form.elements].map((input) => input.name).filter((name) => /^o\./.test(name));
  return ["preset", "seat", "round", "away", ...options.filter((name) => name !== "o.card")];
}

/** The hand as it lies in the form. What cannot be read here stands in `unread`, as it was typed. */
export function handIn(form, cards) {
  const unread = [];
  const tiles = (name) => {
    const text = valueOf(form, name);
    const codes = read(text);
    if (!codes) unread.push(text);
    return codes ?? [];
  };
  const sets = ROWS.filter((row) => valueOf(form, `set${row}`)).map((row) => ({
    row,
    tiles: tiles(`set${row}`),
    is: valueOf(form, `set${row}is`),
  }));
  const found = { cards, sets, hand: tiles("hand"), flowers: tiles("flowers"), unread };
  found.tile = tiles("tile")[0] ?? "";
  if (valueOf(form, "won") === "no") found.tile = "";
  // The winning tile may be typed apart; it is one of the hand all the same.
  if (found.tile && count(found) === WHOLE - 1) found.hand.push(found.tile);
  return found;
}

/** The tiles of a hand as its sets count them: a kong is one of three. */
export function count({ cards, hand, sets }) {
  return sets.reduce((sum, set) => sum + (cards ? set.tiles.length : 3), hand.length);
}

/** How many of this tile still lie somewhere else. */
export function left({ cards, hand, sets, flowers: bonus }, code) {
  const used = [...hand, ...bonus, ...sets.flatMap((set) => set.tiles)];
  return copies(code, cards) - used.filter((other) => other === code).length;
}

/** What one tap on this key would lay; empty where the key is spent for it. */
export function laid(found, code, mode) {
  const free = left(found, code);
  if (free < 1) return [];
  if (mode === "tile" || (!found.cards && flowers.includes(code))) return [code];
  if (mode === "chow") {
    const run = chowFrom(code);
    return run.every((tile) => left(found, tile) > 0) ? run : [];
  }
  if (found.cards) return exposure(found, code, Number(mode));
  const size = mode === "pung" ? 3 : 4;
  return code !== "J" && free >= size ? Array(size).fill(code) : [];
}

/** Of a quint there are but four tiles: jokers make up the rest. */
function exposure(found, code, size) {
  if (code === "J") return [];
  const own = Math.min(size, left(found, code));
  const jokers = size - own;
  return jokers > left(found, "J") ? [] : [...Array(own).fill(code), ...Array(jokers).fill("J")];
}

export const freeRow = (form) =>
  ROWS.find((row) => inputs(form, `set${row}`).length && !valueOf(form, `set${row}`));

/** Lay the tiles of one tap; false where the hand has no place for them. */
export function lay(form, found, tiles, mode) {
  if (!found.cards && flowers.includes(tiles[0])) {
    setValues(form, "flowers", [write(sorted([...found.flowers, ...tiles]))]);
    return true;
  }
  const more = mode === "tile" || found.cards ? tiles.length : 3;
  if (count(found) + more > WHOLE) return false;
  if (mode === "tile") {
    writeHand(form, [...sorted(found.hand), ...tiles], found);
    return true;
  }
  const row = freeRow(form);
  if (!row) return false;
  setValues(form, `set${row}`, [write(tiles)]);
  if (!found.cards) setValues(form, `set${row}is`, mode === "hidden" ? ["concealed"] : []);
  settleWinning(form, found.cards);
  return true;
}

/** The last exposure with a joker in the place of one of its tiles. */
export function jokerIntoLast(form, found) {
  const set = found.sets.at(-1);
  const at = set ? set.tiles.findLastIndex((tile) => tile !== "J") : -1;
  if (at < 1 || left(found, "J") < 1) return false;
  setValues(form, `set${set.row}`, [write(set.tiles.with(at, "J"))]);
  return true;
}

export function takeTile(form, found, code) {
  const at = found.hand.lastIndexOf(code);
  writeHand(form, found.hand.toSpliced(at, 1), found);
}

export function takeFlower(form, found, code) {
  setValues(form, "flowers", [write(found.flowers.filter((other) => other !== code))]);
}

export function takeSet(form, found, row) {
  setValues(form, `set${row}`, []);
  setValues(form, `set${row}is`, []);
  settleWinning(form, found.cards);
}

function writeHand(form, hand, { cards, unread }) {
  // What could not be read stays as it was typed, before what was tapped.
  const typed = unread.includes(valueOf(form, "hand")) ? `${valueOf(form, "hand")} ` : "";
  setValues(form, "tile", []);
  setValues(form, "hand", [typed + write(hand)]);
  settleWinning(form, cards);
}

/** A whole hand was won on the tile that came last; one that is not whole has no such tile. */
function settleWinning(form, cards) {
  const found = handIn(form, cards);
  if (valueOf(form, "won") === "no") return;
  const last = found.hand.at(-1) ?? "";
  setValues(form, "tile", count(found) === WHOLE && last ? [last] : []);
}
