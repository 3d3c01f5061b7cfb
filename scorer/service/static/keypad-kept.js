// What this browser keeps of the hands and the table; the server keeps nothing.

const v = new URL(import.meta.url).search;
const fields = await import(`./keypad-form.js${v}`);

const MOST_STEPS = 60;
const LAST = "scorer.rules";
const SIDE = "scorer.side";

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
function keptHand(key) {
  const last = kept(key);
  return typeof last?.hand === "string" ? last : null;
}

const texts = (list) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);

export class Kept {
  constructor(form, facts) {
    Object.assign(this, { form, facts });
    this.hand = this.#handOf(facts.page);
    this.table = `scorer.table.${facts.rules}`;
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

  /** The form has changed. The address holds it as it was: what is kept comes first from now on. */
  save() {
    const { form } = this;
    keep(this.hand, { hand: fields.snapshot(form), settled: false });
    keep(this.table, fields.merged(kept(this.table), fields.snapshot(form, fields.tableNames(form))));
    const asked = [...new URLSearchParams(location.search).keys()];
    const plain = `${location.pathname}?rules=${encodeURIComponent(this.facts.rules)}`;
    if (asked.some((name) => name !== "rules")) history.replaceState(null, "", plain);
  }

  /** The table of last time, into fields that neither the address nor the player has filled. */
  restoreTable() {
    const { form } = this;
    const asked = [...new URLSearchParams(location.search).keys()];
    const names = fields.tableNames(form).filter((name) => !fields.valueOf(form, name));
    // An address that names house rules means just those.
    const rules = asked.some((name) => name === "preset" || name.startsWith("o."));
    const wanted = rules ? names.filter((name) => name === "seat" || name === "round") : names;
    const text = kept(this.table);
    if (text) fields.restore(form, text, wanted);
  }

  /** A settled hand does not come back by itself, only by Undo; nor does one in whose place the
      address has put another: then this is true. */
  restoreHand() {
    const last = keptHand(this.hand);
    if (last && !last.settled && fields.isEmpty(this.form)) {
      fields.restore(this.form, last.hand);
      return false;
    }
    if (!last || last.hand === fields.snapshot(this.form) || this.undone.at(-1) === last.hand) return false;
    this.undone.push(last.hand);
    return !last.settled;
  }

  /** Who sees a result has settled that hand, on the hand page too if it came from there. */
  settle() {
    const now = fields.snapshot(this.form);
    // The result of somebody else's address leaves the own hand alone.
    if (keptHand(this.hand)?.hand === now) keep(this.hand, { hand: now, settled: true });
    const carried = this.facts.page === "table" && keptHand(this.#handOf("hand"));
    const prefix = `${fields.valueOf(this.form, "winner").toLowerCase()}.`;
    if (carried && fields.sameTiles(this.form, carried.hand, prefix)) {
      keep(this.#handOf("hand"), { ...carried, settled: true });
    }
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
}
