// Asks the scorer that phones keep, as their service worker does: the folder of its files, what is to be
// asked and where the answers go are named on the command line.

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, asked, answered] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const name of ["engine.zip", "pages.zip"]) {
  python.unpackArchive(new Uint8Array(await readFile(`${folder}/${name}`)), "zip", { extractDir: "/lib/kept" });
}
python.runPython(`
import sys
sys.path.insert(0, "/lib/kept")
from scorer.service.offline import offline_app
offline_app.open_app("http://localhost")
`);
const answer = python.runPython("offline_app.answer");
const answers = JSON.parse(await readFile(asked)).map((one) => answer(JSON.stringify(one)));
await writeFile(answered, JSON.stringify(answers));
