// The page of links, which a form brings that was sent before its script was here: this phone keeps
// them as the script does.

import { keepLinks } from "./links.js";
import { gameOf, rememberNames } from "./remembered.js";

const { play, watch, title, before, names } = document.querySelector("#begun").dataset;
const typed = JSON.parse(names);
if (typed.length) rememberNames(typed);
// A game that was begun without a network stands behind the # of its form.
await keepLinks({ keys: { play, watch }, title }, before || location.hash.slice(1));
// Loaded again, this page would send its form again; where nothing is stored, the links are nowhere but here.
// It is not left: somebody may be on their way to the board already.
if (gameOf(play)) history.replaceState(null, "", `/games/${play}/share`);
