// The pages are kept on this phone for when there is no network: begun when the page has all it needs,
// so that the first view costs nothing more.

// A file with its release in the address.
const RELEASED = new RegExp(`^${location.origin}/static/\\d`);
const AGAIN = 15_000;
const LAST_TIME = 1_000_000;
const workers = navigator.serviceWorker;
const scores = () => localStorage.getItem("scorer.engine");

/** Begins to keep them, and later again where a network that comes and goes did not bring all. */
async function keep(wait = AGAIN) {
  const later = () => wait < LAST_TIME && setTimeout(keep, wait, 4 * wait);
  try {
    const registration = await (scores() ? workers.register("/engine-worker.js", { type: "module" }) : workers.register("/service-worker.js"));
    registration.installing?.addEventListener("statechange", ({ target }) => {
      if (target.state === "redundant" && !registration.active) later();
    });
  } catch {
    later();
  }
}

/** Reports to the worker what this page has loaded before there was one. */
async function report() {
  const { active } = await workers.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = loaded.filter((name) => RELEASED.test(name));
  active.postMessage({ files, language: document.documentElement.lang });
  if (!scores() && matchMedia("(display-mode: standalone)").matches) import("./engine/offer.js");
}

// A browser that keeps nothing still shows every page.
keep();
report().catch(() => {});
