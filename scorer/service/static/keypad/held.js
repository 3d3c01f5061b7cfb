// One hand of a form: its tiles, read at every use, and what a tap changes in them.

import { inputs, inSight, isLeftOut, isPlayed, played, setValues, valueOf } from "./form.js";
import { chowFrom, copies, flowers, plain, readable, sorted, write } from "./tiles.js";

/** What is written in place of a winning tile that nobody remembers. */
export const NOT_SURE = "?";
// Of a hand entered in part: the rest may raise questions, or none.
const [ASKED, SURE] = ["yes", "sure"];

/** One hand of a form. `most` is how many tiles it takes, a kong counted as three. */
export class Hand {
  #still = null;
  /** Whether it wins without a winning tile, as by flowers alone. */
  withoutTile = false;

  constructor(form, facts, prefix = "", most = facts.tilesHeld + 1) {
    Object.assign(this, { form, facts, prefix, most, wholeAt: facts.tilesHeld + 1 });
    this.elsewhere = [];
  }

  /** Whether it can have a winning tile. */
  get canWin() {
    return this.most === this.wholeAt && valueOf(this.form, "won") !== "no";
  }

  value(name) {
    return valueOf(this.form, this.prefix + name);
  }

  put(name, ...values) {
    setValues(this.form, this.prefix + name, values);
  }

