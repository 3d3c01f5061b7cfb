// A pupil's phone: one exercise a screen. Answers are kept on the phone first, then sent one after the
// other, each under its own name: without a network they wait, and however often one is sent, it counts once.

import { onceAtATime } from "../game/entering.js";
import { add, newName, remove, waiting } from "../game/queue.js";
import { alone, inTime, jsonOf } from "../network.js";
import { _, n_ } from "../words.js";
import { pupilOf, rememberPupil } from "./pupils.js";

const PAUSE = 5000;
// For a page with all that is in it.
const PATIENCE = 20_000;
const SIGNS = { right: "✓", wrong: "✗", kept: "●", waits: "…" };

const documentOf = (page) => new DOMParser().parseFromString(page, "text/html");

export class Desk {
  constructor(article) {
    this.article = article;
    const { key, count, release } = article.dataset;
    this.key = key;
    this.count = Number(count);
    this.release = release;
    this.home = `/classes/${key}`;
    this.at = 1;
    this.pupil = pupilOf(key);
  }

  begin() {
    this.article.addEventListener("submit", (event) => this.submitted(event));
    addEventListener("online", () => this.send());
    if (this.article.dataset.pupil) this.takeOver();
    if (this.pupil) this.enter();
  }

  /** Goes on from a page that the server made for a pupil, with what is typed in. */
  takeOver() {
    const { pupil, marks } = this.article.dataset;
    const known = this.pupil?.pupil === pupil ? this.marks : {};
    this.pupil = { ...this.pupil, pupil, marks: { ...known, ...JSON.parse(marks) } };
    rememberPupil(this.key, this.pupil);
    // Loaded again, this page would send its form again.
    if (pupilOf(this.key)) history.replaceState(null, "", this.home);
  }

  async enter() {
    this.part("[data-join]")?.remove();
    this.part("[data-closed]")?.remove();
    setInterval(() => this.send(), PAUSE);
    const { number } = this.part("#exercise")?.dataset ?? {};
    if (number) {
      this.at = Number(number);
      this.showNumbers();
    } else await this.show(this.open ?? 1);
    await this.send();
    this.fetchAll();
  }

  part(selector) {
    return this.article.querySelector(selector);
  }

  get marks() {
    return this.pupil.marks ?? {};
  }

  /** The first exercise without an answer. */
  get open() {
    return Array.from({ length: this.count }, (_item, at) => at + 1).find((number) => !this.marks[number]);
  }

  mark(number, mark) {
    // The first answer counts: what came of it stays.
    if (["right", "wrong", "kept"].includes(this.marks[number])) return;
    this.pupil = { ...this.pupil, marks: { ...this.marks, [number]: mark } };
    rememberPupil(this.key, this.pupil);
    this.showNumbers();
  }

  submitted(event) {
    const { target: form } = event;
    event.preventDefault();
    if (form.matches("[data-join]")) onceAtATime(form, () => this.join(form));
    else if (form.matches("[data-next]")) this.show(this.at + 1);
    // A browser that stores nothing sends it as any form.
    else if (form.matches("[data-answer]")) onceAtATime(form, () => this.answer(form).catch(() => form.submit()));
  }

