// What has been learned so far, as a value that never changes: exercises that come back, and for each rule
// how often it was met and missed. Who keeps it is for others.

const VERSION = 1;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
// An exercise that was missed comes back in ten minutes, then ever later; after the last it is learned.
const WAITS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY];
const MOST_CARDS = 400;
const LONGEST_ADDRESS = 8000;

export const nothing = () => ({ version: VERSION, cards: {}, rules: {}, answered: {}, last: "" });

/** The state after an exercise was answered: {address, rules, right, of, counted, missed}. Checked again at
    once it counts no more. */
export function answered(state, exercise, now) {
  const { address, rules, right, of } = exercise;
  if (state.last === address) return state;
  const whole = right === of;
  const [good, all] = state.answered[rules] ?? [0, 0];
  return {
    ...state,
    last: address,
    answered: { ...state.answered, [rules]: [good + (whole ? 1 : 0), all + 1] },
    rules: { ...state.rules, [rules]: met(state.rules[rules] ?? {}, exercise, whole) },
    cards: fewest(moved(state.cards, address, rules, whole, now)),
  };
}

/** Of each rule how often it was met, and how often missed; what was not all right without a rule that
    explains it is nobody's fault. */
function met(known, { counted, missed }, whole) {
  const found = { ...known };
  for (const rule of whole ? counted : missed) {
    const [seen, left] = found[rule] ?? [0, 0];
    found[rule] = [seen + 1, left + (whole ? 0 : 1)];
  }
  return found;
}

function moved(cards, address, rules, whole, now) {
  const card = cards[address];
  if (!whole) return { ...cards, [address]: { rules, box: 0, due: now + WAITS[0] } };
  if (!card) return cards;
  const others = Object.fromEntries(Object.entries(cards).filter(([known]) => known !== address));
  const box = card.box + 1;
  return box < WAITS.length ? { ...others, [address]: { rules, box, due: now + WAITS[box] } } : others;
}

/** No more than a phone should keep: what is best known goes first. */
function fewest(cards) {
  const entries = Object.entries(cards);
  if (entries.length <= MOST_CARDS) return cards;
  entries.sort(([, first], [, second]) => first.box - second.box || second.due - first.due);
  return Object.fromEntries(entries.slice(0, MOST_CARDS));
}

/** The addresses of what is to come back by now, the longest due first; of one ruleset, or of all. */
export function due(state, now, rules) {
  return Object.entries(state.cards)
    .filter(([, card]) => card.due <= now && (!rules || card.rules === rules))
    .sort(([, first], [, second]) => first.due - second.due)
    .map(([address]) => address);
}

/** How well a rule is known: [met, missed]. */
export const known = (state, rules, rule) => state.rules[rules]?.[rule] ?? [0, 0];

const isCount = (counts) => Array.isArray(counts) && counts.length === 2 && counts.every((count) => Number.isSafeInteger(count) && count >= 0);
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCard = (value) => isPlain(value) && typeof value.rules === "string" && WAITS[value.box] !== undefined && Number.isFinite(value.due);
const isOurs = (address) => /^\/learn\/[a-z/]+\?/.test(address) && address.length <= LONGEST_ADDRESS;

/** The state that a text holds, as it was exported; nothing where it holds none. */
export function read(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isPlain(value) || value.version !== VERSION || ![value.cards, value.rules, value.answered].every(isPlain)) return undefined;
  const sound = Object.values(value.answered).every(isCount)
    && Object.values(value.rules).every((rules) => isPlain(rules) && Object.values(rules).every(isCount))
    && Object.entries(value.cards).every(([address, card]) => isOurs(address) && isCard(card));
  return sound ? { ...nothing(), cards: fewest(value.cards), rules: value.rules, answered: value.answered } : undefined;
}
