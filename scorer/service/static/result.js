// A result is handed on: copied, sent, or printed.

import { _ } from "./words.js";

/** The buttons of this part that copy and print. */
export function showButtons(part) {
  for (const button of part.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
  if (!navigator.clipboard) return;
  for (const button of part.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = _("Copied");
  } catch {
    offerToCopy(button);
  }
}

/** Where the browser does not let a page write to the clipboard: the text, chosen, to be copied by hand. */
function offerToCopy(button) {
  const field = Object.assign(document.createElement("textarea"), { readOnly: true, value: button.dataset.copy });
  field.setAttribute("aria-label", button.textContent);
  button.replaceWith(field);
  field.focus();
  field.select();
}

showButtons(document);

// Without the phone's own list the link leads to the address and the code.

for (const link of document.querySelectorAll("[data-send]")) {
  link.addEventListener("click", (event) => {
    if (!navigator.share) return;
    event.preventDefault();
    // Who closes the phone's list again has not failed.
    navigator.share({ title: document.title, url: link.dataset.send }).catch(() => {});
  });
}

// What a link leads to may lie folded: the form behind "Correct", a player's lines.

function unfold(hash) {
  const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  for (let part = target || null; part; part = part.parentElement) {
    if (part.localName === "details") part.open = true;
  }
}

for (const link of document.querySelectorAll('#result a[href^="#"]')) {
  link.addEventListener("click", () => unfold(link.hash));
}
unfold(location.hash);

// On a desk there is room for the reasons beside the score.

const reasons = document.querySelector("#reasons");
if (reasons && matchMedia("(min-width: 72rem) and (min-height: 46rem)").matches) reasons.open = true;

// On paper every part of a result lies open.

const shut = new Set();
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("#result details:not([open])")) {
    shut.add(part);
    part.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const part of shut) part.open = false;
  shut.clear();
});

// Who hands over as few sticks as can be does so after the next hand too.

const ARROWS = "arrows";
const choices = [...document.querySelectorAll('#result [name="arrows"]')];
for (const choice of choices) {
  choice.checked = choice.value === (localStorage.getItem(ARROWS) ?? "each");
  choice.addEventListener("change", () => localStorage.setItem(ARROWS, choice.value));
}
