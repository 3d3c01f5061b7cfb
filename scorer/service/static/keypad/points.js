// Points that a table agreed on, by digits in the place of the keys.

const MOST_DIGITS = 6;

export class Points {
  /** Whether the keys are digits. */
  counting = false;

  constructor(state) {
    this.state = state;
  }

  /** Digits for tiles, or the other way round; a game goes on as its last hand was told. */
  count() {
    const { state } = this;
    this.counting = !this.counting;
    state.kept.byPoints = this.counting;
    state.folded = false;
    state.screen.draw();
  }

  /** The next player of whom nothing is told yet, if there is one. */
  get next() {
    const { players, current } = this.state;
    const { hands } = players;
    const at = hands.findIndex(({ seat }) => seat === current.seat);
    const others = [...hands.slice(at + 1), ...hands.slice(0, Math.max(at, 0))];
    return others.find((one) => !one.value("points") && !one.tiles.length);
  }

  /** On to the next player; back to the tiles where all have told theirs. */
  goOn() {
    const { next, state } = this;
    if (next) state.lookAt(next.seat);
    this.counting = Boolean(next);
    state.screen.draw();
  }

  digit(sign) {
    const points = this.state.current.value("points");
    const now = sign ? `${points}${sign}`.slice(0, MOST_DIGITS) : points.slice(0, -1);
    this.state.change((own) => own.put("points", now));
  }
}
