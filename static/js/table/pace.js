/** Owns the tempo: frames are drawn one after another with a pause after each, which a click cuts short. */

import { get } from "../preferences.js";

/** Milliseconds a card is given; 0 without motion. */
export function pace() {
  return document.documentElement.dataset.motion === "none" ? 0 : get("pace");
}

/** How long one movement takes: a card goes to the middle in about 250 ms. */
export const travel = () => Math.min(250, pace() * 0.45);

/**
 * A queue of frames. `draw(frame)` shows one and gives back how many paces it wants to stay;
 * `onIdle()` is called when the last one has stayed its time.
 */
export class Pacer {
  #draw;
  #onIdle;
  #frames = [];
  #timer = null;

  constructor(draw, onIdle) {
    this.#draw = draw;
    this.#onIdle = onIdle;
  }

  get waiting() {
    return this.#frames.length;
  }

  push(frames) {
    this.#frames.push(...frames);
    if (this.#timer === null) this.#step();
  }

  /** Draws all that waits at once. */
  skip() {
    clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#frames.length) this.#draw(this.#frames.shift());
    this.#onIdle();
  }

  /** Forgets what waits: it will not be drawn. */
  drop() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#frames = [];
  }

  #step() {
    this.#timer = null;
    if (!this.#frames.length) return this.#onIdle();
    const paces = this.#draw(this.#frames.shift());
    const wait = paces * pace();
    if (wait > 0) this.#timer = setTimeout(() => this.#step(), wait);
    else this.#step();
    return undefined;
  }
}
