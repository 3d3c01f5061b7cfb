// Whose hands a page has: one, or those of a table; and what can be entered of them.

import { isPlayed, valueOf, valuesOf, withoutSeat } from "./form.js";
import { Hand } from "./held.js";
import { isTold } from "./winners.js";

export class Players {
  #still = null;

  constructor(form, facts) {
    Object.assign(this, { form, facts, four: facts.page === "table" });
    this.only = new Hand(form, facts, "", facts.tilesHeld + (facts.page === "waits" ? 0 : 1));
    this.nobody = new Hand(form, facts, "nobody.", 0);
    this.seated = Object.keys(facts.seats).map((seat) =>
      Object.assign(new Hand(form, facts, `${seat.toLowerCase()}.`), { seat }));
  }

  /** The seat that the page speaks of: the winner's, or the player's own. */
  get seat() {
    return valueOf(this.form, this.four ? "winner" : "seat");
  }

  /** The seats that won: of several the first is the one that the page speaks of. */
  get winners() {
    return [this.seat, ...valuesOf(this.form, "also")];
  }

  /** The hands that are entered at all: where losers do not score, or nobody won, only those of winners, and any of
      which something is entered, so that it can be taken back. */
  get hands() {
    return this.#still ?? this.#playing();
  }

  /** While `look` only looks, every hand is read once: all parts of the screen ask for them. */
  whileStill(look) {
    const hands = this.#playing();
    this.#still = hands;
    try {
      for (const hand of hands) hand.isStill = true;
      look();
    } finally {
      for (const hand of hands) hand.isStill = false;
      this.#still = null;
    }
  }

  #playing() {
    const { tilesHeld, page } = this.facts;
    if (!this.four) {
      this.only.withoutTile = this.#winsWithoutTile("with");
      this.only.most = tilesHeld + (page === "waits" || this.only.withoutTile ? 0 : 1);
      return [this.only];
    }
    const away = valueOf(this.form, "away");
    const losersScore = this.facts.losers && this.seat !== "nobody";
    const playing = this.seated.filter((hand) => hand.seat !== away && (losersScore || this.winners.includes(hand.seat) || isTold(hand)));
    const tiles = playing.map((hand) => hand.tiles);
    for (const [at, hand] of playing.entries()) {
      const wins = this.winners.includes(hand.seat);
      hand.withoutTile = wins && this.#winsWithoutTile(hand.seat === this.seat ? "with" : `${hand.prefix}with`);
      hand.most = tilesHeld + (wins && !hand.withoutTile ? 1 : 0);
      hand.elsewhere = tiles.filter((_, other) => other !== at).flat();
    }
    return playing;
  }

  /** The hand of this seat, or the first that there is to tell. */
  of(seat) {
    const playing = this.hands;
    const at = (wanted) => playing.find((hand) => hand.seat === wanted);
    return (seat ? at(seat) : undefined) ?? at(this.seat) ?? playing[0] ?? this.nobody;
  }

  /** Only who wins has a winning tile, and tells every tile. */
  dropTilesBut(winner) {
    for (const hand of this.seated) hand.put(hand.seat === winner ? "part" : "tile");
  }

  /** The hand that this field of the form tells a part of, as {seat}; none for another field. */
  ofField(name) {
    const [, letter = ""] = /^(?:([eswn])\.)?/.exec(name);
    const part = letter ? name.slice(2) : name;
    const known = [...this.facts.tileFields, "points", "part"].includes(part.replace(/is$/, ""));
    return known && Boolean(letter) === this.four ? { seat: letter.toUpperCase() } : undefined;
  }

  /** The choices of a question that cannot be meant, of this hand. */
  senseless(name, hand) {
    const away = valueOf(this.form, "away");
    if (name === "from") return [...this.winners, away];
    if (name === "also") return [this.seat, valueOf(this.form, "from"), away];
    if (name === "winner" || name === "seat") return [away];
    if (withoutSeat(name) !== "with") return [];
    const chosen = valuesOf(this.form, name);
    const { circumstances } = this.facts;
    const clash = (id, beside) => circumstances[id]?.clashes?.includes(beside);
    return Object.keys(circumstances).filter((id) => !chosen.includes(id)
      && (!this.#possible(circumstances[id], hand) || chosen.some((other) => clash(id, other) || clash(other, id))));
  }

  /** Whether the house rules of the form know anything special of a win, or something is entered. */
  get asksSpecial() {
    const { circumstances } = this.facts;
    return valuesOf(this.form, "with").length > 0 || Object.values(circumstances).some((circumstance) => this.#isKnown(circumstance));
  }

  /** Whether a circumstance of this field of the form wins without a tile that completes the hand. */
  #winsWithoutTile(name) {
    return valuesOf(this.form, name).some((id) => this.facts.circumstances[id]?.no_winning_tile);
  }

  #isKnown({ option }) {
    return !option || isPlayed(this.form, this.facts, option);
  }

  /** Whether a circumstance can be, as far as the house rules, the tiles and the win are entered. */
  #possible({ by, seats, kongs, most_kongs: mostKongs, flower, flowers, claimed, option }, hand) {
    const { sets, bonus } = hand.lying;
    const seat = hand.seat ?? this.seat;
    const won = valueOf(this.form, "won");
    const declared = sets.filter((set) => set.tiles.length === 4).length;
    const unclaimed = (set) => set.is === "concealed" || (claimed === "kongs" && set.tiles.length === 4);
    return this.#isKnown({ option }) && (!won || by.includes(won)) && (!seat || this.facts.unsettled || seats.includes(seat))
      && declared >= (kongs ?? 0) && declared <= (mostKongs ?? declared)
      && bonus.length >= (flowers ?? (flower ? 1 : 0)) && (!claimed || sets.every(unclaimed));
  }
}
