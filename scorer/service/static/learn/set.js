// The addresses of a set that is being put together stay on this phone until it is made.

const SET = "scorer.set";
const area = document.querySelector("[data-lines]");

const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

function kept() {
  try {
    return lines(localStorage.getItem(SET) ?? "");
  } catch {
    return [];
  }
}

function keep() {
  try {
    localStorage.setItem(SET, area.value);
  } catch {
    // Then they stand in this form alone.
  }
}

// A set that is changed is stored whole; what is added joins what was there.
const whole = new URLSearchParams(location.search).has("s");
area.value = [...new Set([...(whole ? [] : kept()), ...lines(area.value)])].join("\n");
if (lines(area.value).length) keep();
area.addEventListener("input", keep);
