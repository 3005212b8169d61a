/** Owns what a bot's bid and card tell: asked of the site when its plate or its card is pointed at. */

import { isAlone, playsOf, trickToShow } from "./facts.js";
import { cardName, seatName } from "./words.js";

const keyOf = ({ match, hand, seat, trick }) => `${match}/${hand}/${seat}/${trick}`;

/** The number of the trick in the middle. */
const trickNumber = (view) => (view.trick.cards.length ? view.tricks.length : view.tricks.length - 1);

/** Is there something to tell about what this seat did? */
export function isTold({ seats, view, ...message }, seat) {
  return isAlone({ seats, view, ...message }) && view.seat !== seat && view.bids[seat] !== null && view.hand !== null;
}

/**
 * `actions.ask(body)` sends a request and gives its id; `actions.show(text or null)` shows what is told,
 * `actions.say(text)` has it read out.
 */
export class Explain {
  #actions;
  #texts = new Map(); // what was told, by what it is about
  #asked = new Map(); // id -> key
  #wanted = null; // {parts: [{key, lead}], isSaid}

  constructor(actions) {
    this.#actions = actions;
  }

  /** A plate is pointed at: its bid, and its card if one lies in the middle. */
  pointAtSeat(message, seat, isSaid = false) {
    if (!isTold(message, seat)) return;
    const play = this.#playOf(message, seat);
    this.#want(message, [{ seat, trick: null, lead: seatName(message, seat) },
      ...(play ? [this.#aboutCard(message, play)] : [])], isSaid);
  }

  /** A card in the middle is pointed at. */
  pointAtCard(message, card, isSaid = false) {
    const play = playsOf(trickToShow(message.view) ?? { cards: [], leader: 0 }).find((each) => each.card === card);
    if (play && isTold(message, play.seat)) this.#want(message, [this.#aboutCard(message, play)], isSaid);
  }

  leave() {
    this.#wanted = null;
    this.#actions.show(null);
  }

  take({ id, text, ...about }) {
    if (!this.#asked.delete(id)) return;
    this.#texts.set(keyOf(about), text);
    this.#show();
  }

  /** There is nothing to tell, or the table has moved on. */
  giveUp(id) {
    return this.#asked.delete(id);
  }

  #playOf({ view }, seat) {
    const trick = trickToShow(view);
    return trick && playsOf(trick).find((each) => each.seat === seat);
  }

  #aboutCard(message, { seat, card }) {
    return { seat, trick: trickNumber(message.view), lead: `${seatName(message, seat)}, ${cardName(card)}` };
  }

  #want({ match, view }, parts, isSaid) {
    const abouts = parts.map(({ seat, trick, lead }) => ({ match, hand: view.hand, seat, trick, lead }));
    this.#wanted = { parts: abouts.map((about) => ({ key: keyOf(about), lead: about.lead })), isSaid };
    for (const { lead, ...about } of abouts) this.#ask(about);
    this.#show();
  }

  #ask(about) {
    const key = keyOf(about);
    if (this.#texts.has(key) || [...this.#asked.values()].includes(key)) return;
    this.#asked.set(this.#actions.ask({ type: "explain", ...about }), key);
  }

  /** All of it at once, when all of it is there. */
  #show() {
    if (this.#wanted === null || !this.#wanted.parts.every(({ key }) => this.#texts.has(key))) return;
    const text = this.#wanted.parts.map(({ key, lead }) => `${lead}: ${this.#texts.get(key)}`).join(" ");
    this.#actions.show(text);
    if (this.#wanted.isSaid) this.#actions.say(text);
    this.#wanted.isSaid = false;
  }
}
