/** Owns asking the server when a countdown has reached zero: it may have to be told that time is over. */

const AGAIN_MS = 2000;
const MOST = 5;

/** What this table waits for: `[moments]` of the server's clock. */
const momentsOf = ({ clock, next_at: nextAt, ready_until: readyUntil }) =>
  [clock?.until, nextAt, readyUntil].filter((moment) => typeof moment === "number");

/** `sync()` asks for the view, which lets the server act first where that is due. */
export class Overdue {
  #time;
  #sync;
  #asked = new Map(); // moment -> {times, at}

  constructor({ time, sync }) {
    this.#time = time;
    this.#sync = sync;
  }

  tick(live) {
    for (const moment of momentsOf(live)) if (this.#time.until(moment) === 0 && this.#isDue(moment)) this.#sync();
  }

  /** At once, and a few times more while nothing has changed. */
  #isDue(moment) {
    const { times, at } = this.#asked.get(moment) ?? { times: 0, at: -AGAIN_MS };
    if (times >= MOST || performance.now() - at < AGAIN_MS) return false;
    this.#asked.set(moment, { times: times + 1, at: performance.now() });
    return true;
  }
}
