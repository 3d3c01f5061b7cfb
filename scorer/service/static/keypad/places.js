// Tiles that lie beside the hands: indicators on the wall, entered once, and what a player sets aside.

import { isPlayed, playing, setValues, valueOf, valuesOf } from "./form.js";
import { readable, write } from "./tiles.js";

const MOST = 5;

/** One place for tiles beside a hand; the `field` of the form holds them. */
class Place {
  constructor(form, { field, title, only, isOpen }) {
    Object.assign(this, { form, field, title, only, isOpen });
  }

  get tiles() {
    return readable(valueOf(this.form, this.field)).codes;
  }

  takes(code) {
    return (!this.only || this.only === code) && this.tiles.length < MOST;
  }

  lay(code) {
    if (!this.takes(code)) return false;
    this.#put([...this.tiles, code]);
    return true;
  }

  /** Take back this tile, or the last. */
  take(code = this.tiles.at(-1)) {
    const { tiles } = this;
    if (tiles.includes(code)) tiles.splice(tiles.lastIndexOf(code), 1);
    this.#put(tiles);
  }

  #put(codes) {
    const { rest } = readable(valueOf(this.form, this.field));
    setValues(this.form, this.field, [[write(codes), rest].filter(Boolean).join(" ")]);
  }
}

const isLost = (form) => valueOf(form, "won") === "no" || valueOf(form, "winner") === "nobody";

/** Whether this tile field of the ruleset's own can matter, as far as the form tells. */
function canMatter(form, facts, { option, at, beside }) {
  if (option && !isPlayed(form, facts, option)) return false;
  if (at === "win" && isLost(form)) return false;
  return !beside || beside.some((circumstance) => isTold(form, facts, circumstance));
}

/** Whether a winner has this circumstance: it is entered with the win, or with the player. */
export function isTold(form, facts, circumstance) {
  const winners = [valueOf(form, "winner"), ...valuesOf(form, "also")].filter(Boolean).map((seat) => seat.toLowerCase());
  const questions = facts.own.player.filter(({ tells }) => tells === circumstance);
  return ["with", ...winners.map((seat) => `${seat}.with`)].some((name) => valuesOf(form, name).includes(circumstance))
    || winners.some((seat) => questions.some(({ field }) => valueOf(form, `${seat}.${field}`) === "yes"));
}

/** The places beside this hand that can matter. */
function placesOf(form, facts, hand) {
  const { aside, own } = facts;
  const fields = facts.page === "table" ? own.table : own.hand;
  const places = fields.filter(({ type }) => type === "tiles").map((field) =>
    new Place(form, { ...field, isOpen: canMatter(form, facts, field) }));
  if (aside) {
    const isOpen = isPlayed(form, facts, aside.option) && playing(form, facts) === aside.players && hand.most > 0;
    places.push(new Place(form, { field: `${hand.prefix}flowers`, title: aside.title, only: aside.tile, isOpen }));
  }
  return places.filter(({ isOpen, tiles }) => isOpen || tiles.length > 0);
}

/** What the keys lay beside the hands, in a mode that is named as the field. */
export class Beside {
  constructor(state) {
    this.state = state;
  }

  get places() {
    const { form, facts, current } = this.state;
    return placesOf(form, facts, current);
  }

  /** The place that the keys lay into, if it is one beside the hand. */
  get place() {
    const { mode } = this.state;
    return this.places.find(({ field, isOpen }) => isOpen && field === mode);
  }

  /** Lay a tile there; whether the keys do. What lies beneath comes after what lies above it. */
  tap(code) {
    const { state, place } = this;
    if (!place) return false;
    if (state.current.left(code) > 0) state.change(() => place.lay(code));
    const open = this.places.filter(({ isOpen, only }) => isOpen && !only);
    const next = open[open.findIndex(({ field }) => field === place.field) + 1];
    if (!place.only) state.choose(next && next.tiles.length < place.tiles.length ? next.field : "tile");
    return true;
  }

  /** Take a tile back from there; whether it was one of those. */
  take({ place, tile, at }) {
    const found = place ? this.places.find(({ field }) => field === place) : !at && this.place;
    if (!found || !found.tiles.length) return false;
    found.take(tile);
    return true;
  }
}
