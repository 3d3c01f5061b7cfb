// The form is sent as it stands while it is tapped in; the server answers in the page's words.

import { _ } from "../words.js";

// Where the scorer is on the phone, nothing is spared by waiting for a further tap; and it may have to begin,
// which a slow phone takes longer for than a network that is there.
const IS_HERE = globalThis.document && "engine" in document.documentElement.dataset;
const PAUSE = IS_HERE ? 10 : 80;
const PATIENCE = IS_HERE ? 60_000 : 10_000;
const AGAIN = 5000;

/** Asks as the form changes: `stage()` tells what; `show` gets {say, field, pending, total, panel, failed},
    and `answered` where the scorer found nothing wrong. */
export function live(form, stage, show) {
  let timer = 0;
  let current = null;

  async function ask(about) {
    const asking = new AbortController();
    current = asking;
    const patience = setTimeout(() => asking.abort(), PATIENCE);
    let result;
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(`/live/${about}`, { method: "POST", body, signal: asking.signal });
      result = response.ok ? answer(await response.json()) : failed(_("The scorer does not answer just now: the hand is kept"));
    } catch {
      result = failed(_("No connection: the hand is kept"));
    }
    clearTimeout(patience);
    // An answer to a hand that has changed since is no answer.
    if (current !== asking) return;
    show(result);
    // A phone says that it is on line before its network answers.
    if (result.failed) timer = setTimeout(ask, AGAIN, about);
  }

  return function refresh() {
    clearTimeout(timer);
    const before = current;
    current = null;
    before?.abort();
    const now = stage();
    show({ ...now, pending: Boolean(now.ask) });
    if (now.ask) timer = setTimeout(ask, PAUSE, now.ask);
  };
}

const answer = (reply) => ({ ...reply, answered: !("field" in reply) });
const failed = (say) => ({ say, failed: true });
