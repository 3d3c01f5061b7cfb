// Niceties only: every page works without this file. The pages are kept on this phone for when there
// is no network.

// Whose evening it is goes to their game by the first link, and at once where the pages are opened.
try {
  sessionStorage.setItem("scorer.here", "yes");
  const last = JSON.parse(localStorage.getItem("scorer.games") ?? "[]").find(({ role }) => role !== "alone");
  const link = document.querySelector("[data-play]");
  if (last && link && !last.over && !location.pathname.startsWith("/games")) link.href = `/games/${last.key}`;
} catch {
  // Without storage the link leads to where a game begins.
}

for (const menu of document.querySelectorAll(".site-more, .rulesets")) menu.addEventListener("toggle", () => import("./menu.js"), { once: true });

const canonical = document.querySelector('link[rel="canonical"]');
if (canonical) {
  const { pathname, search } = new URL(canonical.href);
  history.replaceState(history.state, "", pathname + search + location.hash);
}

for (const form of document.querySelectorAll("form.sheet-form")) {
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) {
      if (value === "") event.formData.delete(name);
    }
  });
}

if (new URLSearchParams(location.search).has("game")) import("./game/alone-hand.js");

if ("kept" in document.documentElement.dataset || document.querySelector("[data-again]")) import("./offline.js");

/** When the page has its keys, if it awaits any: a worker that begins beside them takes their time. */
const keysShown = () => new Promise((done) => {
  const keys = document.querySelector("#result") ? null : document.querySelector("#keypad");
  const isComing = () => keys?.querySelector(".kp-coming");
  if (!isComing()) {
    done();
    return;
  }
  new MutationObserver((_seen, observer) => {
    if (isComing()) return;
    observer.disconnect();
    done();
  }).observe(keys, { childList: true });
  setTimeout(done, 10_000);
});

if (navigator.serviceWorker) {
  const soon = () => keysShown().then(() => (window.requestIdleCallback ?? setTimeout)(() => import("./install.js")));
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon);
}
