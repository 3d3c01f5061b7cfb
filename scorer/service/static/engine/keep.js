// The page on which the scorer is brought to this phone, and removed.

import { requestPersistence } from "../storage.js";
import { Fault, bring, broughtEver, forget, forgetRelease, kept, offered } from "./files.js";

const FLAG = "scorer.engine";
const WORKER = "/engine-worker.js";
const READY_WITHIN = 180_000;
// Beside the files, the memory of the scorer that has begun.
const MEMORY = 14_000_000;
const PLAIN = "/service-worker.js";

const article = document.querySelector("#keep");
const all = (name) => [...article.querySelectorAll(name)];
const megabytes = (bytes) => new Intl.NumberFormat(article.dataset.lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }).format(bytes / 1e6);

function show(state, fault = "") {
  article.dataset.state = state;
  for (const part of all("[data-when]")) part.hidden = part.dataset.when !== state;
  for (const part of all("[data-fault]")) part.hidden = part.dataset.fault !== fault;
}

function tell(name, text) {
  for (const place of all(`[data-${name}]`)) place.textContent = text;
}

const room = ({ bytes }) => bytes + MEMORY;

/** The fault of a browser that cannot run the scorer, as far as that shows without trying; "" if it may. */
function unfitness() {
  if (!isSecureContext) return "insecure";
  if (!navigator.serviceWorker || !globalThis.caches) return "refused";
  if (typeof globalThis.WebAssembly?.instantiate !== "function") return "wasm";
  return globalThis.CompressionStream ? "" : "old";
}

const flag = (release) => kept((async () => (release ? localStorage.setItem(FLAG, release) : localStorage.removeItem(FLAG)))());
const flagged = () => kept((async () => localStorage.getItem(FLAG))());

/** Resolves when this script is a worker; `fault` is what it means if the browser does not take it. */
async function work(script, options, fault = "begin") {
  let registration;
  try {
    registration = await navigator.serviceWorker.register(script, options);
  } catch (cause) {
    // Either the script has not come, or it is none for this browser.
    await offered();
    throw new Fault(fault, cause);
  }
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return registration.active;
  return new Promise((done, failed) => {
    const look = () => {
      if (coming.state === "activated") done(coming);
      if (coming.state === "redundant") failed(new Fault("broken"));
    };
    coming.addEventListener("statechange", look);
    look();
  });
}

/** Tries with a small worker whether this browser runs modules as such, before megabytes are brought for one. */
async function tryWorker() {
  const { probe } = article.dataset;
  // A scope of its own, in which there are no pages.
  await work(probe, { type: "module", scope: probe }, "old");
  await (await navigator.serviceWorker.getRegistration(probe))?.unregister();
}

/** The worker begins the scorer once, and says when that is done. */
const prepared = (worker) => new Promise((done, failed) => {
  const { port1, port2 } = new MessageChannel();
  setTimeout(() => failed(new Fault("begin")), READY_WITHIN);
  port1.onmessage = ({ data }) => (data.ready ? done() : failed(new Fault(data.fault)));
  worker.postMessage({}, [port2]);
});

async function keep() {
  show("brings");
  requestPersistence();
  await tryWorker();
  const manifest = await offered();
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => ({}))) ?? {};
  if (quota !== undefined && quota - usage < room(manifest)) throw new Fault("full");
  try {
    await bring(manifest, (done, whole) => {
      const percent = Math.floor((100 * done) / whole);
      for (const bar of all("[data-done]")) bar.value = percent;
      tell("percent", `${percent} %`);
    });
    show("prepares");
    await prepared(await work(WORKER, { type: "module" }));
  } catch (error) {
    // What was brought so far would take up the room that is wanting.
    if (error.code === "full") await forgetRelease(manifest.release);
    throw error;
  }
  await flag(manifest.release);
  isKept(manifest);
}

function isKept(manifest) {
  tell("room", megabytes(room(manifest)));
  tell("release", manifest.release);
  show("kept");
}

async function remove() {
  await work(PLAIN);
  await flag("");
  await forget();
  await ask();
}

/** Asks, with the size, or says why there is nothing to ask. */
async function ask(fault = "") {
  const manifest = await offered();
  tell("sent", megabytes(manifest.sent));
  tell("room", megabytes(room(manifest)));
  show("asks", fault);
}

function failed(error) {
  const code = error instanceof Fault ? error.code : "begin";
  const known = article.querySelector("[data-sent]").textContent;
  if (code === "none") show("none");
  else if (code === "old") show("cannot", code);
  else show(known ? "asks" : "again", code);
  console.warn("the scorer is not kept", error);
}

const trying = (act) => () => act().catch(failed);

async function start() {
  const unfit = unfitness();
  if (unfit) return show("cannot", unfit);
  const wanted = await flagged();
  const found = await kept(broughtEver());
  if (wanted && found) return isKept(found);
  return ask(wanted ? "gone" : "");
}

for (const button of all("[data-retry]")) button.addEventListener("click", trying(start));
for (const button of all("[data-keep]")) button.addEventListener("click", trying(keep));
for (const button of all("[data-remove]")) button.addEventListener("click", trying(remove));
await trying(start)();
