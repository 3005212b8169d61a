/** Owns what the log tells beside the cards: messages, who went and came back, and what the clock did. */

import { bidName, cardName, fill, isYou, seatName } from "./words.js";

const TOLD = /"type":"(?:chat|away|back|takeover|return|concede)"|"by":"clock"/;

const MESSAGES = {
  good_luck: () => gettext("Good luck"), good_game: () => gettext("Good game"),
  nice_play: () => gettext("Nice play"), well_played: () => gettext("Well played"),
  thanks: () => gettext("Thanks"), sorry: () => gettext("Sorry"), ready: () => gettext("Ready"),
  one_moment: () => gettext("One moment"),
};

/** All messages there are, by id. */
export const MESSAGE_IDS = Object.keys(MESSAGES);

/** A message in words, whatever its id. */
export const messageText = (id) => MESSAGES[id]?.() ?? id;

/** What the lines from number `first` on tell: `[{number, event}]`. */
export function newsIn(lines, first = 0) {
  const numbered = lines.slice(first).map((line, at) => ({ number: first + at, line }));
  const told = numbered.filter(({ line }) => TOLD.test(line));
  return told.map(({ number, line }) => ({ number, event: JSON.parse(line) }));
}

const OF_OTHERS = {
  chat: () => gettext("%(name)s: “%(text)s”"),
  away: () => gettext("%(name)s is away"),
  back: () => gettext("%(name)s is back"),
  takeover: () => gettext("A bot takes the seat of %(name)s"),
  return: () => gettext("%(name)s takes the seat back from the bot"),
  concede: () => gettext("%(name)s gives up"),
  look: () => gettext("The clock looked at the cards for %(name)s"),
  bid: () => gettext("The clock bid %(bid)s for %(name)s"),
  play: () => gettext("The clock played the %(card)s for %(name)s"),
};

const OF_YOU = {
  chat: () => gettext("You: “%(text)s”"),
  away: () => gettext("You were away"),
  back: () => gettext("You are back"),
  takeover: () => gettext("A bot takes your seat"),
  return: () => gettext("You have your seat back from the bot"),
  concede: () => gettext("You give up"),
  look: () => gettext("The clock looked at the cards for you"),
  bid: () => gettext("The clock bid %(bid)s for you"),
  play: () => gettext("The clock played the %(card)s for you"),
};

const BY_CLOCK = {
  look: () => gettext("The clock looked at the cards"),
  bid: () => gettext("The clock bid %(bid)s"),
  play: () => gettext("The clock played the %(card)s"),
};

/** What was done, as a text names it. */
const deedOf = ({ type, bid, card }) =>
  ({ bid: type === "bid" && bidName(bid), card: type === "play" && cardName(card) });

/** What the clock did for a seat, said at its plate. */
export const clockActText = (event) => fill(BY_CLOCK[event.type](), deedOf(event));

/** An event in a sentence. */
export function newsText(message, event) {
  const { type, seat, msg } = event;
  const texts = isYou(message, seat) ? OF_YOU : OF_OTHERS;
  return fill(texts[type](), { name: seatName(message, seat), text: messageText(msg), ...deedOf(event) });
}
