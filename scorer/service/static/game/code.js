// How long a code to join by is good, counted down.

const timer = document.querySelector("[data-expires]");
const end = Date.parse(timer.dataset.expires);

function show() {
  const left = Math.ceil((end - Date.now()) / 1000);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  timer.textContent = left > 0 ? timer.dataset.left.replace("{}", time) : timer.dataset.over;
  if (left > 0) setTimeout(show, 1000);
}

show();
