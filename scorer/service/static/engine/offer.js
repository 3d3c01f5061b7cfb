// On a phone where the pages are installed as an app, the scorer is offered once.

import { _ } from "../words.js";

const ANSWERED = "scorer.offered";
const note = document.querySelector("[data-kept-note]");

if (note && !note.textContent && !localStorage.getItem(ANSWERED) && location.pathname !== "/keep" && document.querySelector('a[href="/keep"]')) {
  const link = document.querySelector('a[href="/keep"]').cloneNode(true);
  const not = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: _("Later") });
  const answered = () => localStorage.setItem(ANSWERED, "yes");
  link.addEventListener("click", answered);
  not.addEventListener("click", () => {
    answered();
    note.textContent = "";
  });
  note.append(link, " ", not);
}
