// The page of a game that does not exist: this phone forgets it, or would open its pages there again.

import { inTime } from "../network.js";
import { forget, gameOf, isAlone } from "./remembered.js";

const [, key] = /^\/games\/([^/]+)/.exec(location.pathname) ?? [];

/** Tests if the server has no such game, and not only no such page of it. */
const isGone = () => inTime((signal) => fetch(`/api/v1/games/${key}`, { method: "HEAD", cache: "no-store", signal }))
  .then(({ status }) => status === 404, () => false);

// A game that has begun on this phone is nowhere else.
if (gameOf(key) && !isAlone(key) && (await isGone())) forget(key);
