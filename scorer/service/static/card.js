// A card of one's own: this browser keeps the one that was last used, the server none.

import { _ } from "./words.js";

const CARD = "scorer.card";
const UNUSED = "scorer.card.unused";

function kept(key) {
  try {
    return localStorage.getItem(key) || "";
  } catch {
    return "";
  }
}

function keep(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Without storage the card still travels with the form.
  }
}

if (kept("scorer.indices") === '"none"') document.documentElement.dataset.indices = "none";

function cardName(text) {
  const found = /^\s*@name[ \t]+([^#\n]*[^#\s])/im.exec(text);
  return found ? found[1].slice(0, 60) : _("your own card");
}

for (const form of document.querySelectorAll("form[data-keep-card]")) {
  form.addEventListener("submit", () => {
    keep(CARD, form.elements["o.card"].value);
    keep(UNUSED, "");
  });
  for (const note of document.querySelectorAll("[data-card-kept]")) {
    note.textContent = _("This browser then remembers the card for your next hands; the server does not store it.");
  }
}

for (const button of document.querySelectorAll('button[name="card"]')) {
  button.addEventListener("click", () => keep(UNUSED, "yes"));
}

const swap = document.querySelector("[data-card-swap]");
if (swap && kept(CARD)) {
  const text = kept(CARD);
  const name = document.querySelector("[data-card-name]");
  const hint = document.querySelector("[data-card-hint]");
  const link = document.querySelector("[data-card-link]");
  const shipped = { name: name.textContent, hint: hint.textContent, link: link.textContent };
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "o.card";
  field.value = text;
  const use = (own) => {
    if (own) swap.form.append(field);
    else field.remove();
    swap.form.method = own ? "post" : "get";
    name.textContent = own ? cardName(text) : shipped.name;
    hint.textContent = own ? _("You typed this card; it is stored in this browser.") : shipped.hint;
    link.textContent = own ? _("See or change the card") : shipped.link;
    swap.textContent = _("Use {card}", { card: own ? shipped.name : cardName(text) });
  };
  use(!kept(UNUSED) && !document.querySelector("#result") && !document.querySelector(".problems"));
  swap.hidden = false;
  swap.addEventListener("click", () => {
    keep(UNUSED, field.isConnected ? "yes" : "");
    use(!field.isConnected);
  });
}

const area = document.querySelector(".card-form textarea");
const forget = document.querySelector("[data-card-forget]");
if (area && kept(CARD)) {
  if (!area.value && !document.querySelector(".problems")) area.value = kept(CARD);
  forget.hidden = false;
  forget.addEventListener("click", () => {
    keep(CARD, "");
    forget.hidden = true;
  });
}
for (const link of document.querySelectorAll("a[data-line]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const lines = area.value.split("\n");
    const start = lines.slice(0, link.dataset.line - 1).join("\n").length + (link.dataset.line > 1);
    area.focus();
    area.setSelectionRange(start, start + lines[link.dataset.line - 1].length);
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, link.dataset.line - 4);
    area.scrollIntoView({ block: "center" });
  });
}
