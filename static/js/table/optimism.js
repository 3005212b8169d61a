/** Owns how one's own action looks before the server has answered: drawn at once, taken back when refused. */

const firstOf = (view) => (view.trick.cards.length ? view.trick.leader : view.seat);

function withPlay(view, card) {
  const trick = { leader: firstOf(view), cards: [...view.trick.cards, card] };
  const counts = view.counts.map((count, seat) => (seat === view.seat ? count - 1 : count));
  return { ...view, trick, counts, holding: view.holding.filter((each) => each !== card) };
}

function withBid(view, bid) {
  return { ...view, bids: view.bids.map((old, seat) => (seat === view.seat ? bid : old)) };
}

/** The message as it will most likely be after one's own `action`: nobody's turn until the server speaks. */
export function foresee(message, action) {
  const done = { play: () => withPlay(message.view, action.card), bid: () => withBid(message.view, action.bid) };
  const view = done[action.type]?.() ?? message.view;
  return { ...message, view: { ...view, legal: [], locked: {}, turn: action.type === "look" ? view.turn : null } };
}
