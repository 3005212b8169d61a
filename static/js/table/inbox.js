/** Owns what came from the server: the newest view, the log's lines, and whether a message is news. */

import { framesBetween } from "./frames.js";

/** Views in, frames to draw out; `onGap(have)` asks for missing lines, `onLines(message)` tells that lines came. */
export class Inbox {
  #newest = null;
  #past = new Set();
  #handlers;

  constructor(handlers) {
    this.lines = [];
    this.#handlers = handlers;
  }

  /** What a ping tells: the match that is here and how many lines of its log; nothing before the first view. */
  get known() {
    return this.#newest === null ? {} : { match: this.#newest.match, have: this.lines.length };
  }

  /** The frames this view adds, none when it is not newer than what is here. */
  take(message) {
    if (!this.#isOfThisMatch(message) && this.#past.has(message.match)) return [];
    this.#keepLines(message);
    if (this.#isOfThisMatch(message) && !this.#isNews(message)) return this.#takeAside(message);
    const frames = framesBetween(this.#newest, message);
    this.#newest = message;
    return frames;
  }

  /** What is there beside the cards now, for a message of the same match: it is not paced. */
  beside({ match }) {
    return this.#newest?.match === match ? { live: this.#newest.live, seats: this.#newest.seats } : {};
  }

  /** At a live table people come and go without a line in the log. */
  #takeAside(message) {
    const isLater = message.seq === this.#newest.seq && message.now >= this.#newest.now;
    if (message.live && isLater) this.#newest = message;
    return [];
  }

  /** Before the first card the log is empty, and views tell who is ready. */
  #isNews(message) {
    return message.seq > this.#newest.seq || (message.seq === 0 && this.#newest.seq === 0);
  }

  #isOfThisMatch({ match }) {
    return this.#newest?.match === match;
  }

  #keepLines(message) {
    if (this.#newest !== null && !this.#isOfThisMatch(message)) {
      this.#past.add(this.#newest.match);
      this.lines = [];
    }
    if (message.first > this.lines.length) return this.#handlers.onGap(this.lines.length);
    this.lines.splice(message.first, message.events.length, ...message.events);
    return this.#handlers.onLines(message);
  }
}
