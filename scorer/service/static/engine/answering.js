// Answers from the scorer on this phone where the network is gone, or slower than anybody waits.

import * as evening from "./evening.js";
import { GAMES, bring, broughtFor, nameOf, offered } from "./files.js";

const PATIENCE = 800;
// A browser ends a worker that has nothing to do for half a minute; a hand takes longer.
const STAY = 4 * 60_000;
const LANGUAGE = "/kept/language";
const SERVER = "/kept/server";
const FORMS = ["/", "/hand", "/table", "/waits", "/compare", "/why", "/card", "/hands", "/learn/set/new"];
const PAGES = /^\/(rules|learn|glossary)(\/|$)/;
const ASKED = /^\/(hands|live\/[a-z]+|api\/v1\/(score|settle|waits|nearest|compare|explain|what-if|steps|grade))$/;
const GAME = /^\/games\/([^/]+)/;
const NO_GAMES = ["new", "alone", "open", "import", "privacy", "evenings"];
const ALONE = "alone-";
const RELEASED = /\/static\/(\d[^/]*)\//;

const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** The first that there is, or nothing. */
const firstOf = (promises) => Promise.any(promises.map(async (promise) => (await promise) ?? Promise.reject(new Error("nothing")))).catch(() => undefined);

const keyIn = (path) => {
  const [, key] = GAME.exec(path) ?? [];
  return NO_GAMES.includes(key) ? undefined : key;
};

export class Answering {
  constructor(python, release) {
    const replaced = new Promise((done) => registration.addEventListener("updatefound", done, { once: true }));
    Object.assign(this, { python, release, patience: PATIENCE, replaced });
  }

  /** Brings what this release needs and is not here yet: without it this worker is not installed. */
  async install() {
    if (await broughtFor(this.release)) return;
    const manifest = await offered();
    if (manifest.release !== this.release) throw new Error("the server has another release by now");
    await bring(manifest);
  }

  /** Makes ready for a quick beginning, and tells whoever waits for that. */
  async prepare(port) {
    try {
      await this.python.prepare();
      port?.postMessage({ ready: true });
    } catch (error) {
      console.warn("the scorer on this phone does not begin", error);
      port?.postMessage({ fault: error.code ?? "begin" });
    }
  }

  /** Whether a cache is still needed. */
  keeps(name) {
    return name === nameOf(this.release) || name === GAMES;
  }

  /** A file was requested: its address names the release of the page, and so of the server. */
  met(address) {
    const [, release] = RELEASED.exec(address) ?? [];
    if (release && release !== this.release) this.#note(SERVER, release).catch(() => {});
  }

  /** Whether the scorer on this phone has an answer to such a request. */
  answers({ method, mode }, { pathname }) {
    if (method === "POST" && ASKED.test(pathname)) return true;
    if (mode === "navigate") return FORMS.includes(pathname) || (method === "GET" && PAGES.test(pathname)) || Boolean(keyIn(pathname));
    return method === "GET" && Boolean(keyIn(pathname));
  }

  /** From the network where that is quick, else from this phone, else as without a scorer. */
  async answer(event, url, { copyOf, withoutNetwork }) {
    const { request } = event;
    const body = request.method === "POST" ? await request.clone().text() : "";
    const key = keyIn(url.pathname);
    if (key?.startsWith(ALONE)) return (await this.own(event, url, body)) ?? (await this.#alone(key, request)) ?? withoutNetwork(request, url);
    const network = fetch(request.clone()).then((answer) => this.#heard(event, url, answer)).catch(() => undefined);
    // An entry is never made twice: it has been sent, or there is no network. And what a page asks of its
    // game while it is shown is news from the server.
    if (key && request.mode !== "navigate") return (await network) ?? Response.error();
    if (key && body) return (await network) ?? (await this.own(event, url, body)) ?? withoutNetwork(request, url);
    const soon = await Promise.race([network, sleep(request.mode === "navigate" ? PATIENCE : this.patience)]);
    if (soon) return soon;
    // While a hand is tapped in, the next answer is as late as the last.
    this.patience = 0;
    if (!this.python.warm && request.mode === "navigate" && !key && await broughtFor(this.release)) {
      event.waitUntil(this.python.begin().catch(() => {}));
      const kept = await this.#said(await copyOf(url));
      if (kept) return kept;
    }
    return (await firstOf([network, this.own(event, url, body)])) ?? withoutNetwork(request, url, network);
  }

  /** The page of a game that began on this phone, where the scorer is not here any more. */
  async #alone(key, { mode }) {
    return mode === "navigate" && !(await broughtFor(this.release)) ? Response.redirect(`/games/alone#${key}`) : undefined;
  }

  /** The answer of the scorer on this phone; nothing where it has none. */
  async own(event, url, body) {
    try {
      const key = keyIn(url.pathname);
      const game = key && await evening.gameOf(key);
      if (key && !game) return undefined;
      const answer = await this.python.answer({ ...await this.#request(event.request, url, body), game: game?.document ?? null });
      // A new worker begins when the old one has nothing to do.
      event.waitUntil(Promise.race([sleep(STAY), this.replaced]));
      if (game) await evening.note(game.entries, answer.told, this.release);
      if (body && key && answer.status === 303) await evening.wait(key, url.pathname, body);
      return answer.status === 404 ? undefined : this.#response(answer);
    } catch (error) {
      console.warn("the scorer on this phone has not answered", error);
      return undefined;
    }
  }

  async #request(request, url, body) {
    const language = (await this.#noted(LANGUAGE)) ?? navigator.languages.join(",");
    const headers = { "Accept-Language": language, Accept: request.headers.get("accept") ?? "*/*" };
    if (body) headers["Content-Type"] = request.headers.get("content-type") ?? "";
    const newer = await this.#noted(SERVER);
    if (newer) headers["X-Scorer-Server"] = newer;
    if (url.searchParams.has("lang")) await this.speak(url.searchParams.get("lang"));
    return { method: request.method, path: decodeURI(url.pathname), query: url.search.slice(1), headers, body };
  }

  #response({ status, headers, body }) {
    const sent = { ...headers, "X-Scorer-Engine": this.release, "Cache-Control": "no-store" };
    return new Response(status === 303 || status === 302 ? null : body, { status, headers: sent });
  }

  /** The network has answered; a gate that does not reach the server is no answer of its own. */
  #heard(event, url, answer) {
    const key = keyIn(url.pathname);
    if (!key && answer.status >= 502 && answer.status <= 504) return undefined;
    this.patience = PATIENCE;
    if (key && answer.ok && url.pathname === `/games/${key}`) event.waitUntil(evening.seen(key, answer.clone()).catch(() => {}));
    return answer;
  }

  /** A copy that is shown while the scorer begins: what it says of waiting for the network is not so here. One of
      another release would not fit. */
  async #said(copy) {
    const text = (await copy?.text()) ?? "";
    if (!text.includes(`/static/${this.release}/`)) return undefined;
    const said = text.replace("<html ", `<html data-engine="${this.release}" `).replace(/data-kept-note="[^"]*"/, 'data-kept-note=""');
    return new Response(said, { headers: copy.headers });
  }

  /** The language of the pages, which only they know. */
  async speak(language) {
    await this.#note(LANGUAGE, language.split("-")[0]);
  }

  async #noted(name) {
    return (await (await caches.open(nameOf(this.release))).match(name))?.text();
  }

  async #note(name, text) {
    const cache = await caches.open(nameOf(this.release));
    await cache.put(name, new Response(text));
  }
}
