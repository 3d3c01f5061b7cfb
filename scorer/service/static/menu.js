// The lists under ⋯ and under the ruleset: how they close, and what the phone remembers for every page: under
// which thumb the keys lie, and whether tiles have letters.

const page = document.documentElement;
const menus = [...document.querySelectorAll(".site-more, .rulesets")];

document.addEventListener("keydown", ({ key }) => {
  const menu = menus.find(({ open }) => open);
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", ({ target }) => {
  for (const menu of menus) if (!menu.contains(target)) menu.open = false;
});

/** A button that says what it would change, and the pages that are open follow. */
function offer(button, name, value, apply) {
  const { textContent: off } = button;
  const on = button.dataset.side ?? button.dataset.letters;
  const isOn = () => localStorage.getItem(name) === value;
  const draw = () => {
    button.textContent = isOn() ? on : off;
    apply(isOn());
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    if (isOn()) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    draw();
    // The keypad reads what is remembered when it is drawn.
    if (document.querySelector("#keypad")) location.reload();
  });
  draw();
}

try {
  offer(document.querySelector("[data-side]"), "scorer.side", '"left"', () => {});
  offer(document.querySelector("[data-letters]"), "scorer.indices", '"none"', (off) => {
    if (off) page.dataset.indices = "none";
    else delete page.dataset.indices;
  });
} catch {
  // Without storage the pages are as they come.
}
