// What this browser keeps of the hands and the table; the server keeps nothing.

import * as fields from "./form.js";

const MOST_STEPS = 60;
// Eight games, their winners and their losers.
const MOST_GAMES = 16;
const LAST = "scorer.rules";
const SIDE = "scorer.side";
const INDICES = "scorer.indices";
// The hidden field of a game that says who sits where.
const SEATED = "seated";
const POINTS = "scorer.points";

const local = () => localStorage;
const session = () => sessionStorage;

function kept(key, storage = local) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

function keep(key, value, storage = local) {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the hand still stands in the form.
  }
}

const texts = (list) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);

export class Kept {
  constructor(form, facts, seats) {
    Object.assign(this, { form, facts, seats });
    /** Who sits where, in a game: what is kept names players by it. */
    this.seated = fields.valueOf(form, SEATED);
    this.hand = this.#handOf(facts.page);
    this.table = `scorer.settlement.winds.${facts.rules}`;
    // What this tab shows: the browser's last hand may be another tab's.
    this.here = `${this.hand}.here`;
    // The steps that Undo and Redo go through, as long as the page is open or comes back.
    const steps = kept(`${this.hand}.steps`, session);
    const same = (steps?.[2] ?? this.seated) === this.seated;
    [this.undone, this.redone] = same ? [texts(steps?.[0]), texts(steps?.[1])] : [[], []];
  }