  async join(form) {
    // A page that was kept has no name: asked again under one, it is the same pupil.
    form.elements.once.value ||= newName();
    const answer = await this.fetch(`${this.home}/pupils`, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
    const found = answer && jsonOf(answer.text);
    if (found?.pupil) {
      this.pupil = { ...found, marks: {} };
      rememberPupil(this.key, this.pupil);
      return this.enter();
    }
    return this.tell(found?.problems ?? [found?.detail ?? _("No network: try again.")]);
  }

  /** The answer with its text; undefined where the network brings none whole in time. */
  fetch(address, options = {}) {
    return inTime(async (signal) => {
      const answer = await fetch(address, { ...options, signal });
      const copy = answer.clone();
      return { status: answer.status, ok: answer.ok, text: await answer.text(), copy };
    }, PATIENCE).catch(() => undefined);
  }

  tell(problems) {
    const list = document.createElement("ul");
    list.append(...problems.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    const section = Object.assign(document.createElement("section"), { className: "card problems" });
    section.setAttribute("role", "alert");
    section.append(list);
    this.part("[data-problems]").replaceChildren(...(problems.length ? [section] : []));
    // They stand under the exercise, which they must not move.
    section.scrollIntoView({ block: "nearest" });
  }

  /** The page of an exercise as the server made it, or as this phone keeps it. */
  async pageOf(number) {
    const address = `${this.home}/exercises/${number}`;
    const kept = await globalThis.caches?.open(`scorer-${this.release}-seen`).catch(() => undefined);
    const answer = await this.fetch(address, { headers: { Accept: "text/html" } });
    if (!answer?.ok) return (await kept?.match(address, { ignoreVary: true }))?.text();
    await kept?.put(address, answer.copy).catch(() => undefined);
    return answer.text;
  }

  /** Fetches the others, so that they are here when the network is not. */
  async fetchAll() {
    this.pages ??= new Map();
    for (let number = 1; number <= this.count; number += 1) {
      if (!this.pages.has(number)) {
        const page = await this.pageOf(number);
        if (page) this.pages.set(number, page);
      }
    }
  }

  async show(number) {
    this.at = number;
    this.pages ??= new Map();
    const page = this.pages.get(number) ?? (await this.pageOf(number));
    if (this.at !== number) return;
    this.tell(page ? [] : [_("No network, and this exercise is not on this phone: choose another.")]);
    this.showNumbers();
    if (!page) return;
    this.pages.set(number, page);
    this.put(page);
    this.part("h1[tabindex]")?.focus();
  }

  put(page) {
    const made = documentOf(page).querySelector("#exercise");
    this.part("[data-exercise]").replaceChildren(document.adoptNode(made));
  }

  showNumbers() {
    const numbers = this.part("[data-numbers]");
    const focused = numbers.contains(document.activeElement);
    numbers.hidden = false;
    numbers.replaceChildren(...Array.from({ length: this.count }, (_item, index) => this.button(index + 1)));
    if (focused) numbers.children[this.at - 1]?.focus();
  }

  button(number) {
    const words = { right: _("right"), wrong: _("wrong"), kept: _("answered"), waits: _("waits for the network") };
    const mark = this.marks[number];
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `${number}${SIGNS[mark] ?? ""}` });
    button.setAttribute("aria-label", [number, words[mark]].filter(Boolean).join(", "));
    if (number === this.at) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => this.show(number));
    return button;
  }

  async answer(form) {
    const questions = [...form.querySelectorAll("fieldset")];
    const fields = [...new FormData(form)];
    const missing = questions.find((set) => !fields.some(([name, value]) => value && set.querySelector(`[name="${CSS.escape(name)}"]`)));
    if (missing) {
      this.tell([_("Answer every question; a guess is an answer too.")]);
      missing.querySelector("input")?.focus();
      return;
    }
    const body = new URLSearchParams(fields);
    const once = newName();
    body.set("pupil", this.pupil.pupil);
    body.set("once", once);
    const number = Number(body.get("exercise"));
    form.elements.pupil.value = this.pupil.pupil;
    await add({ game: this.key, path: `${this.home}/answers`, body: [...body], exercise: number, once });
    this.mark(number, "waits");
    this.tell([]);
    // What is being sent already may not have this answer with it.
    await this.sending;
    await this.send();
    const left = await waiting(this.key);
    // Meanwhile another exercise may be on show, or the class be closed.
    if (this.at === number && !this.isClosed && left.some((entry) => entry.once === once)) this.showKept();
  }

  /** For an answer that waits: it may be left, and the next exercise begun. */
  showKept() {
    const form = this.part("[data-exercise] [data-answer]");
    if (!form) return;
    const note = Object.assign(document.createElement("p"), { className: "badge", textContent: _("Your answer waits on this phone, and is sent when the network is back.") });
    note.setAttribute("role", "status");
    this.part("#graded")?.remove();
    form.before(note, ...this.nextForm());
  }

  nextForm() {
    if (this.at >= this.count || this.part("[data-next]")) return [];
    const form = document.createElement("form");
    form.dataset.next = "";
    form.append(Object.assign(document.createElement("button"), { className: "button main", textContent: _("Next exercise") }));
    return [form];
  }

  /** Sends what waits, in the order in which it was answered. */
  send() {
    if (this.sending) return this.sending;
    this.sending = alone(`scorer-class-${this.key}`, () => this.sendAll())
      .catch((error) => console.error("the answers of a class are not sent", error))
      .finally(() => {
        this.sending = undefined;
      });
    return this.sending;
  }

  async sendAll() {
    this.isClosed = false;
    for (const entry of await waiting(this.key)) {
      const answer = await this.fetch(entry.path, { method: "POST", body: new URLSearchParams(entry.body), headers: { Accept: "text/html" } });
      // Too much at once, or the store is away: it is sent again.
      if (!answer || answer.status === 429 || answer.status >= 500) break;
      const made = documentOf(answer.text);
      const graded = made.querySelector("#graded");
      // A closed class shows what is right, and a grade only of an answer that it has.
      const isStored = graded && (answer.ok || graded.dataset.mark !== "kept");
      this.isClosed = !isStored && Boolean(made.querySelector("#exercise")) && !made.querySelector("[data-answer]");
      if (this.isClosed) break;
      await remove(entry.n);
      this.heard(entry, answer.text, made, isStored && graded);
    }
    const left = (await waiting(this.key)).length;
    const words = this.isClosed ? n_("The class is closed: {number} answer waits on this phone until it is open again.", "The class is closed: {number} answers wait on this phone until it is open again.", left)
      : n_("{number} answer waits for the network.", "{number} answers wait for the network.", left);
    this.part("[data-waits]").textContent = left ? words : "";
  }

  heard({ exercise }, page, made, graded) {
    if (graded) this.mark(exercise, graded.dataset.mark);
    else if (this.marks[exercise] === "waits") this.mark(exercise, "");
    const problems = [...made.querySelectorAll("#exercise .problems li, .detail")].map(({ textContent }) => textContent);
    const isShown = exercise === this.at;
    if (!graded && problems.length) this.tell(isShown ? problems : problems.map((problem) => _("Exercise {number}: {what}", { number: exercise, what: problem })));
    if (!isShown || !made.querySelector("#exercise")) return;
    this.put(page);
    if (graded) this.part("#graded")?.focus();
  }
}
