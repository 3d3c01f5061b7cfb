// A program by the types of the client: it plays a whole game of every ruleset of the server at the address
// that it is given. test_typescript.py has it compiled and runs it.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Shapes = components["schemas"];
type Ruleset = Shapes["RulesetId"];
type Tables = { [id in Ruleset]: Shapes[`${Capitalize<id>}GameTable`] };

const NAMES = ["Ann", "Bo", "Cy", "Di"];
const MOST_HANDS = 16;
const TABLES: Tables = {
  american: { players: { S: { points: 25, win: { by: "self_draw" } } } },
  british: {
    players: { E: { points: 8 }, S: { points: 32, win: { by: "discard", from: "W" } }, W: { points: 8 }, N: { points: 8 } },
  },
  classical: {
    players: { E: { points: 4 }, S: { points: 64, win: { by: "self_draw" } }, W: { points: 4 }, N: { points: 4 } },
  },
  hongkong: { players: { S: { points: 5, win: { by: "discard", from: "N" } } } },
  mcr: { players: { S: { points: 24, win: { by: "discard", from: "E" } } } },
  riichi: { players: { S: { agreed: { han: 3, fu: 30 }, win: { by: "self_draw", with: ["riichi"] } } } },
  taiwanese: { players: { S: { points: 10, win: { by: "self_draw" } } } },
  zungjung: { players: { S: { points: 40, win: { by: "self_draw" } } } },
};

declare const process: { argv: string[] };
const [, , site] = process.argv;
const api = createClient<paths>({ baseUrl: site });

interface Problem {
  detail?: string;
}

/** The data of an answer that is no problem. */
function dataOf<Data>(answer: { data?: Data; error?: Problem }): Data {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "no answer");
  return answer.data;
}

async function play(ruleset: Ruleset): Promise<void> {
  const begun = dataOf(await api.POST("/api/v1/games", { body: { ruleset, players: NAMES } }));
  const game = { params: { path: { key: "-" } }, headers: { Authorization: `Bearer ${begun.keys.play}` } };
  const document = TABLES[ruleset];
  let { version, state: { over } } = begun;

  async function enter(body: Shapes["EntryRequest"]): Promise<Shapes["WrittenEntry"]> {
    const written = dataOf(await api.POST("/api/v1/games/{key}/entries", { ...game, body }));
    ({ version, state: { over } } = written);
    return written;
  }

  while (!over && version < MOST_HANDS) await enter({ kind: "hand", after: version, document });
  const hands = version;
  await enter({ kind: "replace", after: version, entry: hands, document });
  await enter({ kind: "undo", after: version, entry: hands });
  await enter({ kind: "close", after: version });

  const sheet = dataOf(await api.GET("/api/v1/games/{key}", game));
  const winner = sheet.result?.ranking[0];
  if (sheet.entries.length !== version || !winner || winner.net <= 0) throw new Error(`${ruleset}: a wrong sheet`);
  const { transfers } = dataOf(await api.GET("/api/v1/games/{key}/settle-up", game));
  const exported = dataOf(await api.GET("/api/v1/games/{key}/export.json", game));
  if (exported.began.players.join() !== NAMES.join()) throw new Error(`${ruleset}: other players`);
  const again = dataOf(await api.POST("/api/v1/games/import", { body: exported }));
  if (again.totals.p1 !== exported.totals.p1) throw new Error(`${ruleset}: other totals`);
  console.log(ruleset, version, transfers.length > 0);
}

for (const ruleset of Object.keys(TABLES) as Ruleset[]) await play(ruleset);
