// Whoever holds the phone sits nearest: before the plates of a board are drawn, so that none moves under a finger
// when the board's script comes, and whenever that says so. What only scripts answer has its place at once, too.

/** Turns the plates of a board by as many places as this player's is away from the nearest. */
function turnPlates(plates, me) {
  for (const { dataset } of plates) dataset.own ??= dataset.place;
  const mine = Number(plates.find(({ dataset }) => dataset.player === me)?.dataset.own ?? 0);
  for (const { dataset } of plates) dataset.place = (Number(dataset.own) - mine + 4) % 4;
}

/** Who holds this phone in a game, as remembered.js has it. */
function holderIn(key) {
  try {
    return JSON.parse(localStorage.getItem("scorer.games")).find((game) => game.key === key)?.me;
  } catch {
    // Without storage the board asks.
  }
}

document.documentElement.classList.add("board-on");
addEventListener("scorer-seated", ({ detail }) => turnPlates([...detail.plates], detail.me));

new MutationObserver((_seen, observer) => {
  // It comes behind the last plate.
  if (!document.querySelector(".game-middle")) return;
  observer.disconnect();
  turnPlates([...document.querySelectorAll(".game-plate")], holderIn(document.querySelector("#game").dataset.key));
}).observe(document, { childList: true, subtree: true });
