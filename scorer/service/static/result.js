// A result is handed on: copied, sent, or printed.

import { _ } from "./words.js";

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = _("Copied");
    });
  }
}

for (const button of document.querySelectorAll("[data-send]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    // Who closes the phone's list again has not failed.
    navigator.share({ title: document.title, url: button.dataset.send }).catch(() => {});
  });
}

// On paper every part of a result lies open.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

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
