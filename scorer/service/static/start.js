// Before anything is drawn: who opens the pages in the midst of an evening is at the game, as scorer.js
// has written it down.

try {
  const [last] = JSON.parse(localStorage.getItem("scorer.games") ?? "[]");
  const goesOn = last && last.role === "play" && !last.over && Date.now() - last.at < 14 * 3600_000;
  if (goesOn && !location.search && !sessionStorage.getItem("scorer.here")) location.replace(`/games/${last.key}`);
  if (localStorage.getItem("scorer.indices") === '"none"') document.documentElement.dataset.indices = "none";
} catch {
  // Without storage there is no game to go to.
}
