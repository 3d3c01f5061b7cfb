// A club's special hands: what is typed is checked at once, and a fault leads to its place in the text.

import { showButtons } from "./result.js";

const PAUSE = 400;
const form = document.querySelector("#form");
const area = form.elements.text;
const checked = document.querySelector("#checked");
// Only the last text that was typed is checked.
const last = { timer: 0, request: new AbortController() };

async function check() {
  last.request.abort();
  last.request = new AbortController();
  const body = new URLSearchParams([...new FormData(form), ["typing", "1"]]);
  try {
    const response = await fetch(form.action, { method: "POST", body, signal: last.request.signal });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.querySelector("#checked");
    // Whoever types stays where they are.
    for (const part of found.querySelectorAll("[autofocus]")) part.removeAttribute("autofocus");
    checked.replaceChildren(...found.childNodes);
    area.closest(".field").classList.toggle("invalid", Boolean(checked.querySelector(".problems")));
    showButtons(checked);
    // Whoever loads the page again, or comes back to it, has the same hands.
    const address = page.querySelector('link[rel="canonical"]')?.href;
    if (address) history.replaceState(null, "", new URL(address).pathname + new URL(address).search);
  } catch {
    // Without a network the button is still there.
  }
}

function checkSoon() {
  clearTimeout(last.timer);
  last.timer = setTimeout(check, PAUSE);
}

area.addEventListener("input", checkSoon);
form.elements.rules.addEventListener("change", () => area.value.trim() && checkSoon());

checked.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-line]");
  if (!link) return;
  event.preventDefault();
  const lines = area.value.split("\n");
  const line = Number(link.dataset.line) - 1;
  const start = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  area.focus();
  area.setSelectionRange(start + Number(link.dataset.column) - 1, start + (lines[line] ?? "").length);
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3);
});
