// What this browser keeps of the hands and the table; the server keeps nothing.

import * as fields from "./form.js";

const MOST_STEPS = 60;
const LAST = "scorer.rules";
const SIDE = "scorer.side";
const INDICES = "scorer.indices";

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

/** A hand that was kept, and whether its result was shown; none where what is kept is damaged. */
const asHand = (last) => (typeof last?.hand === "string" ? last : null);
const keptHand = (key) => asHand(kept(key));

const texts = (list) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);

export class Kept {
  constructor(form, facts) {
    Object.assign(this, { form, facts });
    this.hand = this.#handOf(facts.page);
    this.table = `scorer.winds.${facts.rules}`;
    // The steps that Undo and Redo go through, as long as the page is open or comes back.
    const steps = kept(`${this.hand}.steps`, session);
    [this.undone, this.redone] = [texts(steps?.[0]), texts(steps?.[1])];
  }

  #handOf(page) {
    return `scorer.hand.${page}.${this.facts.rules}`;
  }

  saveSteps() {
    const steps = [this.undone, this.redone].map((all) => all.slice(-MOST_STEPS));
    keep(`${this.hand}.steps`, steps, session);
  }

  /** The page as it came: of the table only what the player changes is kept, not what a link told. */
  begin() {
    this.told = this.#table();
    this.changed = new Set();
  }

  #table() {
    return Object.fromEntries(fields.tableNames(this.form, this.facts).map((name) => [name, fields.valuesOf(this.form, name)]));
  }

  /** The form has changed. */
  save() {
    const now = this.#table();
    for (const name of Object.keys(now)) if (String(now[name]) !== String(this.told[name])) this.changed.add(name);
    const mine = Object.fromEntries([...this.changed].map((name) => [name, now[name]]));
    keep(this.hand, { hand: fields.snapshot(this.form, this.facts), settled: false });
    if (this.changed.size) keep(this.table, fields.merged(kept(this.table), JSON.stringify(mine)));
    this.#leaveAddress();
  }

  /** The address holds the hand as it was: what is kept comes first from now on. What it tells of the
      table holds as long as the form says the same. */
  #leaveAddress() {
    const asked = new URLSearchParams(location.search);
    const left = new URLSearchParams({ rules: this.facts.rules });
    for (const name of fields.tableNames(this.form, this.facts)) {
      if (asked.has(name) && asked.get(name) === fields.valueOf(this.form, name)) left.set(name, asked.get(name));
    }
    const same = [...asked.keys()].every((name) => left.has(name));
    if (!same) history.replaceState(null, "", `${location.pathname}?${left}`);
  }

  /** The table of last time, into fields that neither the address nor the player has filled. */
  restoreTable() {
    const { form } = this;
    const asked = new URLSearchParams(location.search);
    const isRule = (name) => name === "preset" || name.startsWith("o.");
    // An address that names house rules means just those, unless they were another ruleset's: a house
    // rule belongs to its ruleset, even where another has one of the same name.
    const switched = asked.has("to") && asked.get("to") !== asked.get("rules");
    const named = !switched && [...asked.keys()].some(isRule);
    const wanted = fields.tableNames(form, this.facts).filter((name) =>
      isRule(name) ? switched || (!named && !fields.valueOf(form, name)) : !fields.valueOf(form, name));
    fields.restore(form, kept(this.table) ?? "{}", wanted);
  }

  /** A settled hand does not come back by itself, only by Undo; nor does one in whose place the
      address has put another: then this is true. */
  restoreHand() {
    const last = keptHand(this.hand);
    if (last && !last.settled && fields.isEmpty(this.form, this.facts)) {
      fields.restore(this.form, last.hand);
      return false;
    }
    if (!last || last.hand === fields.snapshot(this.form, this.facts)) return false;
    // With the table that it was played at.
    const table = Object.fromEntries(fields.tableNames(this.form, this.facts).map((name) => [name, []]));
    const step = fields.merged(fields.merged(JSON.stringify(table), kept(this.table) ?? "{}"), last.hand);
    if (this.undone.at(-1) !== step) this.undone.push(step);
    return !last.settled;
  }

  /** Who sees a result has settled that hand, on the hand page too if it came from there. */
  settle() {
    const now = fields.snapshot(this.form, this.facts);
    // The result of somebody else's address leaves the own hand alone.
    if (keptHand(this.hand)?.hand === now) keep(this.hand, { hand: now, settled: true });
    const carried = this.facts.page === "table" && keptHand(this.#handOf("hand"));
    const prefix = `${fields.valueOf(this.form, "winner").toLowerCase()}.`;
    if (carried && fields.sameTiles(this.form, this.facts, carried.hand, prefix)) {
      keep(this.#handOf("hand"), { ...carried, settled: true });
    }
  }

  /** Whether the form shows what was kept, as this text of the storage has it. */
  isOurs(text) {
    const last = asHand(text && JSON.parse(text));
    return last && !last.settled ? last.hand === fields.snapshot(this.form, this.facts) : fields.isEmpty(this.form, this.facts);
  }

  /** The hand that another tab of this browser has kept, where that is not ours. */
  get ofAnotherTab() {
    const last = keptHand(this.hand);
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
