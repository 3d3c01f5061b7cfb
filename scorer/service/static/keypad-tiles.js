// The tiles as the keypad reads, writes and names them; the server reads more and has the last word.

const SUITS = { b: "bamboo", c: "characters", d: "dots" };
const HONOURS = {
  E: "east wind", S: "south wind", W: "west wind", N: "north wind",
  R: "red dragon", G: "green dragon", P: "white dragon",
};
const BONUS = {
  F1: "plum blossom", F2: "orchid", F3: "chrysanthemum", F4: "bamboo flower",
  S1: "spring", S2: "summer", S3: "autumn", S4: "winter",
};
const LETTERS = Object.keys(HONOURS);
const SUITED = [..."bcd"].flatMap((suit) => [..."123456789"].map((rank) => rank + suit));

export const flowers = Object.keys(BONUS);
const ORDER = [...SUITED, ...LETTERS, ...flowers, "F", "J"];

/** The rows of keys: one suit a row, then honours, then what else the ruleset has. */
export function rows(cards, wild) {
  const suits = [SUITED.slice(0, 9), SUITED.slice(9, 18), SUITED.slice(18)];
  if (cards) return [...suits, [...LETTERS, "F", "J"]];
  return [...suits, LETTERS, wild ? [...flowers, "J"] : flowers];
}

export const copies = (code, cards) =>
  code in BONUS ? 1 : cards && (code === "F" || code === "J") ? 8 : 4;

export function nameOf(code) {
  if (code in HONOURS) return HONOURS[code];
  if (code in BONUS) return `${BONUS[code]} (${code[0] === "F" ? "flower" : "season"} ${code[1]})`;
  if (code === "F") return "flower";
  if (code === "J") return "joker";
  return `${code[0]} of ${SUITS[code[1]]}`;
}

export const sorted = (codes) => [...codes].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/** The three tiles of the chow that begins here, or none. */
export function chowFrom(code) {
  const first = SUITED.indexOf(code);
  return first < 0 || code[0] > "7" ? [] : SUITED.slice(first, first + 3);
}

/** Tiles as a player would type them, in the order given: "123b 55d EE". */
export function write(codes) {
  let text = "";
  for (const code of codes) {
    const suited = /^[1-9][bcd]$/.test(code);
    if (suited && text.endsWith(code[1])) text = text.slice(0, -1) + code;
    else if (code.length === 1 && text.endsWith(code)) text += code;
    else text += ` ${code}`;
  }
  return text.trim();
}

const TOKEN =
  /([1-9]+)([bcdsmpBCD])|([1-7]+)z|([BCDbcd])([1-9]+)|([FfSs])([1-4]+)(?![0-9bcdsmpzBCD])|([RrGg])d(?!\d)|([Ww]h)|([ESWNRGPFJeswnrgpfj])(?!\d)|([\u{1F000}-\u{1F02A}])[\uFE0E\uFE0F]?|[\s,]+/uy;
// Unicode has the characters first, and the chrysanthemum last of the flowers.
const SIGNS = [
  ...LETTERS, ...SUITED.slice(9, 18), ...SUITED.slice(0, 9), ...SUITED.slice(18),
  "F1", "F2", "F4", "F3", "S1", "S2", "S3", "S4", "J",
];
const SUIT_OF = { b: "b", s: "b", c: "c", m: "c", d: "d", p: "d" };

/** The codes of typed tiles; null where only the server can tell. */
export function read(text) {
  const codes = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    codes.push(...tokenCodes(found));
  }
  return codes;
}

function tokenCodes([, ranks, suit, honours, leading, led, bonus, numbers, dragon, white, letter, sign]) {
  if (ranks) return [...ranks].map((rank) => rank + SUIT_OF[suit.toLowerCase()]);
  if (honours) return [...honours].map((rank) => "ESWNPGR"[rank - 1]);
  if (leading) return [...led].map((rank) => rank + leading.toLowerCase());
  if (bonus) return [...numbers].map((number) => bonus.toUpperCase() + number);
  if (dragon) return [dragon.toUpperCase()];
  if (white) return ["P"];
  if (sign) return [SIGNS[sign.codePointAt(0) - 0x1f000]];
  return letter ? [letter.toUpperCase()] : [];
}
