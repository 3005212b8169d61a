/** Owns the note at a plate: who is away and for how long a bot waits, who has left, who gives up. */

import { el, setText } from "./dom.js";
import { placeOf } from "./facts.js";
import { countdown } from "./server_time.js";
import { fill } from "./words.js";

function awayText({ until }, time) {
  if (until === null) return gettext("away");
  return fill(gettext("away, a bot takes over in %(time)s"), { time: countdown(time.until(until)) });
}

/** What is to be noted of a seat, in words; empty when it is as it should be. */
function noteOf({ live, waiting, view }, seat, time) {
  if (!live || waiting) return "";
  const away = live.away[seat];
  const notes = [live.left[seat] ? seat !== view.seat && gettext("has left") : away && awayText(away, time),
    live.conceded[seat] && (seat === view.seat ? gettext("you give up") : gettext("gives up"))];
  return notes.filter(Boolean).join(" · ");
}

/** `plateAt(place)` gives the plates, `time` is that of the server. */
export class Absence {
  #notes;
  #time;
  #message = null;

  constructor({ plateAt, time }) {
    this.#notes = Object.fromEntries(["top", "left", "right", "bottom"].map((place) =>
      [place, el("div", { class: "seat-note", "data-kept": true, hidden: true })]));
    for (const [place, note] of Object.entries(this.#notes)) plateAt(place).append(note);
    this.#time = time;
  }

  draw({ message }) {
    this.#message = message;
    this.tick();
  }

  tick() {
    if (this.#message === null) return;
    for (const seat of [0, 1, 2, 3]) {
      const note = this.#notes[placeOf(seat, this.#message.view)];
      const text = noteOf(this.#message, seat, this.#time);
      note.hidden = text === "";
      setText(note, text);
    }
  }
}
