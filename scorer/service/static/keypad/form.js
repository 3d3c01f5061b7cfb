// The form's own fields, read as hands and written back: they stay the only truth.

import { readable } from "./tiles.js";

// What a player fills in: neither buttons nor the text of a card.
const FILLED = ["text", "number", "radio", "checkbox", "select-one"];
const SEAT = /^[eswn]\./;
const QUESTIONS = ["winner", "also", "seat", "round", "won", "from", "with"];
const CLAIMED = ["discard", "robbed_kong"];

/** The name of a field without the seat before it. */
export const withoutSeat = (name) => name.replace(SEAT, "");

/** Whether this field is a question of the form, with its legend. */
export const isQuestion = (form, name = "") =>
  QUESTIONS.includes(withoutSeat(name)) && Boolean(form.querySelector(`#field-${CSS.escape(name)} legend`));

/** Whether this way of winning takes a tile of somebody else. */
export const isClaimed = (way) => CLAIMED.includes(way);

/** The fields of this name. The form knows them by it: looking through the page takes longer. */
export function inputs(form, name) {
  const found = form.elements.namedItem(name);
  if (!found) return [];
  return (found.tagName ? [found] : [...found]).filter((field) => field.name === name);
}

// The names of what is filled in, by form: they stay as the page came.
const namesOf = new WeakMap();

function names(form, wanted = () => true) {
  if (!namesOf.has(form)) {
    const filled = [...form.elements].filter(({ name, type }) => name && FILLED.includes(type));
    namesOf.set(form, [...new Set(filled.map(({ name }) => name))]);
  }
  return namesOf.get(form).filter(wanted);
}

/** Whether this is one of the names; one that ends in a dot stands for all that begin so. */
const isOneOf = (name, known) => known.some((pattern) => (pattern.endsWith(".") ? name.startsWith(pattern) : name === pattern));

/** The names of what a table keeps from hand to hand, and of what belongs to one hand. */
export const tableNames = (form, { lasting }) => names(form, (name) => isOneOf(name, lasting));
const handNames = (form, { lasting }) => names(form, (name) => !isOneOf(name, lasting));
const tileNames = (form, { tileFields }) => names(form, (name) => tileFields.includes(withoutSeat(name)));
const pointNames = (form) => names(form, (name) => withoutSeat(name) === "points");

export function valuesOf(form, name) {
  return inputs(form, name)
    .filter((input) => !["radio", "checkbox"].includes(input.type) || input.checked)
    .map((input) => input.value.trim())
    .filter(Boolean);
}

export const valueOf = (form, name) => valuesOf(form, name)[0] ?? "";

export function setValues(form, name, values) {
  for (const input of inputs(form, name)) {
    if (["radio", "checkbox"].includes(input.type)) input.checked = values.includes(input.value);
    else if (input.value.trim() !== (values[0] ?? "")) input.value = values[0] ?? "";
  }
}

const written = (form, wanted) => JSON.stringify(Object.fromEntries(wanted.map((name) => [name, valuesOf(form, name)])));
export const snapshot = (form, facts) => written(form, handNames(form, facts));

/** The value of an option of the ruleset in the form, chosen or as its preset has it. */
export function played(form, { usual }, field) {
  const preset = valueOf(form, "preset");
  return valueOf(form, field) || (usual[preset] ?? usual[""])[field];
}

/** Whether an option has one of these values, between which | stands; with ! before them, whether it has none. */
export const isPlayed = (form, facts, [field, values]) =>
  values.replace(/^!/, "").split("|").includes(played(form, facts, field)) !== values.startsWith("!");

/** How many play, as far as the form tells. */
export const playing = (form, { winds }) => (winds ? Object.keys(winds).length : valueOf(form, "away") ? 3 : 4);

/** Whether the set is without this tile, so many as play. */
export const isLeftOut = (form, facts, code) =>
  Boolean(facts.leftOut?.tiles.includes(code)) && playing(form, facts) === facts.leftOut.players;

/** The tiles that lie in sight of all players: no hand has them. */
export const inSight = (form, { page, own }) => (page === "table" ? own.table : own.hand)
  .filter(({ type }) => type === "tiles").flatMap(({ field }) => readable(valueOf(form, field)).codes);

/** All that a step of Undo brings back. */
export const whole = (form) => written(form, names(form));

function parsed(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

export function restore(form, text, wanted) {
  const kept = parsed(text);
  for (const name of wanted ?? Object.keys(kept)) {
    setValues(form, name, Array.isArray(kept[name]) ? kept[name] : []);
  }
}

export const clearHand = (form, facts) => restore(form, "{}", handNames(form, facts));

/** The same choices as were kept before, but for those that this form has too. */
export const merged = (before, now) => JSON.stringify({ ...parsed(before), ...parsed(now) });

/** What an address holds, into a form that came without it. */
export function fill(form, address) {
  for (const name of names(form)) {
    if (address.has(name)) setValues(form, name, address.getAll(name));
  }
  const flowers = address.get("flowers");
  if (flowers && !inputs(form, "flowers").length) setValues(form, "hand", [`${valueOf(form, "hand")} ${flowers}`.trim()]);
}

/** Whether this hand of the form has the tiles of one that was kept. */
export function sameTiles(form, facts, text, prefix) {
  const kept = parsed(text);
  return tileNames(form, facts).filter((name) => name.startsWith(prefix)).every((name) => valueOf(form, name) === (kept[name.slice(prefix.length)]?.[0] ?? ""));
}

/** Whether somebody has begun to fill the form in, before there were keys. */
export const isBegun = (form) => [...form.elements].some((field) => (field.localName === "select"
  ? field.selectedIndex > 0 && !field.options[field.selectedIndex].defaultSelected
  : field.localName === "input" && (field.checked !== field.defaultChecked || field.value !== field.defaultValue)));

export const isEmpty = (form, facts) => [...tileNames(form, facts), ...pointNames(form)].every((name) => !valueOf(form, name));
