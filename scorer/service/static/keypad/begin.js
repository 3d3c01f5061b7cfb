// Before anything is drawn: there will be keys, and nothing is to move when they come.

if ("noModule" in HTMLScriptElement.prototype) {
  document.documentElement.classList.add("kp-on");
  foldTyped();
}
try {
  if (localStorage.getItem("scorer.indices") === '"none"') document.documentElement.dataset.indices = "none";
} catch {
  // Without storage the letters stay in the corners.
}

// What is touched before there are keys is not folded away when they come.
addEventListener("focusin", ({ target }) => {
  if (target.matches("#typed *")) document.documentElement.dataset.touched = "";
});

/** The fields that are typed into are folded as they come, before anything of them is laid out; unless who has
    opened them in this tab finds them open again, or the address may lead there. */
function foldTyped() {
  try {
    if (location.hash || sessionStorage.getItem("scorer.typed") === "yes") return;
  } catch {
    // Without storage they are folded anew.
  }
  new MutationObserver((_seen, observer) => {
    const typed = document.querySelector("#typed");
    if (!typed) return;
    observer.disconnect();
    typed.open = false;
  }).observe(document, { childList: true, subtree: true });
}
