/** Owns what this browser adds to the deal: it commits to 32 bytes of its own, checks the promise, and gives them. */

import { canCheck, clientCommit, toHex } from "./chain.js";

const KEPT = "pllay.contributions";
const MOST_KEPT = 20;

/** What every tab of this browser has contributed: `{match: hex}`, the latest last. */
function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(kept) {
  const latest = Object.entries(kept).slice(-MOST_KEPT);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(latest)));
  } catch { /* a browser that keeps nothing still contributes while this page is open */ }
}

/**
 * `ask(body)` sends a message to the server; `onBroken(text)` is called when the server's list does not hold what
 * this browser committed to: then nothing is given.
 */
export class Contribution {
  #ask;
  #onBroken;
  #own = readKept();
  #asked = new Set();
  #wantedAfter = null; // the match after which the player wanted another one

  /** Has the player said to be ready on this page? Only at a live table is that asked. */
  isWilling = false;

  constructor({ ask, onBroken }) {
    this.#ask = ask;
    this.#onBroken = onBroken;
  }

  /** The bytes given for a match as hex, or undefined. */
  of(match) {
    return this.#own[match];
  }

  /** The player is ready, and stays so should the deal come to nothing. */
  want(message) {
    this.isWilling = true;
    this.#wantedAfter = message.waiting ? null : message.match;
    return this.follow(message);
  }

  /** Does what a view before the first card asks for: says ready, then gives what was committed to. */
  async follow(message) {
    const { seat } = message.view;
    if (!message.waiting) this.#forgetWish(message);
    if (!message.waiting || seat === null) return;
    if (!message.commit) {
      if (!message.live || this.isWilling) await this.#sayReady(message, seat);
    } else if (message.client_commits[seat] && !message.waiting.contributed[seat]) await this.#give(message, seat);
  }

  /** The game has begun: before the next one everybody is asked anew, but for those who asked for it. */
  #forgetWish({ match }) {
    if (match !== this.#wantedAfter) this.isWilling = false;
  }

  async #sayReady({ match, waiting }, seat) {
    if (waiting.ready[seat] || !this.#isFirst("ready", match)) return;
    const commit = canCheck() ? await clientCommit(match, seat, this.#draw(match)) : "";
    this.#ask({ type: "ready", match, commit });
  }

  #draw(match) {
    this.#own = readKept();
    this.#own[match] ??= toHex(crypto.getRandomValues(new Uint8Array(32)));
    keep(this.#own);
    return this.#own[match];
  }

  async #give({ match, client_commits: commits }, seat) {
    this.#own = { ...readKept(), ...this.#own };
    const entropy = this.of(match);
    if (!entropy) return; // another browser of this player committed: it gives
    if ((await clientCommit(match, seat, entropy)) !== commits[seat]) {
      this.#onBroken(gettext("The server’s list does not hold what your browser committed to. Nothing was given."), match);
    } else if (this.#isFirst("contribute", match)) {
      this.#ask({ type: "contribute", match, entropy });
    }
  }

  /** Each is asked once; the connection repeats what is not answered. */
  #isFirst(step, match) {
    const name = `${step} ${match}`;
    if (this.#asked.has(name)) return false;
    this.#asked.add(name);
    return true;
  }
}
