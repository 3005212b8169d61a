/** Owns the sentences that tell what happened between two views, and the state of the table in words. */

import { isMyTurn, isNil, isTakenBack, playsOf, playsOfHand, seatsFrom, sideOf, trickToShow } from "./facts.js";
import { bidName, cardName, figure, fill, isYou, rankName, seatName, sideInWords, signed, turnText } from "./words.js";

/** One sentence for "You …", another for "%(name)s …". */
function byWhom(message, seat, mine, theirs, values = {}) {
  return fill(isYou(message, seat) ? mine : theirs, { name: seatName(message, seat), ...values });
}

function dealSentence(message) {
  const values = { number: message.view.hand + 1 };
  return byWhom(message, message.view.dealer, gettext("Hand %(number)s. You deal"),
    gettext("Hand %(number)s. %(name)s deals"), values);
}

function bidSentences(before, message) {
  const { view } = message;
  const seats = seatsFrom((view.dealer + 1) % 4);
  const made = seats.filter((seat) => before.bids[seat] === null && view.bids[seat] !== null);
  const looks = seats.filter((seat) => before.offers[seat] && !view.offers[seat] && view.bids[seat] !== "blind_nil");
  return [
    ...looks.map((seat) => byWhom(message, seat, gettext("You look at your cards"),
      gettext("%(name)s looks at the cards"))),
    ...made.map((seat) => byWhom(message, seat, gettext("You bid %(bid)s"), gettext("%(name)s bids %(bid)s"),
      { bid: bidName(view.bids[seat]) })),
  ];
}

function playSentences(before, message) {
  return playsOfHand(message.view).slice(playsOfHand(before).length).map(({ seat, card }) =>
    byWhom(message, seat, gettext("You play %(card)s"), gettext("%(name)s plays %(card)s"), { card: cardName(card) }));
}

/** Who took the finished trick, with what, and how many of how many that makes. */
export function trickSentence(message, trick) {
  const { view } = message;
  const winning = playsOf(trick).find(({ seat }) => seat === trick.winner).card;
  const bid = view.bids[trick.winner];
  const values = { rank: rankName(winning), won: view.won[trick.winner], bid: bidName(bid) };
  if (isNil(bid)) {
    return byWhom(message, trick.winner, gettext("You win the trick with the %(rank)s. The %(bid)s is lost"),
      gettext("%(name)s wins the trick with the %(rank)s. The %(bid)s is lost"), values);
  }
  return byWhom(message, trick.winner, gettext("You win the trick with the %(rank)s. %(won)s of %(bid)s"),
    gettext("%(name)s wins the trick with the %(rank)s. %(won)s of %(bid)s"), values);
}

/** The result of a hand: "Hand 3: You and Ada +72, West and East −40". */
function handSentence(message, result) {
  const own = sideOf(message.view.seat ?? 2);
  const values = { number: result.hand + 1, us: sideInWords(message, own), them: sideInWords(message, 1 - own),
    ours: signed(result.delta[own]), theirs: signed(result.delta[1 - own]) };
  return fill(gettext("Hand %(number)s: %(us)s %(ours)s, %(them)s %(theirs)s"), values);
}

/** The end of the match in one sentence. */
function outcomeSentence(message) {
  const { winner, score } = message.view.outcome;
  if (winner === null) return fill(gettext("The game ends without a winner, %(a)s to %(b)s"),
    { a: figure(score[0]), b: figure(score[1]) });
  const values = { side: sideInWords(message, winner), won: figure(score[winner]), lost: figure(score[1 - winner]) };
  return fill(gettext("%(side)s win the game, %(won)s to %(lost)s"), values);
}

function endSentences(before, message) {
  const { view } = message;
  const ended = view.results.slice(before.results.length).map((result) => handSentence(message, result));
  return view.outcome && !before.outcome ? [...ended, outcomeSentence(message)] : ended;
}

function turnSentences(before, message) {
  const { view } = message;
  const isNew = isMyTurn(view) && (before === null || before.turn !== view.turn || before.hand !== view.hand
    || playsOfHand(before).length !== playsOfHand(view).length || before.offers[view.seat] !== view.offers[view.seat]);
  return isNew ? [turnText(message)] : [];
}

function isSameHand(previous, message) {
  return previous !== null && previous.match === message.match && previous.view.hand === message.view.hand;
}

/** What to say when `message` is drawn after `previous` (null at the first drawing): sentences in order. */
export function tell(previous, message) {
  const { view } = message;
  if (previous === null) return [turnText(message)].filter(Boolean);
  if (isTakenBack(previous, message)) return [gettext("Taken back"), ...turnSentences(null, message)];
  if (!isSameHand(previous, message)) {
    return [...(view.hand === null ? [] : [dealSentence(message)]), ...turnSentences(null, message)];
  }
  const before = previous.view;
  const finished = view.tricks.slice(before.tricks.length).map((trick) => trickSentence(message, trick));
  return [...bidSentences(before, message), ...playSentences(before, message),
    ...(view.broken && !before.broken ? [gettext("Spades are broken")] : []), ...finished,
    ...endSentences(before, message), ...turnSentences(before, message)];
}

function seatState(message, seat) {
  const bid = message.view.bids[seat];
  const values = { name: seatName(message, seat), bid: bid === null ? "" : bidName(bid), won: message.view.won[seat] };
  if (bid === null) return fill(gettext("%(name)s: no bid yet"), values);
  return fill(gettext("%(name)s: bid %(bid)s, won %(won)s"), values);
}

function trickState(message) {
  const trick = trickToShow(message.view);
  if (!trick) return gettext("No card is on the table");
  const cards = playsOf(trick).map(({ seat, card }) => `${seatName(message, seat)} ${cardName(card)}`).join(", ");
  return trick.winner === null ? fill(gettext("On the table: %(cards)s"), { cards })
    : fill(gettext("The last trick: %(cards)s"), { cards });
}

/** The whole state of the table, as short sentences. */
export function stateInWords(message) {
  const { view } = message;
  const own = sideOf(view.seat ?? 2);
  const score = fill(gettext("%(us)s have %(ours)s, %(them)s %(theirs)s"), { us: sideInWords(message, own),
    them: sideInWords(message, 1 - own), ours: figure(view.score[own]), theirs: figure(view.score[1 - own]) });
  const seats = view.hand === null ? [] : [0, 1, 2, 3].map((seat) => seatState(message, seat));
  const cards = view.holding?.length ? [fill(gettext("You hold %(cards)s"),
    { cards: view.holding.map(cardName).join(", ") })] : [];
  const broken = view.phase === "playing" && view.broken ? [gettext("Spades are broken")] : [];
  const table = view.phase === "playing" ? [trickState(message)] : [];
  return [turnText(message), score, ...seats, ...table, ...broken, ...cards].filter(Boolean);
}

