// A form as the scripts see one, without a browser: named fields, and the fieldsets' legends.

globalThis.CSS ??= { escape: (text) => text };

const NAMED = /^\[name="(.*)"\]$/;
const LEGEND = /^#field-(\S+) legend$/;

class Form {
  constructor(fields) {
    this.fields = fields;
  }

  get elements() {
    const namedItem = (name) => this.fields.filter((field) => field.name === name);
    return Object.assign([...this.fields], { namedItem });
  }

  querySelectorAll(selector) {
    if (selector === "input") return this.fields;
    const [, name] = NAMED.exec(selector);
    return this.fields.filter((field) => field.name === name);
  }

  querySelector(selector) {
    const [, asked] = LEGEND.exec(selector) ?? [];
    if (!asked) return this.querySelectorAll(selector)[0] ?? null;
    return this.fields.some(({ name, type }) => name === asked && type !== "text") ? {} : null;
  }

  field(name, value) {
    return this.fields.find((field) => field.name === name && (value === undefined || field.value === value));
  }
}

const text = (name) => ({ name, type: "text", value: "", defaultValue: "" });
const choices = (type, name, values) =>
  values.map((value) => ({ name, type, value, defaultValue: value, checked: false, defaultChecked: false }));
const SEATS = ["E", "S", "W", "N"];

const handFields = (prefix = "", rows = ["1", "2", "3", "4"]) => [
  ...["hand", "flowers", "tile", "points", "part"].map((name) => text(prefix + name)),
  ...rows.flatMap((row) => [
    text(`${prefix}set${row}`), ...choices("checkbox", `${prefix}set${row}is`, ["concealed"]),
  ]),
];

const win = () => [
  ...choices("radio", "won", ["self_draw", "discard", "robbed_kong", "no"]),
  ...choices("radio", "from", SEATS),
  ...choices("radio", "round", SEATS),
  ...choices("checkbox", "with", ["last_discard", "heaven"]),
];

const nameless = { name: "", type: "submit", value: "" };

/** The form of the page for one hand, of a classical ruleset. */
export const handForm = (rows) =>
  new Form([nameless, ...handFields("", rows), ...win(), ...choices("radio", "seat", SEATS), text("o.limit"),
    { ...text("g.streak"), type: "number", placeholder: "0" }]);

/** The form of the page for a table. */
export const tableForm = () =>
  new Form([nameless, ...SEATS.flatMap((seat) => handFields(`${seat.toLowerCase()}.`)), ...win(),
    ...choices("radio", "winner", [...SEATS, "nobody"]), ...choices("radio", "away", SEATS), ...choices("checkbox", "others", ["0"])]);

/** What the page tells the scripts. */
export const facts = (page, others = {}) => ({
  page,
  rules: "classical",
  exposures: false,
  tilesHeld: 13,
  rows: ["1", "2", "3", "4", "5"],
  tileFields: ["hand", "set1", "set2", "set3", "set4", "set5", "flowers", "tile"],
  lasting: ["preset", "o.", "round", "g.", "seat", "away"],
  state: [],
  flowersApart: true,
  jokers: false,
  wildUnder: [],
  special: null,
  aside: null,
  several: null,
  own: { hand: [], player: [], table: [], amounts: null },
  usual: {},
  asksRound: true,
  losers: true,
  seats: { E: "East", S: "South", W: "West", N: "North" },
  circumstances: {},
  required: { won: "how was it won?", seat: "which seat?", round: "which round?" },
  whose: { discard: "whose discard?", robbed_kong: "whose kong?" },
  ...others,
});

/** The form of a ruleset of sixteen tiles, and what the page tells of it. */
export const longForm = () => handForm(["1", "2", "3", "4", "5"]);
export const ofSixteen = { tilesHeld: 16, rows: ["1", "2", "3", "4", "5", "6"] };

/** What the page tells of a ruleset with a card. */
export const ofCard = { exposures: true, flowersApart: false, jokers: true, asksRound: false };

/** What a browser would keep; nothing of it is written. */
export const nothingKept = () => ({ undone: [], redone: [], seat: "", saveSteps() {}, save() {}, follow() {}, isByPoints: () => false, enterByPoints() {} });
