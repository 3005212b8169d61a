/** Owns one hand as it is played again: bids, tricks, what is refused and why, and the default action. */

import { SPADES, rankOf, suitOf } from "./cards.js";

const TRICKS = 13;

export class Hand {
  constructor(number, dealer, holdings, offers) {
    Object.assign(this, { number, dealer, holdings, offers });
    this.bids = [null, null, null, null];
    this.won = [0, 0, 0, 0];
    this.trick = [];
    this.leader = null;
    this.tricks = 0;
    this.isBroken = false;
    this.isClaimed = false;
  }

  get isBidding() {
    return this.bids.includes(null);
  }

  get isFinished() {
    return this.tricks === TRICKS;
  }

  /** The seat to bid or play; null once the hand is finished. */
  get turn() {
    if (this.leader !== null) return (this.leader + this.trick.length) % 4;
    return this.isBidding ? (this.dealer + 1 + this.bids.filter((bid) => bid !== null).length) % 4 : null;
  }

  look(seat) {
    this.offers[seat] = false;
  }

  /** The last bid gives the lead to the dealer's left. */
  bid(seat, bid) {
    this.bids[seat] = bid;
    this.offers[seat] = false;
    if (!this.isBidding) this.leader = (this.dealer + 1) % 4;
  }

  play(seat, card) {
    this.holdings[seat] = this.holdings[seat].filter((held) => held !== card);
    this.trick.push(card);
    this.isBroken ||= suitOf(card) === SPADES;
    if (this.trick.length === 4) this.#finishTrick();
  }

  #finishTrick() {
    const winner = (this.leader + winnerOf(this.trick)) % 4;
    this.won[winner] += 1;
    this.tricks += 1;
    this.trick = [];
    this.leader = this.isFinished ? null : winner;
  }

  /** Follow suit if you can; lead no spade before spades are broken, unless there is nothing else. */
  legalCards(seat) {
    const holding = this.holdings[seat];
    const allowed = holding.filter((card) => this.#isAllowed(card));
    return allowed.length ? allowed : holding;
  }

  #isAllowed(card) {
    if (this.trick.length) return suitOf(card) === suitOf(this.trick[0]);
    return this.isBroken || suitOf(card) !== SPADES;
  }

  /** Why a seat on turn may not play a card, or null. */
  refuseCard(seat, card) {
    if (!this.holdings[seat].includes(card)) return "not_in_hand";
    if (this.legalCards(seat).includes(card)) return null;
    return this.trick.length ? "must_follow_suit" : "spades_not_broken";
  }

  /** What a clock or a claim does for the seat on turn: look, bid 1, or the lowest legal card. */
  defaultAct() {
    const seat = this.turn;
    if (!this.isBidding) return { type: "play", card: lowestOf(this.legalCards(seat)) };
    return this.offers[seat] ? { type: "look" } : { type: "bid", bid: 1 };
  }
}

/** The place of the highest spade, else of the highest card of the suit led. */
function winnerOf(trick) {
  const led = suitOf(trick[0]);
  const strength = (card) => rankOf(card) + (suitOf(card) === SPADES ? 200 : suitOf(card) === led ? 100 : 0);
  return trick.reduce((best, card, place) => (strength(card) > strength(trick[best]) ? place : best), 0);
}

/** No spade before any spade, then the lowest rank, equal ranks in the order C, D, H. */
function lowestOf(cards) {
  const height = (card) => (suitOf(card) === SPADES ? 1000 : 0) + 10 * rankOf(card) + suitOf(card);
  return cards.reduce((low, card) => (height(card) < height(low) ? card : low));
}
