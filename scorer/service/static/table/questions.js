// The questions of a hand at a table, in their order: a function of the ruleset and of what was entered.

/** How far a hand is entered. */
export const NONE = "";
export const BEGUN = "begun";
export const WHOLE = "whole";

/** The questions: [{question, seat, answered, open}]. At most one is open: a hand that was begun, or else the
    first question without an answer. Entered are the `winners`, or that `nobody` won; whether it is known how it
    was `won`; the wind of the `round`, where it is a question; `draw`, the questions of a hand that nobody won, as
    {question, answered}; of each seat how far its hand is, in `hands`; and whether the `others` score nothing, the
    losers of whom nothing is entered. */
export function questionsOf({ losers }, { winners, nobody, won, round, draw, hands, others: nothing }) {
  const isWhole = (seat) => hands[seat] === WHOLE || (nothing && hands[seat] === NONE && !winners.includes(seat));
  const others = Object.keys(hands).filter((seat) => !winners.includes(seat));
  const known = nobody || winners.length > 0;
  const worth = (seat) => ({ question: "worth", seat, answered: isWhole(seat), begun: hands[seat] === BEGUN });
  const all = [
    { question: "winner", answered: known },
    ...(nobody ? draw : [{ question: "won", answered: won }]),
    round !== undefined && { question: "round", answered: Boolean(round) },
    ...(nobody ? [] : known ? winners.map(worth) : [{ question: "worth", answered: false }]),
    !nobody && losers && {
      question: "losers", answered: known && others.every(isWhole), begun: others.some((seat) => hands[seat] === BEGUN),
    },
  ].filter(Boolean);
  const open = (known && all.find(({ begun }) => begun)) || all.find(({ answered }) => !answered);
  return all.map(({ question, seat, answered }, at) => ({ question, seat, answered, open: all[at] === open }));
}
