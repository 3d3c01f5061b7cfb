// The losers of whom nothing is entered: they score nothing where the form says so.

import { setValues, valueOf } from "../keypad/form.js";

const OTHERS = "others";
const NOTHING = "0";

/** Whether the form says that. */
export const othersScoreNothing = (form) => valueOf(form, OTHERS) === NOTHING;

/** Say it, or no longer. */
export const sayOthersScoreNothing = (form, so) => setValues(form, OTHERS, so ? [NOTHING] : []);
