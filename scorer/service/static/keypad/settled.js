// Who sees a result has settled that hand; the keys themselves come when the result is corrected.

import { fill } from "./form.js";
import { Kept } from "./kept.js";

const place = document.querySelector("#keypad");
const form = place.closest("form");
const facts = JSON.parse(place.dataset.facts);
const kept = new Kept(form, facts);
if ("kept" in document.documentElement.dataset) fill(form, new URLSearchParams(location.search));
kept.useRules(facts.rules);
kept.settle();
document.querySelector("[data-next]")?.addEventListener("click", ({ currentTarget: { href, formAction } }) => kept.goOn(new URL(href ?? formAction).searchParams));

const correct = document.querySelector("#correct");
const bring = () => import("./keypad.js");
if (correct.open) bring();
else correct.addEventListener("toggle", bring, { once: true });
