/** Owns the steps between two views: one frame a bid and a card, so that nothing is passed over in a hurry. */

import { isTakenBack, playsOfHand, seatsFrom, sideOf } from "./facts.js";

/** A frame in between: nothing to decide on it, and the end of the hand not told yet. */
function between(from, to, changes) {
  const view = { ...to.view, turn: null, legal: [], locked: {}, phase: from.view.phase, results: from.view.results,
    score: from.view.score, bags: from.view.bags, outcome: null, ...changes };
  return { ...to, view };
}

/** The finished tricks and the open one when only the first `count` cards of the hand are on the table. */
function tricksAfter(view, count) {
  const done = Math.floor(count / 4);
  const tricks = view.tricks.slice(0, done);
  const open = view.tricks[done] ?? view.trick;
  const rest = count - done * 4;
  const leader = rest > 0 ? open.leader : (tricks[done - 1]?.winner ?? open.leader);
  return { tricks, trick: { leader, cards: open.cards.slice(0, rest) } };
}

function wonIn(tricks) {
  return [0, 1, 2, 3].map((seat) => tricks.filter((trick) => trick.winner === seat).length);
}

/** The view when only the first `count` cards were played. */
function afterPlays(from, to, count) {
  const plays = playsOfHand(to.view);
  const { tricks, trick } = tricksAfter(to.view, count);
  const still = plays.slice(count).filter(({ seat }) => seat === to.view.seat).map(({ card }) => card);
  const holding = to.view.holding && [...to.view.holding, ...still];
  const broken = plays.slice(0, count).some(({ card }) => card[1] === "S");
  return between(from, to, { phase: "playing", tricks, trick, won: wonIn(tricks), holding, broken });
}

/** The view when the bids after the first `count` were not made yet. */
function afterBids(from, to, count) {
  const order = seatsFrom((to.view.dealer + 1) % 4);
  const bids = to.view.bids.map((bid, seat) => (order.indexOf(seat) < count ? bid : null));
  const offers = from.view.offers.map((offer, seat) => offer && bids[seat] === null);
  const contracts = [0, 1].map((side) => bids.reduce((sum, bid, seat) =>
    sum + (sideOf(seat) === side && typeof bid === "number" ? bid : 0), 0));
  return between(from, to, { phase: "bidding", bids, offers, contracts, holding: from.view.holding,
    trick: { leader: null, cards: [] }, tricks: [], won: [0, 0, 0, 0], broken: false });
}

const bidsMade = (view) => view.bids.filter((bid) => bid !== null).length;

function range(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** The hand of `to` as it was dealt. */
function asDealt(to) {
  return between(to, to, { phase: "bidding", bids: [null, null, null, null], contracts: [0, 0],
    trick: { leader: null, cards: [] }, tricks: [], won: [0, 0, 0, 0], broken: false });
}

/** The frames from one view of a hand to a later one of the same. */
function steps(from, to) {
  const played = playsOfHand(from.view).length;
  const total = playsOfHand(to.view).length;
  const isEnd = total > played && to.view.phase !== "playing";
  const lastBid = bidsMade(to.view) + (total > 0 ? 1 : 0);
  const bids = range(bidsMade(from.view) + 1, lastBid).map((count) => afterBids(from, to, count));
  const plays = range(played + 1, isEnd ? total + 1 : total).map((count) => afterPlays(from, to, count));
  return [...bids, ...plays, to];
}

/** The messages to draw one after another to come from `from` (null at first) to `to`; the last is `to` itself. */
export function framesBetween(from, to) {
  if (from === null || to.view.hand === null || isTakenBack(from, to)) return [to];
  if (from.match === to.match && from.view.hand === to.view.hand) return steps(from, to);
  if (bidsMade(to.view) === 0) return [to];
  const dealt = asDealt(to);
  return [dealt, ...steps(dealt, to)];
}

/** How many paces a frame stays on the screen after the one before it. */
export function pacesOf(previous, { match, view }) {
  if (previous === null || previous.match !== match || previous.view.hand !== view.hand) return 1;
  if (view.tricks.length > previous.view.tricks.length) return 2.5;
  return ["hand_over", "match_over"].includes(view.phase) ? 0 : 1;
}
