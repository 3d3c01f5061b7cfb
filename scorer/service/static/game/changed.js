// A page of a game as it is now. Of what this phone has a copy of, only the changed lines are fetched.

const VERSION = /data-version="(\d+)"/;
const PRIME = 65_521;

/** Adler-32 of a text in UTF-8. */
function checksumOf(text) {
  let [sum, sums] = [1, 0];
  for (const byte of new TextEncoder().encode(text)) {
    sum = (sum + byte) % PRIME;
    sums = (sums + sum) % PRIME;
  }
  return sums * 65_536 + sum;
}

/** The text with its lines from `start` up to `end` replaced, for each change; they are in order. */
function changed(text, changes) {
  const lines = text.split("\n");
  for (const [start, end, instead] of changes.reverse()) lines.splice(start, end - start, ...instead);
  return lines.join("\n");
}

/** The answer, once all of it has come. */
async function fetchWhole(path, options) {
  const answer = await fetch(path, { ...options, cache: "no-store" });
  await answer.clone().text();
  return answer;
}

/** The answer to this page: made of the copy where that is possible, or else whole. */
export async function fetchChanged(path, copy, signal) {
  const text = await copy?.clone().text();
  const [, version] = VERSION.exec(text ?? "") ?? [];
  if (!version) return fetchWhole(path, { signal });
  const answer = await fetchWhole(path, { headers: { Accept: "application/json", "X-Copy": version }, signal });
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return answer;
  const { changes, checksum } = await answer.json();
  const page = changed(text, changes);
  // A copy in another language, or of another release, has other lines.
  if (checksumOf(page) !== checksum) return fetchWhole(path, { signal });
  const headers = new Headers(copy.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(page, { headers });
}

/** Whether a copy is of this version, in the language of this page. */
export async function isCurrent(copy, version) {
  const text = await copy?.clone().text();
  return VERSION.exec(text ?? "")?.[1] === version && text.includes(`<html lang="${document.documentElement.lang}"`);
}
