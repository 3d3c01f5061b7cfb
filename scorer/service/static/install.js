// Keeps the pages on this phone for when there is no network, and says so when a kept one is shown.

const CHECK = 10_000;
// A file with its release in the address.
const RELEASED = new RegExp(`^${location.origin}/static/\\d`);
const page = document.documentElement;
const note = document.querySelector("[data-kept-note]");
const again = document.querySelector("[data-again]");

async function reached() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Looks for the network now and then, and at once where the phone says that it is back. */
function whenBack(act) {
  const look = async () => {
    if (!navigator.onLine || document.hidden || !(await reached())) return;
    clearInterval(timer);
    removeEventListener("online", look);
    act();
  };
  const timer = setInterval(look, CHECK);
  addEventListener("online", look);
  look();
}

if ("kept" in page.dataset) {
  note.textContent = note.dataset.keptNote;
  whenBack(() => {
    note.textContent = "";
  });
}

if (again) {
  const asked = new URLSearchParams(location.search);
  const rules = asked.get("to") || asked.get("rules");
  const back = document.querySelector("[data-back]");
  if (["/", "/table", "/waits"].includes(location.pathname)) {
    back.pathname = location.pathname;
    if (rules) back.search = new URLSearchParams({ rules });
  }
  again.addEventListener("click", () => location.reload());
  // The address holds all that was sent: the answer comes as soon as it can.
  if (location.pathname !== "/offline") whenBack(() => location.reload());
}

/** Registered when the page has all it needs, so that the first view costs nothing more. */
async function install() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = loaded.filter((name) => RELEASED.test(name));
    active.postMessage({ files, language: page.lang });
  } catch {
    // A browser that keeps nothing still shows every page.
  }
}

if (navigator.serviceWorker) {
  const soon = () => (window.requestIdleCallback ?? setTimeout)(install);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon);
}
