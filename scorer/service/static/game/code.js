// A code to join by: made when the page opens, and how long it is good, counted down.

const place = document.querySelector("[data-codes]");
const button = document.querySelector("#make-code");
const timer = document.querySelector("[role=timer]");

function show() {
  const left = Math.ceil((Date.parse(timer.dataset.expires) - Date.now()) / 1000);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const isGood = left > 0;
  timer.textContent = isGood ? timer.dataset.left.replace("{}", time) : timer.dataset.over;
  // Its place stays, so that nothing moves under a finger.
  if (place) button.style.visibility = isGood ? "hidden" : "";
  if (isGood) setTimeout(show, 1000);
}

/** Without an answer the page has a button for a code. */
async function make() {
  const body = new URLSearchParams({ role: "play" });
  const answer = await fetch(place.dataset.codes, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status !== 201) return;
  const { code, expires } = await answer.json();
  place.querySelector("b").textContent = code;
  timer.dataset.expires = expires;
  place.removeAttribute("data-codes");
  show();
}

if (timer.dataset.expires) show();
else if (place) make().catch(() => {});
