// What is being tapped: a small store over the form, which stays the only truth. It makes no elements.

import { _ } from "../words.js";
import { buzz } from "./feel.js";
import { clearHand, isClaimed, isQuestion, restore, setValues, valueOf, whole } from "./form.js";
import { NOT_SURE } from "./held.js";
import { Points } from "./points.js";
import { changeWinners } from "./winners.js";

export class State {
  /** What a tap lays: one tile, or a set that begins with it. */
  mode = "tile";
  /** Whether a set stays among the tiles of the hand. */
  held = false;
  /** The question that was opened, and the one that was put off. */
  asking = "";
  later = "";
  /** Whether the lines of the score are open, and the keys folded away. */
  showing = false;
  folded = false;
  /** What the scorer said last; what is said in its place until the next tap. */
  answer = { say: "" };
  note = "";
  /** What of the hand was tapped, to be taken back. */
  selected = {};
  /** Whose hand the keys lay into, once a player of the table is chosen. */
  seat = "";

  // The form as it was before the change that is under way, and the field that is typed into.
  #before = "";
  #typing = null;
  // The tile of an eye that one tap has laid: who taps it a second time means the same eye.
  #eye = "";

  constructor(form, facts, players, kept) {
    Object.assign(this, { form, facts, players, kept });
    /** The points that were agreed. */
    this.points = new Points(this);
    /** What only some rulesets ask (telling.js): what lies beside the hands, and further questions. */
    this.beside = { places: [], tap: () => false, take: () => false };
    this.furtherAsked = () => [];
    this.asksAlso = () => false;
  }

  /** What shows the state: {draw, drawBar, keepInSight}; and what scores the form. */
  attach(screen, refresh) {
    Object.assign(this, { screen, refresh });
  }

  value(name) {
    return valueOf(this.form, name);
  }

  /** The hand that the keys lay into. */
  get current() {
    return this.players.of(this.seat);
  }

  /** Another hand begins with single tiles: no mode goes along that was chosen for the last one. */
  lookAt(name) {
    const was = this.current.seat;
    this.seat = name;
    if (this.current.seat !== was) this.#layTiles();
    if (this.players.four) this.kept.seat = name;
  }

