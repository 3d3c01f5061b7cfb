// What the hand is worth while it takes shape: the API is asked, and its answer put into few words.

const v = new URL(import.meta.url).search;
const [{ nameOf }, { WHOLE, count, handIn, valueOf, valuesOf }] = await Promise.all([
  import(`./keypad-tiles.js${v}`),
  import(`./keypad-form.js${v}`),
]);

const PAUSE = 150;
const PATIENCE = 10_000;
const OFFLINE = "No connection: the hand is kept";
const SILENT = "The scorer does not answer just now: the hand is kept";

/** The document that the form would be read as, field by field like the server reads it. */
export function documentOf(form, facts) {
  const hand = { concealed: valueOf(form, "hand") };
  const melds = ["1", "2", "3", "4", "5"].filter((row) => valueOf(form, `set${row}`));
  if (melds.length) hand.melds = melds.map((row) => meld(form, row));
  put(hand, "bonus", valueOf(form, "flowers"));
  put(hand, "winning_tile", valueOf(form, "tile"));
  const told = { ruleset: facts.rules, hand };
  put(told, "preset", valueOf(form, "preset"));
  put(told, "options", options(form, facts));
  put(told, "win", win(form));
  if (!told.win) delete hand.winning_tile;
  put(told, "seat", valueOf(form, "seat"));
  put(told, "prevailing", valueOf(form, "round"));
  const away = valueOf(form, "away");
  if (away) told.seats = Object.keys(facts.seats).filter((seat) => seat !== away);
  return told;
}

function put(object, name, value) {
  if (value) object[name] = value;
}

function meld(form, row) {
  const told = { tiles: valueOf(form, `set${row}`) };
  const how = valueOf(form, `set${row}is`);
  if (how === "added") told.from_concealed_pung = true;
  else if (how) told.concealed = true;
  return told;
}

function win(form) {
  const by = valueOf(form, "won");
  if (!by || by === "no") return null;
  const told = { by };
  if (by !== "self_draw") put(told, "from", valueOf(form, "from"));
  const circumstances = valuesOf(form, "with");
  if (circumstances.length) told.with = circumstances;
  return told;
}

function options(form, facts) {
  const names = new Set([...form.elements].map((input) => input.name));
  const told = [...names]
    .filter((name) => name.startsWith("o.") && valueOf(form, name))
    .map((name) => [name.slice(2), optionValue(facts.options[name.slice(2)], valueOf(form, name))]);
  return told.length ? Object.fromEntries(told) : null;
}

function optionValue(option, text) {
  if (typeof option === "object" && text in option) return option[text];
  if (option === "boolean") return { yes: true, no: false }[text] ?? text;
  return option === "integer" && /^-?\d{1,9}$/.test(text) ? Number(text) : text;
}

/** The same hand before its winning tile, to ask what it waits for. */
function waiting(told, form) {
  const { win: won, ...earlier } = told;
  const circumstances = valuesOf(form, "with");
  if (circumstances.length) earlier.win = { with: circumstances };
  return earlier;
}

/** What is still to be told before the scorer can answer: the name of a field, or none. */
export function missing(form, facts, whole) {
  if (whole && !valueOf(form, "won")) return "won";
  const claimed = ["discard", "robbed_kong"].includes(valueOf(form, "won"));
  if (whole && claimed && !valueOf(form, "from")) return "from";
  if (!valueOf(form, "seat")) return "seat";
  return facts.cards || valueOf(form, "round") ? "" : "round";
}

const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const number = (value) =>
  Math.abs(value) < 10_000
    ? String(value).replace("-", "−")
    : String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f").replace("-", "−");

/** Where the hand stands, and what to ask for it, if anything. */
function stage(form, facts) {
  const found = handIn(form, facts.cards);
  const have = count(found);
  const lost = valueOf(form, "won") === "no";
  if (found.unread.length) return { ask: "score", supposed: missing(form, facts, true) };
  if (!have && !found.flowers.length) return { say: "Tap the tiles in" };
  if (lost && have === WHOLE) return { say: "1 tile too many for a hand that did not win" };
  if (have > WHOLE) return { say: `${many(have - WHOLE, "tile")} too many` };
  const short = (lost ? WHOLE - 1 : WHOLE) - have;
  if (short > 1 || (lost && short > 0)) return { say: `${many(short, "tile")} short` };
  const field = missing(form, facts, short < 1);
  if (field) return short > 0 ? { say: `${many(short, "tile")} short`, field } : wanted(field, form, facts);
  return short > 0 ? { ask: "waits" } : { ask: "score" };
}

