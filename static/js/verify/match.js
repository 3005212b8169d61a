/** Owns a match as it is played again: what may come next, and what every event but a deal changes. */

import { parseCard } from "./cards.js";
import { endAfter, scoreHand } from "./scoring.js";
import { Wrong } from "./wrong.js";

const CLOSING_REASONS = ["left", "abandoned"];
const NUMBERS = ["won", "delta", "bags", "score"];

const isSame = (one, two) => one.length === two.length && one.every((number, place) => number === two[place]);

export class Match {
  constructor(rules, kinds) {
    Object.assign(this, { rules, kinds });
    this.hand = null;
    this.hands = 0;
    this.score = [0, 0];
    this.bags = [0, 0];
    this.conceded = [false, false, false, false];
    this.standIns = [null, null, null, null];
    this.isOver = false;
  }

  /** Changes the match by one event that is no `hand_start`; Wrong if it does not follow. */
  fold(event) {
    FOLDS[event.type](this, event);
  }

  /** Wrong unless this hand may start now with this dealer. */
  checkStart(hand, dealer) {
    this.checkOpen();
    this.checkNothingDue();
    if (this.hand && !this.hand.isFinished) throw new Wrong("hand_in_play");
    if (hand !== this.hands) throw new Wrong("other_hand", { hand: this.hands + 1 });
    if (this.hand && dealer !== (this.hand.dealer + 1) % 4) throw new Wrong("other_dealer", { dealer: (this.hand.dealer + 1) % 4 });
  }

  /** By seat, whether the next hand is dealt with an open offer of blind nil. */
  offers() {
    return [0, 1, 2, 3].map((seat) => this.#isOffered(seat % 2));
  }

  #isOffered(side) {
    const { blind_nil: blindNil, blind_nil_deficit: deficit } = this.rules;
    return blindNil === "always" || (blindNil === "trailing" && this.score[1 - side] - this.score[side] >= deficit);
  }

  /** That the match goes on: it has not ended, and no side has conceded it. */
  checkOpen() {
    if (this.isOver) throw new Wrong("match_ended");
    if (this.concedingSide() !== null) throw new Wrong("match_conceded");
  }

  checkNothingDue() {
    if (this.unscored()) throw new Wrong("hand_end_due");
    if (this.dueEnd()) throw new Wrong("match_end_due");
  }

  checkPerson(seat) {
    if (this.kinds[seat] !== "human") throw new Wrong("no_person");
  }

  /** The side on which every person has conceded, or null; a side of bots never concedes. */
  concedingSide() {
    const hasConceded = (side) => {
      const people = [side, side + 2].filter((seat) => this.kinds[seat] === "human");
      return people.length > 0 && people.every((seat) => this.conceded[seat]);
    };
    return [0, 1].find(hasConceded) ?? null;
  }

  /** The hand whose last card is played and whose `hand_end` has not come, or null. */
  unscored() {
    return this.hand?.isFinished && this.hand.number === this.hands ? this.hand : null;
  }

  /** How the match must end now, or null. */
  dueEnd() {
    const side = this.concedingSide();
    if (side !== null) return { reason: "concede", winner: 1 - side };
    return this.hand?.isFinished ? endAfter(this.rules, this.score, this.hands) : null;
  }
}

/** The refusals of the rules in their fixed order; null if the act may be done. */
function refuse(match, seat, act) {
  if (match.isOver) return "match_over";
  if (!match.hand || match.hand.turn === null) return "hand_over";
  if (match.hand.turn !== seat) return "not_your_turn";
  if (act.type !== "play") return match.hand.isBidding ? refuseBid(match, seat, act) : "bidding_over";
  return match.hand.isBidding ? "bidding_not_over" : match.hand.refuseCard(seat, act.card);
}

function refuseBid({ hand, rules }, seat, act) {
  if (act.type === "look" || act.bid === "blind_nil") return hand.offers[seat] ? null : "blind_nil_not_offered";
  if (hand.offers[seat]) return "look_first";
  return act.bid === 0 && !rules.nil ? "nil_not_allowed" : null;
}

