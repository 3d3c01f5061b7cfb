// The rules: found while one types, drawn where a row is opened, and where one is in the contents.

import { n_ } from "./words.js";

const field = document.getElementById("q");
const body = document.querySelector(".rules-body");
const count = document.querySelector(".rules-count");

// Who reads the tiles has switched their letters off.

try {
  const off = localStorage.getItem("scorer.indices") === '"none"';
  if (off) document.documentElement.dataset.indices = "none";
} catch {
  // Without storage the letters stay.
}

// As in rule_search.py: a text without accents, capitals and signs that join words.

function plain(text) {
  const apart = text.normalize("NFKD").replace(/\p{Mn}/gu, "");
  return apart.toLowerCase().replace(/[-_]/g, " ").replace(/’/g, "'").trim().split(/\s+/).join(" ");
}

const isNumber = (word) => /^\p{Nd}+$/u.test(word);

function finds(query, words) {
  const known = words.split(" ");
  return query
    .split(" ")
    .every((word) => (isNumber(word) ? known.includes(word) : words.includes(word)));
}

// Every hand of the page at once would be slow to lay out: each is drawn when its row is opened.

function draw(row) {
  const held = row.querySelector("noscript");
  if (!held) return;
  const drawn = document.createElement("template");
  drawn.innerHTML = held.textContent;
  held.replaceWith(drawn.content);
}

function show(row) {
  if (row.localName === "details") row.open = true;
}

function search() {
  const query = plain(field.value);
  const found = [];
  for (const section of body.children) {
    const rows = [...section.querySelectorAll("[data-find]")];
    for (const row of rows) {
      row.hidden = Boolean(query) && !finds(query, row.dataset.find);
      if (!row.hidden) found.push(row);
    }
    if (!rows.length) continue;
    section.hidden = rows.every((row) => row.hidden);
    document.querySelector(`.contents a[href="#${section.id}"]`).hidden = section.hidden;
  }
  if (query && found.length === 1) show(found[0]);
  count.textContent = query ? n_("{number} found", "{number} found", found.length) : "";
  document.querySelector(".rules-all").hidden = !query;
  document.querySelector(".rules-nothing").hidden = !query || found.length > 0;
  const everywhere = document.querySelector("[data-everywhere]");
  everywhere.search = new URLSearchParams({ q: field.value });
  mark();
}

// The address tells what is looked for, so that it can be handed on and found again by reload.

function keep() {
  const address = new URL(location.href);
  if (field.value.trim()) address.searchParams.set("q", field.value.trim());
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
}

function begin() {
  field.value = "";
  search();
  keep();
  field.focus();
}

// Which section stands under the strip of contents, or beside the column.

const links = [...document.querySelectorAll('.contents a:not(.to-search)')];
const sections = links.map((link) => document.getElementById(link.hash.slice(1)));

// Where a heading comes to stand that a link leads to, and a little more.
const UNDER_THE_STRIP = 100;

function mark() {
  const top = UNDER_THE_STRIP;
  const shown = sections.map((section) => !section.hidden);
  let at = sections.findLastIndex(
    (section, place) => shown[place] && section.getBoundingClientRect().top <= top,
  );
  if (at >= 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2) {
    at = shown.lastIndexOf(true);
  }
  for (const [place, link] of links.entries()) {
    if (place !== at) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "true");
      const strip = link.parentElement;
      strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
    }
  }
}

// A link to a rule opens it, also one that a search has put away.

function reveal() {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!row?.matches("[data-find]")) return;
  if (row.hidden) begin();
  show(row);
  row.scrollIntoView();
}

function ofOneRuleset() {
  for (const row of body.querySelectorAll("details.rule")) {
    if (row.open) draw(row);
    row.addEventListener("toggle", () => row.open && draw(row));
  }
  field.addEventListener("input", search);
  field.addEventListener("change", keep);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
    keep();
    field.blur();
    body.scrollIntoView();
  });
  document.querySelector("[data-all]").addEventListener("click", (event) => {
    event.preventDefault();
    begin();
  });
  document.querySelector(".to-search").addEventListener("click", (event) => {
    event.preventDefault();
    scrollTo(0, 0);
    field.focus();
  });
  let frame = 0;
  addEventListener("scroll", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  });
  addEventListener("hashchange", reveal);
  // A browser may bring back what was typed before.
  if (field.value !== field.defaultValue) search();
  reveal();
  mark();
}

// In every ruleset at once the server looks, after a pause in typing.

const PAUSE = 250;

function ofEveryRuleset(place) {
  let pause = 0;
  let newest = 0;
  async function ask() {
    const number = ++newest;
    const address = new URL(field.form.action);
    if (field.value.trim()) address.search = new URLSearchParams({ q: field.value.trim() });
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok || number !== newest) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== newest) return;
    const found = page.getElementById("found");
    // The field stays, in which somebody types.
    for (const part of [...place.children]) if (!part.contains(field)) part.remove();
    for (const part of [...found.children]) if (!part.querySelector("#q")) place.append(part);
    history.replaceState(null, "", address);
  }
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE);
  });
}

if (body) ofOneRuleset();
else if (field) ofEveryRuleset(document.querySelector("[data-fetched]"));
