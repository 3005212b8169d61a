/** Owns the server's clock as this page knows it: whatever the clock of this computer says. */

const KEPT = 8;

/** `hear(now)` takes what the server's clock said in a message, in milliseconds. */
export class ServerTime {
  #offsets = [0];

  /** A message is late by its way, never early: of the last few the one that was fastest is right. */
  hear(now) {
    const offsets = this.isKnown ? this.#offsets : [];
    this.#offsets = [...offsets, now - performance.now()].slice(-KEPT);
    this.isKnown = true;
  }

  isKnown = false;

  get now() {
    return performance.now() + Math.max(...this.#offsets);
  }

  /** Milliseconds until a moment of the server's clock, 0 when it is past. */
  until(moment) {
    return Math.max(0, moment - this.now);
  }
}

/** Whole seconds as they are counted down: the last one is 1. */
export const secondsOf = (milliseconds) => Math.ceil(milliseconds / 1000);

/** "0:42". */
export function countdown(milliseconds) {
  const seconds = secondsOf(milliseconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
