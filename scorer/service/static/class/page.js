// The pages of classes: what each of them does with scripts.

const article = document.querySelector("#class");

if (document.querySelector("[data-copy]")) import("../result.js");
if (document.querySelector("[data-expires]")) import("../game/code.js");
// A form that was sent before its script was here brings a pupil with its page.
if (article?.dataset.page === "join" || article?.dataset.pupil) {
  const { Desk } = await import("./desk.js");
  new Desk(article).begin();
}
if (article?.dataset.page === "results") {
  const { follow } = await import("./results.js");
  follow(article);
}
