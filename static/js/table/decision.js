/** Owns one's decision under way: sent once, waited for, and settled by a view that came after it, or not taken. */

import { freshId } from "./connection.js";

const LOST_MS = 1500;

/** Where a game stands: a line of the log beside the cards, a message say, is no step on. */
const momentOf = ({ match, acts, view }) => `${match}/${acts}/${view.hand}/${view.phase}`;

/** `connection` sends it; `sync()` asks for the view that should show it, where that is late. */
export class Decision {
  #connection;
  #sync;
  #asked = null; // {id, type, action, moment}
  pending = null; // the same, until a view that came after it is on the screen

  constructor(connection, { sync }) {
    this.#connection = connection;
    this.#sync = sync;
  }

  /** Sends what was decided on the message `shown`; `action` is the act itself, foreseen on the screen. */
  send(body, shown, action) {
    const message = { ...body, id: freshId() };
    this.#asked = { id: message.id, type: body.type, action, moment: momentOf(shown) };
    this.pending = this.#asked;
    this.#connection.ask(message);
  }

  /** A view came to the screen: it settles what was decided before it. */
  settle(message) {
    if (this.pending && momentOf(message) !== this.pending.moment) this.pending = null;
  }

  /** It counts. The view that shows it is on its way; should it have been lost, it is asked for. */
  accept({ id }) {
    setTimeout(() => this.pending?.id === id && this.#sync(), LOST_MS);
  }

  /** It was refused; gives what it was, or null if something else was meant. */
  refuse({ id }) {
    if (this.#asked?.id !== id) return null;
    this.pending = null;
    return this.#asked;
  }

  /** Nothing waits for this any more. An error without an id may be about what was asked last. */
  release(id = this.pending?.id) {
    this.#connection.drop(id);
    if (this.pending?.id === id) this.pending = null;
  }
}
