// Which lessons are done, kept on this phone: every page of lessons works without this file.

import { readList, write } from "../storage.js";
import { _ } from "../words.js";

const KEY = "scorer.learn.lessons";

const done = new Set(readList(KEY));
const answered = document.querySelector(".lesson[data-right]");
if (answered && !done.has(answered.dataset.lesson)) {
  done.add(answered.dataset.lesson);
  write(KEY, [...done]);
}

for (const list of document.querySelectorAll("[data-lessons]")) {
  const lessons = [...list.querySelectorAll("[data-lesson]")];
  const left = lessons.filter(({ dataset }) => !done.has(dataset.lesson));
  for (const lesson of lessons) {
    lesson.querySelector(".lesson-tick").hidden = left.includes(lesson);
  }
  const number = lessons.length - left.length;
  if (number) {
    list.querySelector("[data-done]").textContent = _("{number} of {count} done", { number, count: lessons.length });
    if (left.length) {
      const button = list.querySelector("[data-begin]");
      button.href = left[0].querySelector("a").href;
      button.textContent = _("Go on");
    }
  }
}
