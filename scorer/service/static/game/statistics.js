// What players did over evenings, from the sheets of games; nothing here asks a page or a network.

const PLAYED = new Set(["hand", "replace"]);

const inForce = (entry) => PLAYED.has(entry.kind) && entry.undone_by === null && entry.replaced_by === null;

/** Of one hand: the players at the table, who won with what, and whose tile was won on. */
function read({ seats, document, answer }) {
  const entered = Object.entries(document.players ?? {});
  const wins = entered.filter(([seat, player]) => player?.win && answer.scores[seat]?.qualifies !== false);
  const [giver] = wins.map(([, player]) => player.win.from).filter(Boolean);
  return {
    seated: Object.values(seats),
    wins: wins.map(([seat]) => ({ player: seats[seat], points: answer.scores[seat]?.total ?? 0 })),
    giver: giver && seats[giver],
  };
}

/** What an evening is known by; what was removed leaves no title. */
export function idOf({ at, ruleset, title }) {
  const mark = [...title].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 4_294_967_296, 7);
  return `${at} ${ruleset} ${mark}`;
}

/** An evening without its hands: what each player did, by the name that the sheet has at its end. */
export function summary(sheet) {
  const hands = sheet.entries.filter(inForce).map(read);
  const players = sheet.players.map(({ id, name }) => {
    const won = hands.flatMap(({ wins }) => wins.filter(({ player }) => player === id).map(({ points }) => points));
    return {
      name,
      hands: hands.filter(({ seated }) => seated.includes(id)).length,
      wins: won.length,
      dealIns: hands.filter(({ giver }) => giver === id).length,
      points: won.reduce((sum, points) => sum + points, 0),
      best: Math.max(0, ...won),
      net: sheet.totals[id] - sheet.start,
    };
  });
  const { at, title, ruleset, unit, version } = sheet;
  return { id: idOf(sheet), at, title, ruleset, unit, version, hands: hands.length, players };
}

/** A row for each name and ruleset, those who have won most first; an evening without a hand is none. */
export function statistics(evenings) {
  const rows = new Map();
  for (const { ruleset, unit, hands, players } of evenings) {
    for (const { name, ...did } of hands ? players : []) {
      const key = JSON.stringify([ruleset, name]);
      const row = rows.get(key) ?? { ruleset, unit, name, games: 0, hands: 0, wins: 0, dealIns: 0, points: 0, best: 0, net: 0 };
      for (const part of ["hands", "wins", "dealIns", "points", "net"]) row[part] += did[part];
      rows.set(key, { ...row, games: row.games + 1, best: Math.max(row.best, did.best) });
    }
  }
  const all = [...rows.values()].map((row) => ({ ...row, average: row.wins ? row.points / row.wins : 0 }));
  const order = (a, b) => a.ruleset.localeCompare(b.ruleset) || b.net - a.net || a.name.localeCompare(b.name);
  return all.sort(order);
}

const COLUMNS = ["name", "hands", "wins", "dealIns", "points", "best", "net"];
// What a spreadsheet would take for a formula.
const FORMULA = /^[\s\p{C}]*[=+\-@|%−＝＋－＠﹦]/u;

const cell = (value) => {
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The evenings as a table: a row for each player of each. */
export function asCsv(evenings) {
  const rows = evenings.flatMap((evening) => {
    const { at, title, ruleset, unit, players } = evening;
    return players.map((player) => [at, title, ruleset, unit, ...COLUMNS.map((column) => player[column])]);
  });
  return [["at", "title", "ruleset", "unit", ...COLUMNS], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
