// A page that was kept, shown for want of a network: it says so, and comes again when there is one.

const CHECK = 10_000;
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
  const parameters = new URLSearchParams(location.search);
  const rules = parameters.get("to")?.split(".")[0] || parameters.get("rules") || parameters.get("ruleset");
  const back = document.querySelector("[data-back]");
  if (["/", "/hand", "/table", "/waits"].includes(location.pathname)) {
    back.pathname = location.pathname;
    if (rules) back.search = new URLSearchParams({ rules });
  }
  again.addEventListener("click", () => location.reload());
  // The address holds all that was sent: the answer comes as soon as it can.
  if (location.pathname !== "/offline") whenBack(() => location.reload());
}
