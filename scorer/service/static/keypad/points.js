// Points that a table agreed on, by digits in the place of the keys.

import { _ } from "../words.js";

const MOST_DIGITS = 6;

/** What the table agreed on in place of the tiles of a hand: points, or numbers with their names. */
export function agreedOf(hand) {
  const { amounts } = hand.facts.own;
  if (!amounts) return hand.value("points");
  const values = amounts.numbers.map(({ key, label }) => [hand.value(`${amounts.field}.${key}`), label]);
  return values.filter(([number]) => number).map(([number, label]) => `${number} ${label.toLowerCase()}`).join(" ");
}

/** Whether that is all of it: a number that stands alone or has a name of its own, or else every number. */
export function isAgreedWhole(hand) {
  const { amounts } = hand.facts.own;
  if (!amounts) return Boolean(hand.value("points"));
  const valueOf = ({ key }) => hand.value(`${amounts.field}.${key}`);
  const stands = (declared) => valueOf(declared) && (declared.alone || declared.usual.some(([number, text]) => number === valueOf(declared) && text !== number));
  return amounts.numbers.some(stands) || amounts.numbers.every((declared) => declared.alone || valueOf(declared));
}

/** The names of the numbers that are still missing beside those entered. */
export const untoldOf = (hand) => hand.facts.own.amounts.numbers
  .filter(({ key, alone }) => !alone && !hand.value(`${hand.facts.own.amounts.field}.${key}`)).map(({ label }) => label.toLowerCase());

/** That in words, or that it may be entered. */
export function agreedText({ own }, agreed) {
  if (own.amounts) return agreed ? _("Agreed: {value}", { value: agreed }) : _("Agreed value");
  return agreed ? _("Agreed points: {number}", { number: agreed }) : _("Agreed points");
}

export class Points {
  /** Whether the keys are for agreed points. */
  counting = false;
  /** Whether they are digits also where a list of values would do. */
  byDigits = false;

  // Whether the next digit begins the number anew.
  #anew = false;

  constructor(state) {
    this.state = state;
  }

  /** Whether they are those of a hand that lost. */
  get #lost() {
    const { current, strip } = this.state;
    return Boolean(strip?.isLoser(current));
  }

  /** The keys for another hand: as it was entered, or as the last hand of the game was. */
  open() {
    const { current, kept } = this.state;
    const agreed = Boolean(agreedOf(current));
    this.counting = (agreed || kept.isByPoints(this.#lost)) && !current.tiles.length;
    this.byDigits = false;
    this.#anew = agreed;
  }

  /** Digits for tiles, or the other way round; a game goes on as its last hand was entered. */
  count() {
    const { state } = this;
    this.counting = !this.counting;
    // Whoever wants the numbers answers the question later.
    if (this.counting && state.facts.own.amounts && state.asked) state.putOff();
    state.kept.enterByPoints(this.#lost, this.counting);
    state.folded = false;
    state.screen.draw();
  }

  /** The tiles again; the next hand of the game begins as this one did. */
  close() {
    this.counting = false;
    this.state.screen.draw();
  }

  /** The next player of whom nothing is entered yet, if there is one. */
  get next() {
    const { state } = this;
    const { current, players: { hands } } = state;
    const at = hands.findIndex(({ seat }) => seat === current.seat);
    const others = [...hands.slice(at + 1), ...hands.slice(0, Math.max(at, 0))];
    return others.find((hand) => !agreedOf(hand) && !hand.tiles.length && !state.facts.own.amounts && !state.strip?.scoresNothing(hand));
  }

  /** On to the next player; back to the tiles where all have theirs. */
  goOn() {
    const { next, state } = this;
    if (next) state.lookAt(next.seat);
    this.counting = Boolean(next);
    if (next) state.kept.enterByPoints(this.#lost, true);
    state.screen.draw();
  }

  /** One number of several, or not this one: han and fu, or yakuman. */
  amount(key, number) {
    const { state } = this;
    const { field, numbers } = state.facts.own.amounts;
    const valueIn = (own, name) => own.value(`${field}.${name}`);
    const { alone } = numbers.find((declared) => declared.key === key);
    state.change((own) => {
      const now = valueIn(own, key) === number ? "" : number;
      own.put(`${field}.${key}`, now);
      const others = numbers.filter((declared) => now && declared.key !== key && (alone || declared.alone));
      for (const other of others) own.put(`${field}.${other.key}`);
    });
    if (!isAgreedWhole(state.current)) return;
    const next = !state.asked && state.strip?.nextWinner();
    if (next) state.lookAt(next);
    // The next question has the place of these keys.
    this.counting = !state.asked;
    state.screen.draw();
  }

  digit(sign) {
    const points = this.#anew && sign ? "" : this.state.current.value("points");
    this.#anew = false;
    const now = sign ? String(Number(`${points}${sign}`)).slice(0, MOST_DIGITS) : points.slice(0, -1);
    this.state.change((own) => own.put("points", now));
  }
}
