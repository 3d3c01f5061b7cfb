// On a phone where the pages are installed as an app, the scorer is offered once: under the page, which it moves
// in no other place.

import { _ } from "../words.js";

const ANSWERED = "scorer.offered";
const content = document.querySelector("#content");

if (!localStorage.getItem(ANSWERED) && location.pathname !== "/keep" && document.querySelector('a[href="/keep"]')) {
  const link = document.querySelector('a[href="/keep"]').cloneNode(true);
  const not = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: _("Later") });
  const answered = () => localStorage.setItem(ANSWERED, "yes");
  link.addEventListener("click", answered);
  const offer = Object.assign(document.createElement("p"), { className: "onward" });
  not.addEventListener("click", () => {
    answered();
    offer.remove();
  });
  offer.append(link, " ", not);
  content.append(offer);
}
