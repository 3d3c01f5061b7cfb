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

/** Folded since they came (begin.js), unless who reads has opened them already, or was led there. */
export function foldTyped(begun) {
  const typed = document.querySelector("#typed");
  if (begun || typed.contains(targetOf(location.hash))) typed.open = true;
  else if (location.hash && !keptOpen()) typed.open = false;
  typed.addEventListener("toggle", () => keptOpen(typed.open));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && !event.defaultPrevented) unfold(targetOf(link.hash));
  });
}
