// A screen on the wall: the totals come by themselves, and it stays awake once it has been touched.

import { Board } from "./board.js";

const page = document.documentElement;

/** Keeps the screen on; a browser lets go of that whenever the page is not seen. */
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // With an empty battery a phone refuses; the totals come all the same.
  }
}

async function fill() {
  try {
    if (!document.fullscreenElement) await page.requestFullscreen?.();
  } catch {
    // Where there is no full screen, as on a phone by Apple, the page is as it was.
  }
}

class Wall extends Board {
  begin() {
    this.pass();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.next();
    addEventListener("click", (event) => event.target.closest("a") || this.touched());
  }

  touched() {
    if (!this.awake) document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
    this.awake = true;
    stayAwake();
    fill();
  }

  /** Nothing is entered here: there is only news to ask for. */
  pass() {
    return this.look();
  }

  /** A game that only its phone knows has no news. */
  async give() {}

  take() {
    const button = this.article.querySelector("#full-screen");
    button.hidden = !page.requestFullscreen && !navigator.wakeLock;
  }

  async keep() {}

  async showWaiting() {}
}

const wall = new Wall(document.querySelector("#game"));
// What is spoken is the last hand, and nothing else.
document.querySelector("[data-kept-note]")?.removeAttribute("role");
wall.take();
wall.begin();
