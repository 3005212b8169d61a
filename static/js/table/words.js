/** Owns the words for things on the table: cards, bids, seats, turns, reasons. */

import { hasLeft, isMyTurn, isNil, mayLook, rankOf, seatsOfSide, suitLed, suitOf } from "./facts.js";

/** Fills named places: `fill(gettext("%(name)s bids"), {name})`. */
export const fill = (text, values) => interpolate(text, values, true);

const RANK_NAMES = {
  2: () => gettext("two"), 3: () => gettext("three"), 4: () => gettext("four"), 5: () => gettext("five"),
  6: () => gettext("six"), 7: () => gettext("seven"), 8: () => gettext("eight"), 9: () => gettext("nine"),
  T: () => gettext("ten"), J: () => gettext("jack"), Q: () => gettext("queen"), K: () => gettext("king"),
  A: () => gettext("ace"),
};

const SUIT_NAMES = {
  C: () => gettext("clubs"), D: () => gettext("diamonds"), H: () => gettext("hearts"), S: () => gettext("spades"),
};

export const rankName = (card) => RANK_NAMES[rankOf(card)]();
const suitName = (suit) => SUIT_NAMES[suit]();

/** "queen of spades". */
export function cardName(card) {
  return fill(gettext("%(rank)s of %(suit)s"), { rank: rankName(card), suit: suitName(suitOf(card)) });
}

/** A bid as a word or a figure: "4", "nil", "blind nil". */
export function bidName(bid) {
  if (bid === "blind_nil") return gettext("blind nil");
  return bid === 0 ? gettext("nil") : String(bid);
}

/** The button and the act: "Bid 4", "Bid nil". */
export const bidAct = (bid) => fill(gettext("Bid %(bid)s"), { bid: bidName(bid) });

const LEVELS = { novice: () => gettext("novice"), club: () => gettext("club"), expert: () => gettext("expert") };

export const isYou = (message, seat) => message.view.seat === seat;

/** "You", or the name of whoever sits there. */
export function seatName(message, seat) {
  return isYou(message, seat) ? gettext("You") : message.seats[seat].name;
}

const levelName = (level) => LEVELS[level]?.() ?? level;

/** "club bot for Bob", where a bot holds a person's seat. */
function standInName(message, seat) {
  const values = { level: levelName(message.live.stand_ins[seat]), name: seatName(message, seat) };
  if (isYou(message, seat)) return fill(gettext("%(level)s bot for you"), values);
  return fill(gettext("%(level)s bot for %(name)s"), values);
}

/** "bot · novice" for bots, nothing for oneself, else "player". */
export function kindName(message, seat) {
  const { kind, level } = message.seats[seat];
  if (message.live?.stand_ins[seat]) return standInName(message, seat);
  if (isYou(message, seat)) return "";
  if (kind !== "bot") return gettext("player");
  return level ? fill(gettext("bot · %(level)s"), { level: levelName(level) }) : gettext("bot");
}

/** "You + Ada": the side as it is written in the score bar. */
export function sideName(message, side) {
  return seatsOfSide(message.view, side).map((seat) => seatName(message, seat)).join(" + ");
}

/** "You and Ada": the side within a sentence. */
export function sideInWords(message, side) {
  const [one, two] = seatsOfSide(message.view, side).map((seat) => seatName(message, seat));
  return fill(gettext("%(one)s and %(two)s"), { one, two });
}

/** A number with its sign, the minus a true one: "+72", "−40". */
export function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}

/** A number with a true minus, and no plus. */
export const figure = (number) => (number < 0 ? `−${-number}` : String(number));

function countOf(suit, cards) {
  return cards.filter((card) => suitOf(card) === suit).length;
}

const REFUSALS = {
  not_seated: () => gettext("You do not sit at this table."),
  match_over: () => gettext("The game is over."),
  stale: () => gettext("The table had moved on: look again."),
  hand_over: () => gettext("This hand is over."),
  not_your_turn: () => gettext("It is not your turn yet."),
  bidding_over: () => gettext("The bidding is over."),
  bidding_not_over: () => gettext("The bidding is not over yet."),
  look_first: () => gettext("Look at your cards first, or bid blind nil."),
  blind_nil_not_offered: () => gettext("Blind nil is not open to you in this hand."),
  nil_not_allowed: () => gettext("Nil is not part of these rules."),
  bid_out_of_range: () => gettext("A bid is 1 to 13."),
  not_in_hand: () => gettext("You do not hold that card."),
};

/** Why a card or a bid is not taken, in words; `holding` makes it exact. */
export function reasonText(reason, view) {
  const led = suitLed(view);
  if (reason === "must_follow_suit" && led) {
    const values = { suit: suitName(led), count: countOf(led, view.holding ?? []) };
    return fill(gettext("Follow %(suit)s: you have %(count)s"), values);
  }
  if (reason === "spades_not_broken") return gettext("Spades are not broken yet: lead another suit");
  return REFUSALS[reason]?.() ?? gettext("The table did not take that.");
}

function myBiddingText(view) {
  return mayLook(view) ? gettext("Your turn: look, or bid blind nil") : gettext("Your turn: bid");
}

function myPlayText(view) {
  const led = suitLed(view);
  if (!led) {
    return Object.values(view.locked).includes("spades_not_broken")
      ? gettext("Your turn: lead (no spade yet)") : gettext("Your turn: lead any card");
  }
  if (countOf(led, view.holding ?? [])) return fill(gettext("Your turn: follow %(suit)s"), { suit: suitName(led) });
  return fill(gettext("Your turn: no %(suit)s, any card"), { suit: suitName(led) });
}

/** What is asked of whom, in one line. */
export function turnText(message) {
  const { view } = message;
  if (view.phase === "ready") return gettext("The cards are not dealt yet");
  if (view.phase === "match_over") return gettext("The game is over");
  if (view.phase === "hand_over") return fill(gettext("Hand %(number)s is over"), { number: view.hand + 1 });
  if (view.turn === null) return "";
  if (isMyTurn(view) && hasLeft(message)) return gettext("The bot is to act for you");
  if (isMyTurn(view)) return view.phase === "bidding" ? myBiddingText(view) : myPlayText(view);
  const text = view.phase === "bidding" ? gettext("%(name)s is to bid") : gettext("%(name)s is to play");
  return fill(text, { name: seatName(message, view.turn) });
}

/** "bid 4" or "nil", for the plate of a seat. */
export function bidText(bid) {
  return isNil(bid) ? bidName(bid) : fill(gettext("bid %(bid)s"), { bid: bidName(bid) });
}

/** "won 2". */
export const wonText = (won) => fill(gettext("won %(won)s"), { won });

const CLOSES = {
  4403: () => gettext("This table is not yours to see. Your own tables are under “My tables”."),
  4404: () => gettext("There is no such table. Look at the address, or open another table."),
  4409: () => gettext("The game has not begun. The table waits for its players."),
  4429: () => gettext("The table could not understand this page and closed the line. Reload it: nothing is lost."),
  4430: () => gettext("This page sent very many messages, so the table closed the line. Reload it: nothing is lost."),
  4431: () => gettext("You have this table open eight times. Close one of the others, then reload this page."),
  4432: () => gettext("You have come to tables very often in a short time. The page tries again by itself."),
};

/** Why the line is closed, where that is to be told, or null. */
export const whyClosed = (code) => CLOSES[code]?.() ?? null;

/** Why the line is closed for good. */
export const closeText = (code) => whyClosed(code) ?? gettext("The line to the table is closed. Reload the page.");
