// The page of a game as it goes on: others' entries come by themselves, and every phone has its own
// player nearest.

import { _ } from "../words.js";
import { inTime } from "../network.js";
import { fetchChanged, isCurrent } from "./changed.js";
import { requeueCorrected } from "./correcting.js";
import { sign } from "./entering.js";
import { note } from "./evenings.js";
import { give } from "./giving.js";
import { forget, gameOf, hasScorer, isAlone, remember } from "./remembered.js";
import { send } from "./sending.js";
import { ignoreWhileSettling, settle } from "./settling.js";
import { showSticks } from "./sticks.js";
import { showWaiting } from "./waiting.js";

const PAUSE = 1500;
const LONGEST_PAUSE = 12_000;
// A whole page may come over a slow line.
const PATIENCE = 30_000;

export class Board {
  constructor(article) {
    this.article = article;
    this.key = article.dataset.key;
    this.pause = PAUSE;
    this.news = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
    document.body.append(this.news);
  }

  begin() {
    ignoreWhileSettling();
    this.arrive();
    this.take();
    requeueCorrected(this.key).catch(() => {}).then(() => this.pass()).then(() => this.keepForm());
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    addEventListener("scorer-entered", ({ detail }) => {
      detail.shown = this.entered();
    });
    this.next();
  }

  /** A refused form is answered with the board under the form's address; the answer to who holds the
      phone comes behind the board's. */
  arrive() {
    const own = `/games/${this.key}`;
    const [answer, me] = /^#me=(\w*)$/.exec(location.hash) ?? [];
    if (answer) remember(this.key, { me });
    if (answer || location.pathname !== own) history.replaceState(null, "", own);
  }

  /** Sends what waits, then looks what there is. */
  async pass() {
    const before = await this.showWaiting();
    if (before) this.become = await send(this.key).catch(() => "waits");
    await this.look();
    await this.showWaiting();
  }

  /** What waits is counted by the scorer on this phone, where it is. */
  async entered() {
    await this.pass();
    if (this.become === "waits" && hasScorer()) location.reload();
  }

  showWaiting() {
    return showWaiting(document.querySelector("#waiting"), this.key, () => this.pass());
  }

  hurry() {
    clearTimeout(this.timer);
    this.pause = PAUSE;
    this.pass().finally(() => this.next());
  }