  #layTiles() {
    Object.assign(this, { mode: "tile", held: false, selected: {} });
    this.points.open();
  }

  /** Where the page begins: what was changed before is no step of Undo. */
  begin() {
    this.#before = whole(this.form);
  }

  // The questions.

  canAsk(name) {
    return isQuestion(this.form, name) || this.furtherAsked().some((question) => question.name === name && question.parts);
  }

  /** The question on show: one that was opened, or the next that the answer waits for. */
  get asked() {
    const { field } = this.answer;
    return this.asking || (!this.showing && field !== this.later && this.canAsk(field) ? field : "");
  }

  /** Open the question, or close it again. */
  ask(name) {
    this.asking = this.asking === name ? "" : name;
    this.showing = false;
    this.screen.draw();
  }

  /** Close the question; one that nobody opened does not come back by itself. */
  putOff() {
    const name = this.asked;
    if (!this.asking) this.later = name;
    this.asking = "";
    this.screen.draw();
    return name;
  }

  isTold(name) {
    const claimed = name === "won" && isClaimed(this.value(name));
    return Boolean(this.value(name) && (!claimed || this.value("from")));
  }

  /** This answer to a question, or not this one; with the `way` of winning that a seat tells. */
  pick(input, way) {
    const several = input.type === "checkbox";
    const [was, { winners }] = [whole(this.form), this.players];
    if (way) setValues(this.form, "won", [way]);
    input.checked = several ? !input.checked : true;
    this.#dropStale(input);
    const said = ["winner", "also"].includes(input.name) && changeWinners(this, winners);
    this.players.of(this.players.seat).proposeWinning();
    this.remember(was);
    // Hardly ever are there three winners: a second one closes the question.
    [this.asking, this.later, this.note] = [several && input.name !== "also" ? input.name : "", "", ""];
    this.update();
    if (said) this.say(said);
    this.screen.keepInSight();
  }

  /** What was entered before and cannot be meant beside this answer. */
  #dropStale({ name, value }) {
    const claimed = name !== "won" || isClaimed(value);
    const own = ["winner", "seat"].includes(name) && this.value("from") === value;
    for (const stale of !claimed || own ? ["from", "also"] : []) setValues(this.form, stale, []);
    if (name !== "winner") return;
    this.lookAt("");
    this.players.dropTilesBut(value);
  }

  // The keys.

  choose(mode) {
    this.mode = mode;
    this.selected = {};
    this.screen.draw();
  }

  hold() {
    this.held = !this.held;
    this.screen.draw();
  }

  tap(code) {
    if (this.beside.tap(code)) return;
    if (this.current.swaps(code, this.mode)) {
      this.change((lying) => lying.swap(code, this.held));
      return;
    }
    const again = this.#eye === code;
    this.#eye = "";
    if (again) return;
    const eye = this.current.eyeOf(code);
    const laid = eye.length ? eye : this.current.laid(code, this.mode);
    if (!laid.length) return;
    const how = laid.length > 1 && !eye.length ? this.mode : "tile";
    const hadRoom = this.change((lying) => lying.lay(laid, how, this.held));
    [this.#eye = ""] = eye;
    buzz(...(hadRoom ? [8] : [25, 40, 25]));
    if (hadRoom) this.#afterSet();
    else if (this.current.count < this.current.most) this.say(_("There is no room for a set: lay single tiles"));
    else this.say(_("The hand is complete: ⌫ removes a tile"));
  }

  /** With all sets laid only the pair is missing: the keys lay single tiles again. */
  #afterSet() {
    const full = this.current.count > this.facts.tilesHeld - (this.facts.exposures ? 2 : 3);
    if (this.mode === "tile" || !(full || !this.current.freeRow)) return;
    this.held = false;
    this.choose("tile");
  }

  /** A tile or a set of the hand is tapped: it is chosen, and nothing of it is lost. */
  select(part) {
    this.selected = this.selected.at === part.at ? {} : part;
    this.screen.draw();
  }

  /** Take back what is chosen, or else what lies there last. */
  takeBack(part = this.selected) {
    this.change((own) => this.beside.take(part) || own.take(part));
  }

  /** The hand was won on this tile of it, or nobody remembers on which. */
  mark(code) {
    this.change((own) => own.mark(code));
    if (code !== NOT_SURE) this.select({ at: "won", tile: code });
  }

  /** The other tiles of this hand score nothing, of which one may be `sure`; or they are entered after all. */
  tellInPart(sure = false) {
    this.change((own) => (own.isPartial && !sure ? own.put("part") : own.tellInPart(sure)));
  }

  turnTo(name) {
    this.lookAt(name);
    this.screen.draw();
  }

  newHand() {
    this.lookAt("");
    this.change(() => clearHand(this.form, this.facts));
    this.#layTiles();
    this.say(_("A new hand. Undo brings the last one back"));
    this.fold(false);
  }

  fold(shut) {
    this.folded = shut;
    this.screen.draw();
  }

  /** Said until the next tap. */
  say(text) {
    this.note = text;
    this.screen.drawBar();
  }

  // Steps, which Undo takes back.

  /** One change of the form by the keypad: remembered for Undo, kept, drawn and scored. */
  change(act) {
    this.#eye = "";
    const was = whole(this.form);
    const { current } = this;
    const tiles = String(current.tiles);
    const done = act(current);
    if (String(current.tiles) !== tiles) current.doubt();
    this.remember(was);
    this.#close();
    this.update();
    this.screen.keepInSight();
    return done;
  }

  /** A step that Undo can take back, if anything has changed since. */
  remember(was) {
    if (whole(this.form) === was) return;
    this.kept.undone.push(was);
    this.kept.redone.length = 0;
    this.kept.saveSteps();
    this.#typing = null;
  }

  undo() {
    this.#step(this.kept.undone, this.kept.redone);
  }

  redo() {
    this.#step(this.kept.redone, this.kept.undone);
  }

  #step(from, to) {
    if (!from.length) return;
    to.push(whole(this.form));
    restore(this.form, from.pop());
    this.kept.saveSteps();
    this.#close();
    this.update();
  }

  /** The form as it is after a step: what was open closes. */
  #close() {
    this.asking = this.later = this.note = "";
    this.showing = false;
    this.selected = {};
  }

  /** The form has changed, by a tap or by typing. */
  update() {
    this.kept.save();
    this.begin();
    this.refresh();
  }

  /** Typed into a field: what is typed in one go is one step. */
  typed(field) {
    if (this.#typing !== field) this.remember(this.#before);
    this.#typing = field;
    this.update();
  }

  /** The hand of another tab, in the place of the same hand here. */
  takeOver(hand) {
    const was = whole(this.form);
    restore(this.form, hand);
    this.remember(was);
    this.kept.follow();
    this.begin();
    this.#close();
    this.refresh();
  }

  /** What the scorer says of what is on show; `pending` tells whether that is awaited, when the last one stays, dimmed. */
  hear(now) {
    this.answer = now.pending ? { ...now, say: "" } : now;
    if (!now.panel) this.showing = false;
    this.screen.draw(!("pending" in now));
    if (this.kept.undone.length && !this.folded) this.screen.keepInSight();
  }

  /** Open the lines of the score, or close them. */
  toggleLines() {
    this.showing = !this.showing;
    this.asking = "";
    this.screen.draw();
  }

  /** The seat whose hand the answer speaks of. */
  get wrongSeat() {
    const { seat, field } = this.answer;
    return seat ?? (/^[eswn]\./.test(field ?? "") ? field[0].toUpperCase() : "");
  }
}
