// The pages are kept on this phone for when there is no network: begun when the page has all it needs,
// so that the first view costs nothing more.

// A file with its release in the address.
const RELEASED = new RegExp(`^${location.origin}/static/\\d`);
const AGAIN = 15_000;
const workers = navigator.serviceWorker;

async function install() {
  try {
    const scores = localStorage.getItem("scorer.engine");
    const registration = await (scores ? workers.register("/engine-worker.js", { type: "module" }) : workers.register("/service-worker.js"));
    // A network that comes and goes did not bring all of it.
    registration.installing?.addEventListener("statechange", ({ target }) => {
      if (target.state === "redundant" && !registration.active) setTimeout(install, AGAIN);
    });
    const { active } = await workers.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = loaded.filter((name) => RELEASED.test(name));
    active.postMessage({ files, language: document.documentElement.lang });
    if (!scores && matchMedia("(display-mode: standalone)").matches) import("./engine/offer.js");
  } catch {
    // A browser that keeps nothing still shows every page.
  }
}

install();