/** Who may act for a seat, and what a clock and a claim may do. */
function checkBy(match, seat, act, by) {
  const standIn = match.standIns[seat];
  if (match.hand.isClaimed && by !== "claim") throw new Wrong("claim_goes_on");
  if (by === "bot" && standIn === null) throw new Wrong("no_stand_in");
  if (by === undefined && standIn !== null) throw new Wrong("stand_in_unsaid");
  if (by === "clock" || by === "claim") checkDefault(match.hand.defaultAct(), act, by);
}

function checkDefault(right, act, by) {
  const isRight = ["type", "bid", "card"].every((field) => act[field] === right[field]);
  if (!isRight) throw new Wrong("not_default", { by });
}

function foldAct(match, event) {
  const { seat } = event;
  const act = { type: event.type, bid: event.bid, card: event.type === "play" ? parseCard(event.card) : undefined };
  const reason = refuse(match, seat, act);
  if (reason) throw new Wrong(reason);
  match.checkOpen();
  if (event.hand !== match.hand.number) throw new Wrong("act_of_other_hand");
  checkBy(match, seat, act, event.by);
  match.hand.isClaimed ||= event.by === "claim";
  if (act.type === "look") match.hand.look(seat);
  else if (act.type === "bid") match.hand.bid(seat, act.bid);
  else match.hand.play(seat, act.card);
}

function foldHandEnd(match, event) {
  const hand = match.unscored();
  if (!hand) throw new Wrong("no_hand_ends");
  if (event.hand !== hand.number) throw new Wrong("other_hand", { hand: hand.number + 1 });
  const right = scoreHand(match.rules, hand, match.score, match.bags);
  for (const field of NUMBERS) checkNumbers(field, right[field], event[field]);
  Object.assign(match, { hands: match.hands + 1, score: right.score, bags: right.bags });
}

function checkNumbers(field, right, said) {
  if (!isSame(right, said)) throw new Wrong("other_numbers", { field, right: right.join(", "), said: said.join(", ") });
}

function foldMatchEnd(match, event) {
  if (match.isOver) throw new Wrong("match_ended");
  if (match.unscored()) throw new Wrong("hand_end_due");
  const due = match.dueEnd();
  if (!due && !CLOSING_REASONS.includes(event.reason)) throw new Wrong("no_end_here");
  const { reason, winner } = due ?? { reason: event.reason, winner: null };
  if (event.reason !== reason) throw new Wrong("other_reason", { reason });
  if (event.winner !== winner) throw new Wrong("other_winner", { winner });
  checkNumbers("score", match.score, event.score);
  match.isOver = true;
}

function foldTakeover(match, { seat, bot }) {
  match.checkOpen();
  match.checkPerson(seat);
  if (match.standIns[seat] !== null) throw new Wrong("taken_over_twice");
  match.standIns[seat] = bot;
}

function foldReturn(match, { seat }) {
  match.checkOpen();
  match.checkPerson(seat);
  if (match.standIns[seat] === null) throw new Wrong("not_taken_over");
  match.standIns[seat] = null;
}

function foldConcede(match, { seat }) {
  match.checkOpen();
  match.checkNothingDue();
  match.checkPerson(seat);
  if (match.conceded[seat]) throw new Wrong("conceded_twice");
  match.conceded[seat] = true;
}

/** Talk and coming and going change nothing, and may also come after the end. */
function foldTalk(match) {
  if (!match.isOver) match.checkOpen();
}

function foldEntropy(match) {
  if (match.hand || match.isOver) throw new Wrong("late_contribution");
  match.checkOpen();
}

function foldReveal(match) {
  if (!match.isOver) throw new Wrong("early_reveal");
}

const FOLDS = {
  look: foldAct,
  bid: foldAct,
  play: foldAct,
  hand_end: foldHandEnd,
  match_end: foldMatchEnd,
  takeover: foldTakeover,
  return: foldReturn,
  concede: foldConcede,
  chat: foldTalk,
  away: foldTalk,
  back: foldTalk,
  entropy: foldEntropy,
  reveal: foldReveal,
};
