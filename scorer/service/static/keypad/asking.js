// The questions that the form asks: which there are, and whether they are answered.

const QUESTIONS = ["winner", "also", "seat", "round", "won", "from", "with"];
const CLAIMED = ["discard", "robbed_kong"];

/** The name of a field without the seat before it. */
export const withoutSeat = (name) => name.replace(/^[eswn]\./, "");

/** Whether this field is a question of the form, with its legend. */
export const isQuestion = (form, name = "") =>
  QUESTIONS.includes(withoutSeat(name)) && Boolean(form.querySelector(`#field-${CSS.escape(name)} legend`));

/** Whether this way of winning takes a tile of somebody else. */
export const isClaimed = (way) => CLAIMED.includes(way);
