/** Owns the words of a replay: what a step did, and who holds what. */

import { seatsFrom } from "../table/facts.js";
import { stateInWords, tell } from "../table/tale.js";
import { bidName, cardName, fill, isYou, seatName } from "../table/words.js";

const BEFORE_THE_DEAL = { match: null, view: {} };

const EVENTS = {
  takeover: () => gettext("A bot takes the seat of %(name)s"),
  return: () => gettext("%(name)s takes the seat back from the bot"),
  concede: () => gettext("%(name)s gives up"),
};

const ACTED = {
  clock: () => gettext("The clock acted for %(name)s"),
  bot: () => gettext("A bot acted for %(name)s"),
  claim: () => gettext("The rest of the hand was claimed: %(name)s plays the lowest card"),
};

/** Nobody is asked to do anything in a replay. */
const calm = (message) => ({ ...message, view: { ...message.view, turn: null } });

function aboutSeat(texts, key, message) {
  return texts[key] ? [fill(texts[key](), { name: message.seats[message.event.seat].name })] : [];
}

/** What happened in step number `at`, in sentences. */
export function narrate(steps, at) {
  const message = steps[at];
  const before = at > 0 ? calm(steps[at - 1]) : BEFORE_THE_DEAL;
  return [...tell(before, calm(message)), ...aboutSeat(EVENTS, message.event.type, message),
    ...aboutSeat(ACTED, message.event.by, message)];
}

function unseenText(count) {
  return fill(ngettext("%(count)s card nobody has seen", "%(count)s cards nobody has seen", count), { count });
}

/** "Ada holds ace of spades, two of clubs". */
export function holdingText(message, seat, cards) {
  const unseen = message.view.unseen[seat];
  const things = [...cards.map(cardName), ...(unseen ? [unseenText(unseen)] : [])];
  const values = { name: seatName(message, seat), cards: things.join(", ") };
  if (isYou(message, seat)) return things.length ? fill(gettext("You hold %(cards)s"), values)
    : gettext("You hold no card");
  return fill(things.length ? gettext("%(name)s holds %(cards)s") : gettext("%(name)s holds no card"), values);
}

/** The bids in the order in which they fell: "East 3, You 4". */
export function bidsText(message) {
  const { view } = message;
  const made = seatsFrom((view.dealer + 1) % 4).filter((seat) => view.bids[seat] !== null);
  if (!made.length) return gettext("Nobody has bid yet.");
  const bids = made.map((seat) => `${seatName(message, seat)} ${bidName(view.bids[seat])}`).join(", ");
  return fill(gettext("Bids: %(bids)s"), { bids });
}

/** The whole position in words: the table, then the four holdings. */
export function positionInWords(message) {
  const holdings = [0, 1, 2, 3].map((seat) => holdingText(message, seat, message.view.holdings[seat]));
  return [...stateInWords(calm(message)), ...holdings];
}

/** "Step 17 of 57". */
export const stepText = (at, last) => fill(gettext("Step %(step)s of %(last)s"), { step: at, last });
