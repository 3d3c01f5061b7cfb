// Every sentence that a script shows, in the language of the page; catalogued like the page's own.

// In node there is no page: the sentences stay as they are.
const page = globalThis.document?.documentElement;
const language = page?.lang.split("-")[0] ?? "en";
const plain = { default: {} };
// Without its words a script speaks English, and works.
const { default: words } =
  language === "en" && page?.dataset.ownWords === undefined ? plain : await import(`./words/${language}.js`).catch(() => plain);
const plural = new Intl.PluralRules(language);

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// A sentence may have other words at tables of the page's ruleset: those stand under its id, as in a gettext catalogue.
const ruleset = page?.dataset.words;
const found = (text) => words[`${ruleset}\u0004${text}`] ?? words[text];

/** A sentence, with what stands in its braces. */
export const _ = (text, values = {}) => fill(found(text) ?? text, values);

/** A sentence for one thing, or for several: {number} is how many. */
export function n_(singular, many, number, values = {}) {
  const forms = found(singular) ?? [singular, many];
  const form = plural.select(number) === "one" ? forms[0] : forms.at(-1);
  return fill(form, { number, ...values });
}
