// The scorer itself, in Python: begun when it is first needed, from its memory where that is kept.

import { broughtFor, forgetMemory, hasMemory, keepMemory, memoryOf, nameOf } from "./files.js";

const FOLDER = "/lib/kept";
const BEGIN = (origin) => `
from scorer.service.offline import offline_app
offline_app.open_app(${JSON.stringify(origin)}).warm_up()
`;
const STEP = 1 << 20;

/** What Python loads by its address comes from what was brought. */
function loadFromKept(release) {
  const fromNetwork = globalThis.fetch;
  const folder = new URL(`/kept/${release}/`, location).href;
  globalThis.fetch = async (request, options) => {
    const address = new URL(request.url ?? request, location).href;
    const found = address.startsWith(folder) && await (await caches.open(nameOf(release))).match(address);
    return found || fromNetwork(request, options);
  };
}

export class Python {
  /** `load` and `make` are Pyodide's own: its loader, and what makes its module. */
  constructor({ release, load, make }) {
    Object.assign(this, { release, load, make, warm: false, beginning: undefined });
    loadFromKept(release);
  }

  /** Resolves when it can answer. */
  begin() {
    this.beginning ??= this.#begin().catch((error) => {
      this.beginning = undefined;
      throw error;
    });
    return this.beginning;
  }

  /** What the application answers, see offline_app.py. */
  async answer(request) {
    await this.begin();
    return JSON.parse(this.ask(JSON.stringify(request)));
  }

  /** Sees to it that its memory is kept, so that it begins quickly every later time. */
  async prepare() {
    if (await hasMemory(this.release)) return;
    await this.begin();
    await this.keeping;
  }

  /** Nothing begins where this browser has removed a part: that is known at once. */
  async #isBrought() {
    if (!(await broughtFor(this.release))) throw new Error("not all of it is here");
  }

  async #begin() {
    await this.#isBrought();
    const python = (await this.#remembered()) ?? (await this.#first());
    this.ask = python.runPython("offline_app.answer");
    this.warm = true;
  }

  /** From its memory; one that is damaged is forgotten, and made anew. */
  async #remembered() {
    try {
      const memory = await memoryOf(this.release);
      return memory && await this.#restore(memory);
    } catch {
      await forgetMemory(this.release);
      return undefined;
    }
  }

  /** For the first time: nobody waits while its memory is written. */
  async #first() {
    const python = await this.#load({ _makeSnapshot: true });
    await this.#unpack(python);
    python.runPython(`import sys\nsys.path.insert(0, "${FOLDER}")${BEGIN(location.origin)}`);
    this.keeping = keepMemory(this.release, python.makeMemorySnapshot());
    // A caller that does not wait never learns that there was no room, and the next start fails again.
    this.keeping.catch(() => {});
    return python;
  }

  async #restore(memory) {
    // The memory has to be as large as it was before it is filled.
    const size = memory.length - new Uint32Array(memory.buffer, memory.byteOffset, 2)[1];
    const made = async (settings) => {
      const module = await this.make(settings);
      while (module.HEAP8.length < size) if (!module._malloc(STEP)) throw new RangeError("no memory");
      return module;
    };
    const python = await this.#load({ createPyodideModule: made, _loadSnapshot: memory });
    await this.#unpack(python);
    return python;
  }

  #load(how) {
    return this.load({ indexURL: `/kept/${this.release}/`, createPyodideModule: this.make, ...how });
  }

  /** Files are not part of what is remembered. */
  async #unpack(python) {
    const { files } = await broughtFor(this.release);
    const cache = await caches.open(nameOf(this.release));
    for (const { name, address } of files) {
      if (!["engine.zip", "pages.zip"].includes(name)) continue;
      python.unpackArchive(new Uint8Array(await (await cache.match(address)).arrayBuffer()), "zip", { extractDir: FOLDER });
    }
  }
}