  /** The tiles of a field. What cannot be read here stands in `unread`, as it was typed. */
  #tiles(name, unread = []) {
    const { codes, rest } = readable(this.value(name));
    if (rest) unread.push(rest);
    // Flowers that are tiles like others are all alike.
    return this.facts.flowersApart ? codes : codes.map((code) => (flowers.includes(code) ? "F" : code));
  }

  /** The winning tile as entered; `NOT_SURE` where nobody remembers. */
  #winning(unread) {
    return this.value("tile") === NOT_SURE ? [NOT_SURE] : this.#tiles("tile", unread);
  }

  /** The hand as it lies in the form, read again at every use. */
  get lying() {
    return this.#still ?? this.#look();
  }

  /** As long as the form stays as it is, the hand is read once: every key asks for the whole hand. */
  set isStill(still) {
    this.#still = still ? this.#look() : null;
  }

  #look() {
    const unread = [];
    const sets = this.facts.rows.filter((row) => this.value(`set${row}`)).map((row) => ({
      row,
      tiles: this.#tiles(`set${row}`, unread),
      is: this.value(`set${row}is`),
    }));
    const hand = this.#tiles("hand", unread);
    const bonus = this.#tiles("flowers", unread);
    let [won = ""] = this.#winning(unread);
    if (!this.canWin) won = "";
    const { special } = this.facts;
    const specials = special ? special.tiles[played(this.form, this.facts, special.option)] ?? [] : [];
    const found = { sets, hand, bonus, won, unread, specials, sight: inSight(this.form, this.facts) };
    // The winning tile may be typed apart; it is one of the hand all the same.
    if (won && won !== NOT_SURE && this.#count(found) === this.facts.tilesHeld) hand.push(won);
    return found;
  }

  /** The tiles of the hand's own field, without a winning tile that was typed apart. */
  get #typed() {
    return this.#tiles("hand");
  }

  /** Whether the winning tile lies among the tiles of the hand, or none is entered: then it is ours to
      move. One that was typed apart, or before its time, is the player's own. */
  get #isOurs() {
    const unread = [];
    const won = this.#winning(unread);
    if (won[0] === NOT_SURE) return this.count === this.wholeAt;
    if (!won.length) return !unread.length;
    const hand = this.#typed;
    return this.#count({ hand, sets: this.lying.sets }) === this.wholeAt && hand.includes(won[0]);
  }

  /** The tiles as sets count them: a kong is one of three. */
  #count({ hand, sets }) {
    return sets.reduce((sum, set) => sum + (this.facts.exposures ? set.tiles.length : 3), hand.length);
  }

  get count() {
    return this.#count(this.lying);
  }

  get tiles() {
    const { hand, bonus, sets } = this.lying;
    return [...hand, ...bonus, ...sets.flatMap((set) => set.tiles)];
  }

  /** How many of this tile still lie somewhere else. */
  left(code) {
    if (isLeftOut(this.form, this.facts, code)) return 0;
    const used = [...this.tiles, ...this.elsewhere, ...this.lying.sight].filter((other) => other === code);
    return copies(code, this.facts, this.lying.specials) - used.length;
  }

  /** What one tap on this key would lay; empty where the key is spent for it. */
  laid(code, mode) {
    const free = this.left(code);
    if (free < 1) return [];
    if (mode === "tile" || this.#isBonus([code])) return [code];
    if (plain(code) !== code) return this.#holds(plain(code)) ? [code] : [];
    if (mode === "chow") {
      const run = chowFrom(code).map((tile) => this.#alike(tile, 1)[0]);
      return run.every(Boolean) ? run : [];
    }
    if (this.facts.exposures) return this.#exposure(code, Number(mode));
    return code === "J" ? [] : this.#alike(code, mode === "pung" ? 3 : 4);
  }

  /** So many tiles alike, plain ones first; none where not so many are left. */
  #alike(code, size) {
    const special = this.lying.specials.find((other) => plain(other) === code);
    const own = Math.min(size, Math.max(0, this.left(code)));
    const others = size - own;
    if (others > 0 && !(special && this.left(special) >= others)) return [];
    return [...Array(own).fill(code), ...Array(others).fill(special)];
  }

  /** Whether this tile lies in a set or in the hand. */
  #holds(code) {
    const { hand, sets } = this.lying;
    return hand.includes(code) || sets.some(({ tiles }) => tiles.includes(code));
  }

  /** Whether a tap on this key lays nothing, but takes the place of a tile that lies there. */
  swaps(code, mode) {
    return mode !== "tile" && ((this.facts.exposures && code === "J") || plain(code) !== code);
  }

  /** The tile in place of another: a joker in the last exposure, a special tile for a plain one in the
      last set that has it, or among the tiles of the hand, with `held` there first. */
  swap(code, held) {
    if (code === "J") return this.#jokerIntoLast();
    const five = plain(code);
    const { sets, won } = this.lying;
    const set = sets.filter(({ tiles }) => tiles.includes(five)).at(-1);
    const typed = this.#typed;
    const instead = (tiles) => sorted(tiles.map((tile, at) => (at === tiles.lastIndexOf(five) ? code : tile)));
    if (typed.includes(five) && (held || !set)) {
      this.#putTiles("hand", instead(typed));
      if (won === five && typed.filter((tile) => tile === five).length === 1) this.put("tile", code);
    } else if (set) this.put(`set${set.row}`, write(instead(set.tiles)));
    return true;
  }

  /** Both tiles of the eye, where a hand of sets lacks nothing else; at a table, where who won is known. */
  eyeOf(code) {
    const { jokers, exposures, wildUnder } = this.facts;
    const wild = jokers || exposures || wildUnder.some((setting) => isPlayed(this.form, this.facts, setting));
    const lacksEye = this.prefix && this.canWin && this.count === this.most - 2 && !this.lying.hand.length;
    return lacksEye && !wild && !flowers.includes(code) && this.left(code) > 1 ? [code, code] : [];
  }

  /** Of a quint there are but four tiles: jokers make up the rest. */
  #exposure(code, size) {
    if (code === "J") return [];
    const own = Math.min(size, this.left(code));
    const jokers = size - own;
    return jokers > this.left("J") ? [] : [...Array(own).fill(code), ...Array(jokers).fill("J")];
  }

  /** Whether only what scores is entered of it. */
  get isPartial() {
    return Boolean(this.value("part"));
  }

  /** Only what scores is entered of it; `sure` where nothing else adds to it. */
  tellInPart(sure) {
    this.put("part", sure ? SURE : ASKED);
  }

  /** It has changed: what the untold tiles add is open again. */
  doubt() {
    if (this.value("part") === SURE) this.tellInPart(false);
  }

  get freeRow() {
    return this.facts.rows.find((row) => inputs(this.form, `${this.prefix}set${row}`).length && !this.value(`set${row}`));
  }

  /** Lay the tiles of one tap; false where the hand has no place for them. With `held` a set stays
      among the tiles of the hand; a kong is always declared. */
  lay(tiles, mode, held = false) {
    const { bonus } = this.lying;
    if (!this.fits(tiles, mode, held)) return false;
    if (this.#isBonus(tiles)) {
      this.#writeFlowers([...bonus, ...tiles]);
      return true;
    }
    if (this.#staysInHand(tiles, mode, held)) {
      this.#write([...sorted(this.#typed), ...tiles]);
      return true;
    }
    const row = this.freeRow;
    this.#settling(() => {
      this.put(`set${row}`, write(tiles));
      if (!this.facts.exposures) this.put(`set${row}is`, ...(mode === "hidden" ? ["concealed"] : []));
    });
    return true;
  }

  #isBonus(tiles) {
    return this.facts.flowersApart && flowers.includes(tiles[0]);
  }

  #staysInHand(tiles, mode, held) {
    return mode === "tile" || (held && (this.facts.exposures || tiles.length < 4));
  }

  /** Whether there is a place for the tiles of one tap. */
  fits(tiles, mode, held = false) {
    if (this.#isBonus(tiles)) return this.most > 0;
    const inHand = this.#staysInHand(tiles, mode, held);
    const more = inHand || this.facts.exposures ? tiles.length : 3;
    return this.count + more <= this.most && (inHand || Boolean(this.freeRow));
  }

  /** The last exposure with a joker in the place of one of its tiles. */
  #jokerIntoLast() {
    const set = this.lying.sets.at(-1);
    if (!set || this.left("J") < 1) return false;
    const at = set.tiles.map((tile) => tile !== "J").lastIndexOf(true);
    if (at < 1) return false;
    set.tiles[at] = "J";
    this.put(`set${set.row}`, write(set.tiles));
    return true;
  }

  takeTile(code) {
    const hand = this.#typed;
    if (code === this.lying.won && !this.#isOurs) {
      // It was typed apart, and is taken back from there.
      this.put("tile");
      return;
    }
    hand.splice(hand.lastIndexOf(code), 1);
    this.#write(hand);
  }

  /** Take back a tile, a flower or a set of the hand; or, where none is entered, what lies there last. */
  take({ tile, row, flower }) {
    const { bonus, hand, sets } = this.lying;
    if (tile) this.takeTile(tile);
    else if (row) this.#takeSet(row);
    else if (flower) this.#takeFlower(flower);
    else if (hand.length) this.takeTile(hand.at(-1));
    else if (sets.length) this.#takeSet(sets.at(-1).row);
    else if (bonus.length) this.#takeFlower(bonus.at(-1));
  }

  #takeFlower(code) {
    this.#writeFlowers(this.lying.bonus.filter((other) => other !== code));
  }

  #takeSet(row) {
    this.#settling(() => {
      this.put(`set${row}`);
      this.put(`set${row}is`);
    });
  }

  #write(hand) {
    this.#settling(() => this.#putTiles("hand", hand));
  }

  #writeFlowers(bonus) {
    this.#putTiles("flowers", sorted(bonus));
  }

  /** What could not be read stays as it was typed, after what was tapped. */
  #putTiles(name, codes) {
    const { rest } = readable(this.value(name));
    this.put(name, [write(codes), rest].filter(Boolean).join(" "));
  }

  /** A change of the tiles, and what it does to the winning tile: a whole hand was won on the tile that
      came last; one that is not whole has no such tile. */
  #settling(change) {
    const ours = this.#isOurs;
    change();
    if (!ours || this.most < this.wholeAt) return;
    this.put("tile");
    this.proposeWinning();
  }

  /** The last tile as the winning one, where the hand is whole and none is entered. */
  proposeWinning() {
    if (!this.canWin || this.value("tile")) return;
    const last = this.lying.hand.at(-1);
    if (this.count === this.wholeAt && last) this.put("tile", last);
  }

  /** The hand was won on this tile of it, or on one that nobody remembers; one that was typed apart
      is one of the hand now. */
  mark(code) {
    const { hand } = this.lying;
    this.#putTiles("hand", hand);
    this.put("tile", code);
  }
}
