// Where the hand of a table stands: what was entered, and the next question.

import { _ } from "../words.js";
import { inputs, isClaimed, isPlayed, valueOf, valuesOf } from "../keypad/form.js";
import { agreedOf, isAgreedWhole, untoldOf } from "../keypad/points.js";
import { missingTiles, surplusTiles, wanted } from "../keypad/stage.js";
import { othersScoreNothing } from "./others.js";
import { BEGUN, NONE, questionsOf, WHOLE } from "./questions.js";

const isWinner = (hand) => hand.most === hand.wholeAt || hand.withoutTile;

/** What is wrong with a hand that was begun, in words; "" where only the server can tell, or nothing is. */
function faultOf(hand) {
  const { unread } = hand.lying;
  const agreed = agreedOf(hand);
  if (agreed && !isAgreedWhole(hand) && !unread.length) return _("choose {what} too", { what: untoldOf(hand).join(_(", ")) });
  // Who did not win has nothing to tell where losers do not score.
  if (agreed || unread.length || (!hand.facts.losers && !isWinner(hand))) return "";
  if (hand.count > hand.most) return surplusTiles(hand.count - hand.most);
  const partial = hand.isPartial && !isWinner(hand);
  return hand.count < hand.most && !partial ? missingTiles(hand.most - hand.count) : "";
}

const isBegun = (hand) => Boolean(agreedOf(hand) || hand.isPartial || hand.withoutTile || hand.lying.unread.length || hand.tiles.length);

/** How far a hand is entered. */
export const progressOf = (hand) => (!isBegun(hand) ? NONE : faultOf(hand) ? BEGUN : WHOLE);

/** The questions where nobody won: how the hand ended, and who waits, where that matters. */
function drawOf(form, facts, seats) {
  const { own, waiting } = facts;
  const hasOne = (field, ...values) => values.includes(valueOf(form, field));
  const kinds = own.table.filter(({ type, at, option }) => type === "choice" && at === "draw" && (!option || isPlayed(form, facts, option)));
  const questions = kinds.map(({ field }) => ({ question: field, answered: true }));
  const isVoid = waiting?.voidAfter.some((name) => valuesOf(form, name).length);
  if (!waiting || isVoid || !waiting.ended.every(([field, value]) => hasOne(field, "", value))) return questions;
  const unanswered = seats.map((seat) => seat.toLowerCase()).some((seat) =>
    hasOne(`${seat}.${waiting.waits}`, "") && !hasOne(`${seat}.${waiting.declared}`, "yes") && hasOne(`${seat}.hand`, ""));
  return [...questions, { question: waiting.waits, answered: !unanswered }];
}

/** The questions of the table as its form is filled in. */
export function tableQuestions(form, facts, { hands, winners }) {
  const nobody = valueOf(form, "winner") === "nobody";
  const way = valueOf(form, "won");
  const away = valueOf(form, "away");
  return questionsOf(facts, {
    nobody,
    winners: nobody ? [] : winners.filter(Boolean),
    won: Boolean(way && (!isClaimed(way) || valueOf(form, "from"))),
    // What a game knows is no question.
    round: facts.asksRound && inputs(form, "round").some(({ type }) => type === "radio") ? valueOf(form, "round") : undefined,
    draw: nobody ? drawOf(form, facts, Object.keys(facts.seats).filter((seat) => seat !== away)) : [],
    hands: Object.fromEntries(hands.map((hand) => [hand.seat, progressOf(hand)])),
    others: othersScoreNothing(form),
  });
}

/** What the bar says of the open question, with its field or its player. */
function saidOf({ question, seat }, form, facts, hand) {
  if (question === "winner") return { say: _("Choose who won"), field: question };
  if (question === "won") return wanted(valueOf(form, "won") ? "from" : "won", form, facts);
  if (question === "round") return wanted(question, form, facts);
  if (question === facts.waiting?.waits) return { say: facts.waiting.say, field: question };
  const player = facts.seats[hand?.seat ?? seat];
  if (hand) return { say: _("{player}: {state}", { player, state: faultOf(hand) }), seat: hand.seat };
  return { say: _("Enter {player}’s tiles, or what the table agreed on", { player }), seat };
}

/** The stage of a table: {say, field, seat} of the open question, or {ask} of the request to the scorer. */
export function tableStage({ form, facts, players, current }) {
  const open = tableQuestions(form, facts, players).find((question) => question.open);
  if (open && open.question !== "losers" && open.question !== "worth") return saidOf(open, form, facts);
  const wrong = open && [current, ...players.hands].find((hand) => progressOf(hand) === BEGUN);
  // Of losers who are missing the scorer knows, and says what the winner has.
  if (wrong || open?.question === "worth") return saidOf(open, form, facts, wrong);
  if (!facts.unsettled) return { ask: "table" };
  const unanswered = players.hands.filter((hand) => progressOf(hand) === NONE && !(othersScoreNothing(form) && !players.winners.includes(hand.seat))).map(({ seat }) => facts.seats[seat]);
  return { say: open ? _("Still to enter: {players}", { players: unanswered.join(_(", ")) }) : _("Payments follow when the waiting hands are scored") };
}
