/** Owns the clock of whoever is on turn: a ring around the plate that everyone sees, its last seconds in figures. */

import { el, setText, svg } from "./dom.js";
import { isMyTurn, placeOf } from "./facts.js";
import { secondsOf } from "./server_time.js";
import { fill } from "./words.js";

const LAST_SECONDS = 10;
const AROUND = 100; // how long the ring is, whatever the size of the plate

const isStill = () => document.documentElement.dataset.motion === "none";

function makeRing() {
  const left = svg("rect", { class: "seat-ring-left", rx: 12, pathLength: AROUND });
  const figure = el("span", { class: "seat-seconds" });
  const element = el("div", { class: "seat-clock", "aria-hidden": "true", "data-kept": true, hidden: true },
    svg("svg", { class: "seat-ring", focusable: "false" }, svg("rect", { class: "seat-ring-whole", rx: 12 }), left),
    figure);

  /** Draws how much is left; a ring that must not move stays whole, and its figure is there all the time. */
  function draw(milliseconds, whole) {
    const seconds = secondsOf(milliseconds);
    element.dataset.seconds = seconds;
    left.style.strokeDashoffset = isStill() ? 0 : AROUND * (1 - Math.min(1, milliseconds / whole));
    setText(figure, isStill() || seconds <= LAST_SECONDS ? String(seconds) : "");
  }

  return { element, draw };
}

/** What is left on the clock, in a sentence. */
export function clockText(milliseconds) {
  const seconds = secondsOf(milliseconds);
  return fill(ngettext("%(seconds)s second left", "%(seconds)s seconds left", seconds), { seconds });
}

/** `plateAt(place)` gives the plates, `say(text)` has a sentence read out, `time` is that of the server. */
export class Clock {
  #rings;
  #say;
  #time;
  #running = null; // {seat, until, seconds, place, isMine}
  #warned = null; // the `until` of the turn whose end was announced

  constructor({ plateAt, say, time }) {
    this.#rings = Object.fromEntries(["top", "left", "right", "bottom"].map((place) => [place, makeRing()]));
    for (const [place, { element }] of Object.entries(this.#rings)) plateAt(place).append(element);
    this.#say = say;
    this.#time = time;
  }

  draw({ message: { live, view } }) {
    const clock = live?.clock ?? null;
    const runs = clock !== null && clock.seat === view.turn;
    this.#running = runs ? { ...clock, place: placeOf(clock.seat, view), isMine: isMyTurn(view) } : null;
    for (const [place, { element }] of Object.entries(this.#rings)) element.hidden = this.#running?.place !== place;
    this.tick();
  }

  tick() {
    if (this.#running === null) return;
    const { place, until, seconds } = this.#running;
    const left = this.#time.until(until);
    this.#rings[place].draw(left, seconds * 1000);
    if (left <= LAST_SECONDS * 1000 && left > 0) this.#warn(left);
  }

  /** One word, once a turn, to whoever is on it. */
  #warn(left) {
    const { until, isMine } = this.#running;
    if (!isMine || this.#warned === until) return;
    this.#warned = until;
    this.#say(clockText(left));
  }
}
