// Before anything is drawn: there will be keys, and nothing is to move when they come.

if ("noModule" in HTMLScriptElement.prototype) document.documentElement.classList.add("kp-on");
try {
  if (localStorage.getItem("scorer.indices") === '"none"') document.documentElement.dataset.indices = "none";
} catch {
  // Without storage the letters stay in the corners.
}

// What is touched before there are keys is not folded away when they come.
addEventListener("focusin", ({ target }) => {
  if (target.matches("#typed *")) document.documentElement.dataset.touched = "";
});
