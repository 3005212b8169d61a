/** Owns what came from the server: the newest view, the log's lines, and whether a message is news. */

import { framesBetween } from "./frames.js";

/** Views in, frames to draw out; `onGap(have)` asks for the lines that are missing. */
export class Inbox {
  #newest = null;
  #past = new Set();
  #onGap;

  constructor(onGap) {
    this.lines = [];
    this.#onGap = onGap;
  }

  /** The frames this view adds, none when it is not newer than what is here. */
  take(message) {
    if (!this.#isOfThisMatch(message) && this.#past.has(message.match)) return [];
    this.#keepLines(message);
    if (this.#isOfThisMatch(message) && message.seq <= this.#newest.seq) return [];
    const frames = framesBetween(this.#newest, message);
    this.#newest = message;
    return frames;
  }

  #isOfThisMatch({ match }) {
    return this.#newest?.match === match;
  }

  #keepLines(message) {
    if (this.#newest !== null && !this.#isOfThisMatch(message)) {
      this.#past.add(this.#newest.match);
      this.lines = [];
    }
    if (message.first > this.lines.length) this.#onGap(this.lines.length);
    else this.lines.splice(message.first, message.events.length, ...message.events);
  }
}
