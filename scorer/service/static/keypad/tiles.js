// The tiles as the keypad reads and writes them; the server reads more and has the last word.

const LETTERS = [..."ESWNRGP"];
export const flowers = ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"];
const SUITED = [..."bcd"].flatMap((suit) => [..."123456789"].map((rank) => rank + suit));

// Red fives stand after the plain ones.
const ORDER = [...SUITED.flatMap((code) => (code[0] === "5" ? [code, `0${code[1]}`] : code)), ...LETTERS, ...flowers, "F", "J"];

const isSpecial = (code) => code[0] === "0";

/** The plain tile in whose place a special one stands: of a red five the five of its suit. */
export const plain = (code) => (isSpecial(code) ? `5${code[1]}` : code);

/** The rows of keys: one suit a row, then honours, then what else the ruleset has. */
export function rows({ exposures, flowersApart, jokers, special, wildUnder }) {
  const others = exposures ? ["F"] : [];
  if (jokers) others.push("J");
  const wild = wildUnder.length && !jokers ? ["J"] : [];
  const known = special ? Object.values(special.tiles).flat() : [];
  const last = [...(flowersApart ? flowers : []), ...wild, ...new Set(known)];
  const suits = [SUITED.slice(0, 9), SUITED.slice(9, 18), SUITED.slice(18)];
  return [...suits, [...LETTERS, ...others], last].filter((row) => row.length);
}

/** How many of this tile the set has, of which those in place of plain ones are known. */
export function copies(code, { jokers }, specials = []) {
  const known = specials.filter((other) => other === code || plain(other) === code).length;
  if (isSpecial(code)) return known;
  return flowers.includes(code) ? 1 : code === "F" || (jokers && code === "J") ? 8 : 4 - known;
}

const SIZES = { 3: "pung", 4: "kong", 5: "quint", 6: "sextet" };

/** The names of tiles and of sets in the language of the page: {of(code), ofSet(set)}. */
export const namesOf = ({ tiles: names, sets }) => ({
  of: (code) => names[code] ?? code,
  ofSet({ tiles, is }) {
    const kinds = new Set(tiles.filter((tile) => tile !== "J").map(plain));
    const kind = kinds.size > 1 ? "chow" : SIZES[tiles.length];
    return sets[kind]?.[is === "concealed" ? 1 : 0] ?? "";
  },
});

/** What stands in a tile's corner, by the name that the page has for it. */
export const corner = (code) => (/^[0-9]/.test(code) ? code[0] : code);

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
    const suited = /^[0-9][bcd]$/.test(code);
    if (suited && text.endsWith(code[1])) text = text.slice(0, -1) + code;
    else if (code.length === 1 && text.endsWith(code)) text += code;
    else text += ` ${code}`;
  }
  return text.trim();
}

const TOKEN =
  /([0-9]+)([bcdsmpBCD])|([1-7]+)z|([BCDbcd])([0-9]+)|([FfSs])([1-4]+)(?![0-9bcdsmpzBCD])|([RrGg])d(?!\d)|([Ww]h)|([ESWNRGPFJeswnrgpfj])(?!\d)|([\u{1F000}-\u{1F02A}])[\uFE0E\uFE0F]?|[\s,]+/uy;
// Unicode has the characters first, and the chrysanthemum last of the flowers.
const SIGNS = [
  ...LETTERS, ...SUITED.slice(9, 18), ...SUITED.slice(0, 9), ...SUITED.slice(18),
  "F1", "F2", "F4", "F3", "S1", "S2", "S3", "S4", "J",
];
const SUIT_OF = { b: "b", s: "b", c: "c", m: "c", d: "d", p: "d" };

/** The codes of typed tiles, and the `rest` of the text, of which only the server can tell. */
export function readable(text) {
  const codes = [];
  const rest = [];
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found) codes.push(...tokenCodes(found));
    else rest.push(/^[^\s,]+/.exec(text.slice(at))[0]);
    at += (found ? found[0] : rest.at(-1)).length;
  }
  return { codes, rest: rest.join(" ") };
}

/** The codes of typed tiles; null where only the server can tell. */
export function read(text) {
  const { codes, rest } = readable(text);
  return rest ? null : codes;
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
