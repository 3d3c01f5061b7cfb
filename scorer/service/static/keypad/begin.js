// Before anything is drawn: there will be keys, and nothing is to move when they come.

if ("noModule" in HTMLScriptElement.prototype) document.documentElement.classList.add("kp-on");
try {
  if (localStorage.getItem("scorer.indices") === '"none"') document.documentElement.dataset.indices = "none";
} catch {
  // Without storage the letters stay in the corners.
}

// Who opens the pages in the midst of an evening is at the game, as scorer.js tells it.
try {
  const [last] = JSON.parse(localStorage.getItem("scorer.games") ?? "[]");
  const goesOn = last && last.role === "play" && !last.over && Date.now() - last.at < 14 * 3600_000;
  if (goesOn && location.pathname + location.search === "/" && !sessionStorage.getItem("scorer.here")) location.replace(`/games/${last.key}`);
} catch {
  // Without storage there is no game to go to.
}

// What is touched before there are keys is not folded away when they come.
addEventListener("focusin", ({ target }) => {
  if (target.matches("#typed *")) document.documentElement.dataset.touched = "";
});
