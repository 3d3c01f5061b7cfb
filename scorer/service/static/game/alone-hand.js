// A hand of a game that was begun without a network: the form of a table keeps it on this phone.

import { enter } from "./entering.js";
import { forgetDrafts, gameOf } from "./remembered.js";

const form = document.querySelector("#form");
const game = new URLSearchParams(location.search).get("game");

if (form && gameOf(game)) {
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.name === "to") return;
    event.preventDefault();
    const say = document.querySelector(".kp-say")?.textContent ?? "";
    await enter(form, game, { submitter: event.submitter, path: "/hand", say });
    forgetDrafts((name) => name.startsWith("table."));
    location.assign(`/games/alone#${game}`);
  });
}
