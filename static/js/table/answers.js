/** Owns the server's answers to what this page has asked: what counts, what was refused and why, what failed. */

import { cardName, fill, reasonText } from "./words.js";

function refusalText({ action }, reason, view) {
  const why = reasonText(reason, view);
  if (action?.type !== "play") return why;
  return fill(gettext("The %(card)s stays in your hand. %(why)s"), { card: cardName(action.card), why });
}

/** Each answer goes to the part that asked: `decision`, `help` or `live`; `complain(text)` says what went wrong. */
export class Answers {
  #decision;
  #help;
  #live;
  #complain;

  constructor({ decision, help, live, complain }) {
    this.#decision = decision;
    this.#help = help;
    this.#live = live;
    this.#complain = complain;
  }

  accept(message) {
    this.#decision.accept(message);
    this.#live.accept(message);
  }

  /** `view` is the one on the screen. */
  refuse({ id, reason }, view) {
    if (this.#help.giveUp(id)) return; // the view that makes it stale is on its way
    const refused = this.#live.giveUp(id) ? {} : this.#decision.refuse({ id });
    if (refused !== null) this.#complain(refusalText(refused, reason, view));
  }

  /** Nothing may wait for an answer that never comes. */
  fail({ id, text }) {
    if (!this.#help.giveUp(id) && !this.#live.giveUp(id)) this.#decision.release(id);
    this.#complain(text);
  }

  giveUp(id) {
    if (this.#help.giveUp(id)) return;
    this.#live.giveUp(id);
    this.#decision.release(id);
    this.#complain(gettext("The table did not answer. Look at it, then try again."));
  }
}
