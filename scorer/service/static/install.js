// Keeps the pages on this phone for when there is no network, and says so when a kept one is shown.

const CHECK = 10_000;
const TYPED = "scorer.typed";
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

// What was sent without a network stands in the form again, until it has its answer. The hand page
// needs no such help: its keypad keeps the hand.

function typed(told) {
  try {
    if (told === undefined) return sessionStorage.getItem(TYPED) ?? "";
    sessionStorage.setItem(TYPED, told);
  } catch {
    // Without storage the address of the page that was asked for still holds it.
  }
  return "";
}

function fill(form, fields) {
  for (const [name, value] of fields) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked ||= field.value === value;
      else if (field.matches('[type="text"], select')) field.value ||= value;
    }
  }
}

function fillAgain() {
  const form = document.querySelector("form.sheet-form");
  const [path, fields] = typed().split("?");
  if (!form || path !== location.pathname) return;
  if (document.querySelector("#result, .problems")) typed("");
  else if (!document.querySelector("#keypad")) fill(form, new URLSearchParams(fields));
}

if (again) {
  const asked = new URLSearchParams(location.search);
  const rules = asked.get("to") || asked.get("rules");
  const back = document.querySelector("[data-back]");
  if (["/", "/table", "/waits"].includes(location.pathname)) {
    back.pathname = location.pathname;
    if (rules) back.search = new URLSearchParams({ rules });
    typed(location.pathname + location.search);
  }
  again.addEventListener("click", () => location.reload());
  // The address holds all that was sent: the answer comes as soon as it can.
  if (location.pathname !== "/offline") whenBack(() => location.reload());
} else {
  fillAgain();
}

/** Registered when the page has all it needs, so that the first view costs nothing more. */
async function install() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = loaded.filter((name) => name.startsWith(location.origin) && /[?&]v=/.test(name));
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
