// What the keypad hears beside its own keys: typing, other tabs, the network, the way back to the page.

import { _ } from "../words.js";
import { fill, setValues } from "./form.js";
import { read } from "./tiles.js";

/** What is said of a hand in whose place another is shown. */
export const OTHER_HAND = {
  before: () => _("Undo brings back the hand that lay here before"),
  elsewhere: () => _("Another tab of this browser has another hand: Undo brings it here"),
};

const KEYBOARD_COMES = "(pointer: coarse), (max-width: 47.99rem)";

function listenToForm(state, place) {
  const { form, kept, players } = state;
  form.addEventListener("input", ({ target }) => {
    if (!place.contains(target)) state.typed(target);
  });
  // The phone's own keyboard needs the room; the keys come back at a tap, to the same hand.
  form.addEventListener("focusin", ({ target }) => {
    const [, letter] = (players.four && /^([eswn])\./.exec(target.name ?? "")) || [];
    if (letter && letter.toUpperCase() !== state.current.seat) state.turnTo(letter.toUpperCase());
    if (!state.folded && target.matches('[type="text"], [type="number"], textarea') && matchMedia(KEYBOARD_COMES).matches) state.fold(true);
  });
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name === "to") kept.useRules(submitter.value);
  });
  // The page's own script exchanges the card without a word to the form.
  form.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-card-swap]")) setTimeout(() => state.update());
    const preset = target.closest(".preset");
    if (!preset) return;
    event.preventDefault();
    preset.closest("details").open = false;
    state.change(() => setValues(form, "preset", [preset.value.split(".")[1]]));
  });
}

/** The link of an error leads to the hand or the question of the keypad that mends it. */
function listenToFaults(state, screen) {
  state.form.querySelector(".problems")?.addEventListener("click", (event) => {
    const name = decodeURIComponent(event.target.closest("a")?.hash ?? "").replace("#field-", "");
    const found = state.players.ofField(name);
    // What the keys cannot read is mended where it was typed.
    const inHand = found && !state.players.of(found.seat).lying.unread.length ? found : undefined;
    if (!inHand && !state.canAsk(name)) return;
    event.preventDefault();
    state.folded = false;
    if (inHand) {
      state.turnTo(inHand.seat);
      screen.hand.focus();
    } else if (state.asked === name) state.screen.draw();
    else screen.ask(name);
    screen.hand.scrollIntoView({ block: "center" });
  });
}

function listenToAnswers(state, { panel, light }) {
  panel.addEventListener("click", (event) => {
    const { target } = event;
    // Nearly a hand: what it was instead is written into this form, to be undone like any tap.
    const mended = target.closest("a.near-mend");
    if (mended) {
      event.preventDefault();
      state.change(() => fill(state.form, new URL(mended.href).searchParams));
      return;
    }
    const wait = target.closest("[data-wait]");
    if (!wait || state.facts.page !== "hand") return;
    state.mode = "tile";
    state.change((own) => own.lay([wait.dataset.wait], "tile"));
  });
  panel.addEventListener("toggle", ({ target }) => {
    if (!target.open) return;
    for (const other of panel.querySelectorAll("details[open]")) if (other !== target) other.open = false;
    light((target.dataset.tiles ?? "").split(" ").filter(Boolean));
  }, true);
}

/** With the focus among the keys, tiles can be typed: 123b, E, F1. */
function listenToKeyboard(state, place) {
  let typed = "";
  place.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    if (["Backspace", "Delete"].includes(key)) {
      if (state.points.counting) state.points.digit("");
      else state.takeBack();
    }
    if (key.length > 1) return;
    if (state.points.counting) {
      if (/\d/.test(key)) state.points.digit(key);
      return;
    }
    typed += key;
    // A number waits for its suit, and the F of a flower for its number.
    if (/^[1-9]+$/.test(typed) || (state.facts.flowersApart && /^f$/i.test(typed))) return;
    const codes = read(typed) ?? [];
    typed = "";
    codes.forEach((code) => state.tap(code));
  });
}

/** Another tab may change the hand that is kept: one that showed the same follows, as soon as it is
    looked at; for one that shows another hand it is one Undo away. */
function listenToTabs(state, scoredPage) {
  const { kept } = state;
  let outdated = "";

  function follow() {
    if (document.hidden || !outdated) return;
    const other = kept.ofAnotherTab;
    const same = outdated === "same";
    outdated = "";
    if (!other) return;
    if (same) {
      state.takeOver(other);
      state.say(_("Changed in another tab. Undo brings back what was here"));
    } else if (kept.restoreHand()) state.say(OTHER_HAND.elsewhere());
  }

  addEventListener("storage", ({ key, oldValue }) => {
    if (key !== kept.hand) return;
    outdated ||= !scoredPage && kept.isOurs(oldValue) ? "same" : "other";
    follow();
  });
  document.addEventListener("visibilitychange", follow);
}

export function listen(state, screen, place, scoredPage) {
  const { form } = state;
  listenToForm(state, place);
  listenToAnswers(state, screen);
  listenToFaults(state, screen);
  listenToKeyboard(state, place);
  listenToTabs(state, scoredPage);
  addEventListener("online", () => state.answer.failed && state.refresh());
  // A page that the browser itself has kept does not know what was tapped since; one that was posted
  // could be had again only by sending it again.
  addEventListener("pageshow", ({ persisted }) => persisted && form.method === "get" && location.reload());
  if (!scoredPage) return;
  // The result has the screen to itself until the form comes into view.
  new IntersectionObserver(([entry]) => {
    place.classList.toggle("kp-away", !entry.isIntersecting);
  }, { rootMargin: "100000px 0px -40% 0px" }).observe(form);
}
