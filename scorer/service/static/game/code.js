// A code to join by: made when the page opens, and how long it is good, counted down.

const place = document.querySelector("[data-codes]");
const timer = document.querySelector("[role=timer]");

function show() {
  const left = Math.ceil((Date.parse(timer.dataset.expires) - Date.now()) / 1000);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  timer.textContent = left > 0 ? timer.dataset.left.replace("{}", time) : timer.dataset.over;
  if (left > 0) setTimeout(show, 1000);
}

/** Without an answer the page has a button for a code. */
async function make() {
  const body = new URLSearchParams({ role: "play" });
  const answer = await fetch(place.dataset.codes, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status !== 201) return;
  const { code, expires } = await answer.json();
  place.querySelector("b").textContent = code;
  timer.dataset.expires = expires;
  place.hidden = false;
  document.querySelector("#make-code").hidden = true;
  show();
}

if (timer.dataset.expires) show();
else if (place) make().catch(() => {});