/** The question that the answer waits for, in the page's words. */
function wanted(field, form, facts) {
  const words = field === "from" ? facts.whose[valueOf(form, "won")].split(":")[0] : facts.required[field];
  return { say: capital(words), field };
}

/** Asks as the hand changes; `show` gets {say, field, pending, answer, waits, failed}. */
export function live(form, facts, show) {
  let timer = 0;
  let current = null;

  async function ask(kind, supposed) {
    const asking = new AbortController();
    current = asking;
    const patience = setTimeout(() => asking.abort("late"), PATIENCE);
    let told = documentOf(form, facts);
    // Only to hear what is wrong with the tiles: an answer to it is not shown.
    if (supposed) told = { seat: "E", prevailing: "E", ...told };
    let result;
    try {
      const response = await fetch(`/api/v1/${kind}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(kind === "waits" ? waiting(told, form) : told),
        signal: asking.signal,
      });
      const answer = await response.json();
      if (response.ok && supposed) result = wanted(supposed, form, facts);
      else if (response.ok) result = kind === "waits" ? told13(answer) : scored(answer, form, facts);
      else if (answer.errors?.length) result = { say: complaint(answer.errors, form, facts) };
      else result = { say: SILENT, failed: true };
    } catch (error) {
      result = { say: error instanceof SyntaxError ? SILENT : OFFLINE, failed: true };
    }
    clearTimeout(patience);
    // An answer to a hand that has changed since is no answer.
    if (current === asking) show(result);
  }

  return function refresh() {
    clearTimeout(timer);
    const before = current;
    current = null;
    before?.abort();
    const now = stage(form, facts);
    show({ ...now, pending: Boolean(now.ask) });
    if (now.ask) timer = setTimeout(ask, PAUSE, now.ask, now.supposed);
  };
}

function complaint(errors, form, facts) {
  const [first] = errors;
  const name = { "/seat": "seat", "/prevailing": "round", "/hand/winning_tile": "tile" }[first.pointer];
  if (first.code === "required" && name) return capital(facts.required[name]);
  return capital(first.detail);
}

function told13({ waits }) {
  const names = waits.slice(0, 4).map((wait) => nameOf(wait.tile)).join(", ");
  const more = waits.length > 4 ? ` and ${waits.length - 4} more` : "";
  return { say: waits.length ? `Waits for ${names}${more}` : "1 tile short: no tile completes it", waits };
}

function scored(answer, form, facts) {
  const lost = valueOf(form, "won") === "no";
  const say = lost && !facts.losers ? "Only the hand that won scores" : verdict(answer, lost, facts);
  return { say, answer, total: number(answer.total), unit: answer.unit };
}

function verdict(answer, lost, facts) {
  if (lost) return "Not a win: what the hand scores";
  if (!answer.qualifies) return tooLittle(answer);
  return paid(answer, facts) || answer.formula;
}

function tooLittle({ options: { minimum }, tally, total }) {
  if (minimum === undefined) return "Worth too little to win";
  const without = tally.flowers ? ` without ${many(tally.flowers, "flower")}` : "";
  return `Worth ${tally.fan ?? total}${without}; a win needs ${minimum}`;
}

/** "West pays 30, North and East pay 8 each" */
function paid({ payments = [], net = {} }, { seats }) {
  const payers = new Map();
  for (const { from, amount } of payments) {
    payers.set(amount, [...(payers.get(amount) ?? []), seats[from] ?? from]);
  }
  const parts = [...payers].map(([amount, names]) => {
    if (names.length > 1 && names.length === Object.keys(net).length - 1) {
      return `The others pay ${number(amount)} each`;
    }
    const last = names.pop();
    const who = names.length ? `${names.join(", ")} and ${last} pay` : `${last} pays`;
    return `${who} ${number(amount)}${names.length ? " each" : ""}`;
  });
  return parts.join("; ");
}

/** The lines in short: each name once, with what it is worth in all. */
export function shortLines({ lines }) {
  const found = new Map();
  for (const { id, name, kind, amount, count: times = 1 } of lines) {
    const line = found.get(id) ?? { name, kind, times: 0, total: 0 };
    line.times += times;
    line.total = typeof amount === "number" ? line.total + amount * times : amount;
    found.set(id, line);
  }
  return [...found.values()].map(({ name, kind, times, total }) => ({
    name: times > 1 ? `${name} × ${times}` : name,
    worth: kind === "double" ? many(total, "double") : total == null ? "" : number(total),
  }));
}
