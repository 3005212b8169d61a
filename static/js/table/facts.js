/** Owns what can be read off a seat view: pure questions, no page and no words. */

const RANKS = "23456789TJQKA";
/** Colours alternate, and spades, the trumps, stand at the end. */
const SORTED = { "spades-last": "DCHS", "spades-first": "SHCD" };

export const suitOf = (card) => card[1];
export const rankOf = (card) => card[0];
export const sideOf = (seat) => seat % 2;
export const partnerOf = (seat) => (seat + 2) % 4;

/** The seat whose eyes the table is drawn with: a spectator looks from South. */
export const viewpoint = (view) => view.seat ?? 2;

/** The two seats of a side, one's own first, else the one on the left. */
export function seatsOfSide(view, side) {
  const own = viewpoint(view);
  const first = sideOf(own) === side ? own : (own + 1) % 4;
  return [first, partnerOf(first)];
}

/** Where a seat is drawn: play goes clockwise as seen, so the left-hand player sits on the left. */
export function placeOf(seat, view) {
  return ["bottom", "left", "top", "right"][(seat - viewpoint(view) + 4) % 4];
}

/** The seats in the order of play, from `first` on. */
export const seatsFrom = (first) => [0, 1, 2, 3].map((step) => (first + step) % 4);

/** The holding as it is shown, by suit, low to high within one. */
export function sortHolding(cards, sort) {
  const order = SORTED[sort] ?? SORTED["spades-last"];
  const key = (card) => order.indexOf(suitOf(card)) * 13 + RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => key(a) - key(b));
}

/** Cuts sorted cards in two rows, between two suits where both rows then hold at most `most`. */
export function splitRows(cards, most = 7) {
  if (cards.length <= 1) return [cards, []];
  const cuts = cards.map((_, index) => index).filter((at) =>
    at > 0 && suitOf(cards[at]) !== suitOf(cards[at - 1]) && at <= most && cards.length - at <= most);
  const middle = Math.ceil(cards.length / 2);
  const cut = cuts.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
  return [cards.slice(0, cut), cards.slice(cut)];
}

/** The cards this seat may play now. */
export const legalCards = (view) => view.legal.filter((action) => action.type === "play").map((action) => action.card);

/** The last card of a holding, when it may be played; else null. */
export const forcedCard = (view) => (view.holding?.length === 1 && legalCards(view)[0]) || null;

/** The bids this seat may make now. */
export const legalBids = (view) => view.legal.filter((action) => action.type === "bid").map((action) => action.bid);

export const mayLook = (view) => view.legal.some((action) => action.type === "look");

/** Does one play with bots alone? Only there acts are taken back, hints are given and bots explained. */
export const isAlone = ({ seats, view, live }) =>
  !live && view.seat !== null && seats.filter(({ kind }) => kind === "human").length === 1;

export const isBot = ({ seats }, seat) => seats[seat].kind === "bot";

/** Has the player of this view left the seat on purpose? A bot acts for it then. */
export const hasLeft = ({ live, view }) => Boolean(live) && view.seat !== null && live.left[view.seat];

export const isMyTurn = (view) => view.seat !== null && view.turn === view.seat;
export const lastTrick = (view) => view.tricks[view.tricks.length - 1] ?? null;

/** The trick to lay in the middle: the unfinished one, else the last one with its winner, else nothing. */
export function trickToShow(view) {
  if (view.trick.cards.length) return { ...view.trick, winner: null };
  if (view.phase !== "playing") return null;
  return lastTrick(view);
}

/** The cards of a trick with their seats: `[{seat, card}]` in the order of play. */
export function playsOf(trick) {
  return trick.cards.map((card, index) => ({ card, seat: (trick.leader + index) % 4 }));
}

/** All plays of the hand so far, in order. */
export function playsOfHand(view) {
  const open = view.trick.cards.length ? [view.trick] : [];
  return [...view.tricks, ...open].flatMap(playsOf);
}

/** The suit to follow, or null when this seat leads. */
export const suitLed = (view) => (view.trick.cards.length ? suitOf(view.trick.cards[0]) : null);

/** Does `message` go on, as a study, from where an act shown before was taken back? A table begins no other study. */
export const isTakenBack = (before, message) => Boolean(before && message?.study && before.match !== message.match);

/** Is it a bid of no trick, blind or not? */
export const isNil = (bid) => bid === 0 || bid === "blind_nil";

/** Tricks of a side in this hand. */
export const wonBySide = (view, side) => view.won[side] + view.won[side + 2];