  #handOf(page) {
    return `scorer.engine.hand.${this.facts.game ?? page}.${this.facts.rules}`;
  }

  saveSteps() {
    const steps = [this.undone, this.redone].map((all) => all.slice(-MOST_STEPS));
    keep(`${this.hand}.steps`, [...steps, this.seated], session);
  }

  /** A hand that was kept, by the seats of now, and whether its result was shown; none where what is kept
      is damaged. */
  #asHand(last) {
    if (typeof last?.hand !== "string") return null;
    const { seated = this.seated } = last;
    if (seated === this.seated) return last;
    return { ...last, seated: this.seated, hand: this.seats.broughtTo(this.form, last.hand, seated, this.seated) };
  }

  #keptHand(key) {
    return this.#asHand(kept(key));
  }

  /** The page as it came: of the table only what the player changes is kept, not what a link has set. */
  begin() {
    this.initial = this.#table();
    this.changed = new Set();
  }

  #table() {
    return Object.fromEntries(fields.tableNames(this.form, this.facts).map((name) => [name, fields.valuesOf(this.form, name)]));
  }

  /** The form has changed. */
  save() {
    const now = this.#table();
    for (const name of Object.keys(now)) if (String(now[name]) !== String(this.initial[name])) this.changed.add(name);
    const mine = Object.fromEntries([...this.changed].map((name) => [name, now[name]]));
    keep(this.hand, this.#keepHere());
    this.seats?.noteSticks(this.form, this.facts);
    if (this.changed.size) {
      for (const storage of [local, session]) keep(this.table, fields.merged(kept(this.table, storage), JSON.stringify(mine)), storage);
    }
    this.#leaveAddress();
  }

  /** What this tab shows, whatever other tabs do: it comes back here. */
  #keepHere(settled = false) {
    const now = { hand: fields.snapshot(this.form, this.facts), settled, seated: this.seated };
    keep(this.here, now, session);
    return now;
  }

  /** The table of last time, as this tab has it, or else as the browser has. */
  get #tableKept() {
    return fields.merged(kept(this.table), kept(this.table, session));
  }

  /** The address holds the hand as it was: what is kept comes first from now on. What it tells of the
      table holds as long as the form says the same. */
  #leaveAddress() {
    const address = new URLSearchParams(location.search);
    const left = new URLSearchParams({ rules: this.facts.rules });
    // Which hand it is stays: of which game, who rests in it, and by which special hands.
    for (const name of ["game", "rests", "own"]) if (address.has(name)) left.set(name, address.get(name));
    for (const name of fields.tableNames(this.form, this.facts)) {
      if (address.has(name) && address.get(name) === fields.valueOf(this.form, name)) left.set(name, address.get(name));
    }
    const same = [...address.keys()].every((name) => left.has(name));
    if (!same) history.replaceState(null, "", `${location.pathname}?${left}`);
  }

  /** The table of last time, into fields that neither the address nor the player has filled. */
  restoreTable() {
    const { form } = this;
    const address = new URLSearchParams(location.search);
    const isRule = (name) => name === "preset" || name === "own" || name.startsWith("o.");
    // An address that names house rules means just those, unless they were another ruleset's: a house
    // rule belongs to its ruleset, even where another has one of the same name.
    const switched = address.has("to") && address.get("to").split(".")[0] !== address.get("rules");
    const named = !switched && [...address.keys()].some(isRule);
    const wanted = fields.tableNames(form, this.facts).filter((name) =>
      isRule(name) ? switched || (!named && !fields.valueOf(form, name)) : !fields.valueOf(form, name) && (switched || !address.has(name)));
    fields.restore(form, this.#tableKept, wanted);
  }

  /** The next hand has this table: the seat moves on with the deal. What the address leaves empty is a question. */
  goOn(address) {
    const known = fields.tableNames(this.form, this.facts).filter((name) => address.has(name));
    const now = JSON.stringify(Object.fromEntries(known.map((name) => [name, address.getAll(name).filter(Boolean)])));
    for (const storage of [local, session]) keep(this.table, fields.merged(kept(this.table, storage), now), storage);
  }

  /** The parameters of the address, by the seats of now: a plate of a game names its player. */
  get parameters() {
    const address = new URLSearchParams(location.search);
    const seat = this.seats?.seatOf(this.seated, address.get("winner"));
    if (seat) address.set("winner", seat);
    return address;
  }

  /** Whether the address says that another player has won than in this hand: then that is what is meant. */
  #isAnothers({ hand }) {
    const winner = this.parameters.get("winner");
    return Boolean(this.facts.game && winner) && !(JSON.parse(hand).winner ?? []).includes(winner);
  }

  /** The hand of this tab comes back, or else the one that the browser has; a settled one only by Undo,
      as does one in whose place another is now: what became of it is returned. */
  restoreHand() {
    const last = this.#keptHand(this.hand);
    const here = this.#handHere(last);
    const first = here ?? last;
    if (first && !first.settled && !this.#isAnothers(first) && fields.isEmpty(this.form, this.facts)) fields.restore(this.form, first.hand);
    const other = [last, here].map((entry) => entry && this.#stepTo(entry) && !entry.settled);
    if (other[1]) return "before";
    return other[0] && (here ? "elsewhere" : "before");
  }

  /** The hand that this tab showed, unless another has settled it since. */
  #handHere(last) {
    const here = this.#asHand(kept(this.here, session));
    return here && last?.settled && last.hand === here.hand ? last : here;
  }

  /** A step of Undo that brings this hand, with the table that it was played at; none where it is shown. */
  #stepTo(entry) {
    if (entry.hand === fields.snapshot(this.form, this.facts)) return false;
    const table = Object.fromEntries(fields.tableNames(this.form, this.facts).map((name) => [name, []]));
    const step = fields.merged(fields.merged(JSON.stringify(table), this.#tableKept), entry.hand);
    if (this.undone.at(-1) !== step) this.undone.push(step);
    return true;
  }

  /** The hand of another tab is shown here now. */
  follow() {
    this.#keepHere();
  }

  /** Who sees a result has settled that hand, on the hand page too if it came from there. */
  settle() {
    const now = fields.snapshot(this.form, this.facts);
    // The result of somebody else's address leaves the own hand alone.
    if (this.#keptHand(this.hand)?.hand === now) keep(this.hand, { hand: now, settled: true, seated: this.seated });
    if (this.#asHand(kept(this.here, session))?.hand === now) this.#keepHere(true);
    const carried = this.facts.page === "table" && this.#keptHand(this.#handOf("hand"));
    const prefix = `${fields.valueOf(this.form, "winner").toLowerCase()}.`;
    if (carried && fields.sameTiles(this.form, this.facts, carried.hand, prefix)) {
      keep(this.#handOf("hand"), { ...carried, settled: true });
    }
  }

  /** Whether the form shows what was kept, as this text of the storage has it. */
  isOurs(text) {
    const last = this.#asHand(text && JSON.parse(text));
    return last && !last.settled ? last.hand === fields.snapshot(this.form, this.facts) : fields.isEmpty(this.form, this.facts);
  }

  /** The hand that another tab of this browser has kept, where that is not ours. */
  get ofAnotherTab() {
    const last = this.#keptHand(this.hand);
    return last && !last.settled && last.hand !== fields.snapshot(this.form, this.facts) ? last.hand : "";
  }

  /** Whose hand the keys of this tab lay into, over a reload and over an answer. */
  get seat() {
    const last = kept(`${this.hand}.seat`, session);
    return typeof last === "string" ? last : "";
  }

  set seat(name) {
    keep(`${this.hand}.seat`, name, session);
  }

  /** The ruleset used last, where it is another and the address asks for none. */
  get elsewhere() {
    const last = kept(LAST);
    const known = this.form.querySelector(`.tab[value="${CSS.escape(String(last))}"]`);
    return !location.search && known && last !== this.facts.rules ? last : "";
  }

  useRules(rules) {
    keep(LAST, rules);
  }

  /** Whether the hands of this game, those of its winners or its losers, were last entered by agreed points. */
  isByPoints(lost) {
    return Boolean(this.facts.game) && this.#gamesByPoints.includes(this.#game(lost));
  }

  enterByPoints(lost, so) {
    if (!this.facts.game || so === this.isByPoints(lost)) return;
    const now = this.#game(lost);
    const others = this.#gamesByPoints.filter((game) => game !== now);
    keep(POINTS, so ? [now, ...others].slice(0, MOST_GAMES) : others);
  }

  get #gamesByPoints() {
    return texts([kept(POINTS)].flat());
  }

  #game(lost) {
    const [id] = this.facts.game.split(".");
    return lost ? `${id}.lost` : id;
  }

  get onLeft() {
    return kept(SIDE) === "left";
  }

  changeSide() {
    keep(SIDE, this.onLeft ? "right" : "left");
  }

  get indices() {
    return kept(INDICES) !== "none";
  }

  changeIndices() {
    keep(INDICES, this.indices ? "none" : "all");
    document.documentElement.dataset.indices = kept(INDICES);
  }
}
