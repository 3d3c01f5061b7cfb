// The results of a class as they come in.

const PAUSE = 2000;
const LONGEST_PAUSE = 20_000;

const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** The new results in place of the old ones, scrolled as these are. */
function exchange(article, fresh) {
  const left = article.querySelector(".scroll")?.scrollLeft ?? 0;
  const focused = article.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  article.replaceWith(document.adoptNode(fresh));
  const scroll = fresh.querySelector(".scroll");
  if (scroll) scroll.scrollLeft = left;
  if (focused) fresh.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  return fresh;
}

/** Asks for the page as it is now, which is mostly still the same. */
async function look(article) {
  const { tag } = article.dataset;
  const answer = await fetch(location.pathname, { headers: { "If-None-Match": tag, Accept: "text/html" }, cache: "no-store" });
  if (answer.status === 304) return article;
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#class");
  return fresh && fresh.dataset.tag !== tag ? exchange(article, fresh) : article;
}

export async function follow(first) {
  let article = first;
  let pause = PAUSE;
  for (;;) {
    await sleep(pause);
    if (document.hidden) continue;
    try {
      article = await look(article);
      pause = PAUSE;
    } catch {
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }
}
