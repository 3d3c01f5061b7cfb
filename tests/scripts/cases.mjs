// The cases that the server's reader of tiles is tested with, tests/cases/tiles.toml: of TOML just what is there.

import { readFileSync } from "node:fs";

const file = readFileSync(new URL("../cases/tiles.toml", import.meta.url), "utf8");

/** Every case as {name, tiles, expected}; null where the tiles are refused. */
export const cases = file.split("[[case]]").slice(1).map((text) => {
  const [, name] = /^name = (".*")$/m.exec(text);
  const [, tiles] = /^tiles = (".*")$/m.exec(text);
  const [, readAs] = /read_as = (".*?")/.exec(text) ?? [];
  if (!readAs && !text.includes("refused = true")) throw new Error(`a case of neither sort: ${text}`);
  return { name: JSON.parse(name), tiles: JSON.parse(tiles), expected: readAs ? JSON.parse(readAs) : null };
});
