// The links of a game that a form was answered with.

import { move } from "./giving.js";
import { forget, gameOf, remember } from "./remembered.js";

/** Remembers them in place of those that the phone had under the key before; what waits goes with them. */
export async function keepLinks({ keys: { play, watch }, title }, before) {
  const known = gameOf(before);
  remember(play, { ...known, key: play, watch, title, role: "play" });
  if (!before || before === play) return;
  const isMoved = await move(before, play).then(() => true, () => false);
  if (isMoved || known?.role !== "alone") await forget(before).catch(() => {});
}
