// The files of the scorer that is kept on this phone: brought, checked and found again.

const MANIFEST = "/kept/manifest.json";
const MEMORY = "/kept/memory";
const SUM = "x-sha256";

const FILES = "scorer-engine-";
export const GAMES = "scorer-engine-games";
export const nameOf = (release) => FILES + release;

/** What went wrong: "none" (this server has none), "unreached", "broken", "other" (other bytes than the
    server named), "full", "refused" (this browser keeps nothing), "old" (it runs no modules as workers) or
    "begin" (Python does not begin). */
export class Fault extends Error {
  constructor(code, cause) {
    super(code, { cause });
    this.code = code;
  }
}

/** What the browser does not let be kept. */
export const kept = (act) => act.catch((cause) => {
  throw cause instanceof Fault ? cause : new Fault(cause.name === "QuotaExceededError" ? "full" : "refused", cause);
});

/** What there is to bring: {release, pyodide, files: [{name, address, bytes, sent, sha256}], bytes, sent}. */
export async function offered() {
  const answer = await fetch(MANIFEST, { cache: "no-cache" }).catch((cause) => { throw new Fault("unreached", cause); });
  if (answer.status === 404) throw new Fault("none");
  if (!answer.ok) throw new Fault("unreached");
  return answer.json();
}

/** Brings what is missing, and tells how many bytes of how many are there. */
export async function bring(manifest, tell = () => {}) {
  const cache = await kept(opened(manifest.release));
  let done = 0;
  for (const file of manifest.files) {
    if (!(await sameAt(cache, file))) await put(cache, file, (await fromBefore(file)) ?? await download(file, (bytes) => tell(done + bytes, manifest.bytes)));
    done += file.bytes;
    tell(done, manifest.bytes);
  }
  await kept(cache.put(MANIFEST, new Response(JSON.stringify(manifest))));
}

const opened = async (release) => caches.open(nameOf(release));

async function sameAt(cache, file) {
  const found = await cache.match(file.address);
  return found?.headers.get(SUM) === file.sha256;
}

/** The same bytes, as an older release has brought them. */
async function fromBefore(file) {
  for (const name of (await caches.keys()).filter((opened) => opened.startsWith(FILES) && opened !== GAMES)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const found = await cache.match(request);
      if (found.headers.get(SUM) === file.sha256) return new Uint8Array(await found.arrayBuffer());
    }
  }
  return undefined;
}

async function download(file, tell) {
  const bytes = new Uint8Array(file.bytes);
  let at = 0;
  try {
    const answer = await fetch(file.address);
    if (!answer.ok) throw new Fault("broken");
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > bytes.length) throw new Fault("other");
      bytes.set(value, at);
      at += value.length;
      tell(at);
    }
  } catch (cause) {
    throw cause instanceof Fault ? cause : new Fault("broken", cause);
  }
  if (at < bytes.length) throw new Fault("broken");
  if ((await sumOf(bytes)) !== file.sha256) throw new Fault("other");
  return bytes;
}

async function sumOf(bytes) {
  const sum = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const TYPES = { wasm: "application/wasm", mjs: "text/javascript", json: "application/json" };

const put = (cache, file, bytes) => {
  const type = TYPES[file.name.split(".").at(-1)] ?? "application/zip";
  return kept(cache.put(file.address, new Response(bytes, { headers: { "content-type": type, [SUM]: file.sha256 } })));
};

/** What was brought for this release, if all of it is there still. */
export async function broughtFor(release) {
  try {
    const cache = await opened(release);
    const manifest = await (await cache.match(MANIFEST))?.json();
    const there = await Promise.all((manifest?.files ?? []).map((file) => sameAt(cache, file)));
    return manifest && there.every(Boolean) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** What is kept on this phone, of whatever release, if anything is whole. */
export async function broughtEver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILES) && name !== GAMES);
  const found = await Promise.all(names.map((name) => broughtFor(name.slice(FILES.length))));
  return found.find(Boolean);
}

/** Forgets what was brought of a release. */
export const forgetRelease = (release) => caches.delete(nameOf(release));

/** Forgets all that is kept to score with. */
export async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILES));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The memory of the scorer as it was when it had begun, so that it need not begin again. */
export async function memoryOf(release) {
  const found = await (await opened(release)).match(MEMORY);
  if (!found) return undefined;
  return new Uint8Array(await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

export async function keepMemory(release, bytes) {
  const packed = new Response(bytes).body.pipeThrough(new CompressionStream("gzip"));
  await kept(opened(release).then(async (cache) => cache.put(MEMORY, new Response(await new Response(packed).arrayBuffer()))));
}

/** What was not the memory after all. */
export const forgetMemory = async (release) => (await opened(release)).delete(MEMORY);

export const hasMemory = async (release) => Boolean(await (await opened(release)).match(MEMORY));