  next() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        if (!document.hidden) await (this.become === "waits" ? this.pass() : this.look());
      } finally {
        this.next();
      }
    }, this.pause);
  }

  /** Asks whether something is new, which is mostly not so, and then for the page as it is now. */
  async look() {
    try {
      if (isAlone(this.key)) return await this.give();
      const page = await inTime((signal) => this.newPage(signal), PATIENCE);
      if (page) await this.change(page);
      this.reached(true);
    } catch {
      this.reached(false);
    }
  }

  /** The page as it is now, if something is new. */
  async newPage(signal) {
    const { tag, version } = this.article.dataset;
    // The tag is that of the sheet in English.
    const request = { method: "HEAD", headers: { "If-None-Match": tag, "Accept-Language": "en" }, cache: "no-store", signal };
    const { status } = await fetch(`/api/v1/games/${this.key}?since=${version}`, request);
    if (status === 404) return this.gone();
    if (status !== 200 && status !== 304) throw new Error(String(status));
    return status === 200 && fetchChanged(location.pathname, await this.copy(), signal);
  }

  /** A game that has begun on this phone goes to the server as soon as that can be reached. */
  async give() {
    const { key, errors } = await give(this.key);
    if (this.isGiven) return;
    this.isGiven = Boolean(key);
    if (key) location.replace(`/games/${key}`);
    // Another tab has given it; or the page without a network says what is wrong with it.
    else if (hasScorer() && !gameOf(this.key)) location.replace("/games");
    else if (errors?.length) location.replace(`/games/alone#${this.key}`);
  }

  reached(well) {
    this.pause = well ? PAUSE : Math.min(this.pause * 2, LONGEST_PAUSE);
    document.documentElement.toggleAttribute("data-unreached", !well);
    const note = document.querySelector("[data-kept-note]");
    // What was made on this phone says so itself.
    const text = well ? "" : _("No network: this is the game as this phone last saw it.");
    if (!note || "engine" in document.documentElement.dataset || note.textContent === text) return;
    note.textContent = text;
    settle(this.article, { moved: true });
  }

  /** The page as it came last. */
  async copy() {
    return this.answer ?? (await this.seen())?.match(location.pathname, { ignoreVary: true });
  }

  /** Where copies are stored; nothing in a browser that has no service worker, or stores nothing. */
  async seen() {
    if (!navigator.serviceWorker?.controller) return undefined;
    return caches.open(`scorer-${this.article.dataset.release}-seen`).catch(() => undefined);
  }

  async change(answer) {
    const text = await answer.clone().text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector("#game");
    const { page: kind, tag, version } = this.article.dataset;
    if (fresh?.dataset.page !== kind || fresh.dataset.tag === tag) return;
    const news = fresh.dataset.version !== version;
    const { engine } = page.documentElement.dataset;
    if (engine) document.documentElement.dataset.engine = engine;
    else delete document.documentElement.dataset.engine;
    this.answer = answer.clone();
    this.exchange(fresh);
    await this.showWaiting();
    if (news) this.news.textContent = document.querySelector(".last-hand")?.textContent.trim() ?? "";
    await this.keep(answer);
  }

  /** The new page in place of the old one; what was opened stays open. */
  exchange(fresh) {
    const { activeElement } = document;
    for (const { id } of this.article.querySelectorAll("details[open][id]")) {
      const part = fresh.querySelector(`#${id}`);
      if (part) part.open = true;
    }
    const focused = this.article.contains(activeElement) && activeElement;
    // What was refused is answered without a tag, and so exchanged at once: its problems stay until the next time.
    const problems = this.article.dataset.tag ? null : this.article.querySelector(".problems");
    if (problems) fresh.prepend(problems);
    // What waits stays in its place until it is known what waits now.
    const [now, then] = [fresh, this.article].map((part) => part.querySelector("#waiting"));
    if (now && then) {
      now.replaceChildren(...then.childNodes);
      now.hidden = then.hidden;
    }
    this.article.replaceWith(document.adoptNode(fresh));
    this.article = fresh;
    settle(fresh);
    this.take();
    if (focused) (focused.isConnected ? focused : document.getElementById(focused.id))?.focus({ preventScroll: true });
  }

  /** The page as it came, made this phone's own. */
  take() {
    const { role, title, over, rules, at, names } = this.article.dataset;
    const called = JSON.parse(names);
    const me = gameOf(this.key)?.me ?? "";
    remember(this.key, { role: isAlone(this.key) ? "alone" : role, title, over: over === "yes", rules, begun: at, names: Object.values(called), name: called[me] ?? "" });
    note(this.key, this.article.dataset);
    this.turn(me);
    showSticks(this.article);
    sign(this.key);
    const who = document.querySelector("#who-am-i");
    if (!who) return;
    who.disabled = false;
    who.value = me;
    who.onchange = () => {
      remember(this.key, { me: who.value, name: called[who.value] ?? "" });
      this.turn(who.value);
      sign(this.key);
    };
  }

  /** The player who holds the phone sits nearest. */
  turn(me) {
    const plates = this.article.querySelectorAll(".game-plate");
    dispatchEvent(new CustomEvent("scorer-seated", { detail: { plates, me } }));
  }

  gone() {
    forget(this.key);
    clearTimeout(this.timer);
    const text = _("This game has been removed, or has new links.");
    // What waited is not sent, and still on show.
    this.article.replaceChildren(Object.assign(document.createElement("p"), { className: "badge warn", textContent: text }), document.querySelector("#waiting"));
    this.next = () => {};
  }

  /** For when there is no network: this page, and the form of the next hand as it is now. */
  async keep(answer) {
    try {
      await (await this.seen())?.put(location.pathname, answer);
    } catch {
      // What is not kept is fetched when it is needed.
    }
    await this.keepForm();
  }

  async keepForm() {
    if (this.article.dataset.role !== "play" || isAlone(this.key)) return;
    try {
      const seen = await this.seen();
      const path = `${location.pathname}/hand`;
      const copy = await seen?.match(path, { ignoreVary: true });
      if (!seen || await isCurrent(copy, this.article.dataset.version)) return;
      const form = await inTime((signal) => fetchChanged(path, copy, signal), PATIENCE);
      if (form.ok) await seen.put(path, form);
    } catch {
      // What is not kept is fetched when it is needed.
    }
  }
}
