// The fields that are typed into: folded where there are keys, and open as soon as something leads there.

const OPENED = "scorer.typed";

const targetOf = (hash) => (hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null);

/** Who has opened them in this tab finds them open on the next page too. */
function keptOpen(now) {
  try {
    if (now === undefined) return sessionStorage.getItem(OPENED) === "yes";
    sessionStorage.setItem(OPENED, now ? "yes" : "");
  } catch {
    // Without storage they are folded anew.
  }
  return false;
}

/** Whatever is to be shown of the form, and all that it lies in, unfolded. */
export function unfold(element) {
  for (let part = element; part; part = part.parentElement) if (part.localName === "details") part.open = true;
}

/** Folded when the keys have come, unless who reads has gone on to the fields already, or was led there. */
export function foldTyped(place, begun) {
  const typed = document.querySelector("#typed");
  const isPassed = place.getBoundingClientRect().bottom < 0;
  typed.open = begun || isPassed || keptOpen() || typed.contains(targetOf(location.hash));
  typed.addEventListener("toggle", () => keptOpen(typed.open));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && !event.defaultPrevented) unfold(targetOf(link.hash));
  });
}
