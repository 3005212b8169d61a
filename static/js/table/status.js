/** Owns the line of words above one's cards: whose turn it is, or what has to be said before that. */

import { el, setText } from "./dom.js";
import { isMyTurn } from "./facts.js";
import { cardName, fill, turnText } from "./words.js";

const LONG = 60; // characters from which a sentence is written smaller

/** What a tapped card waits for, where plays are confirmed. */
export const raisedText = (card) => card && fill(gettext("Choose %(card)s once more to play it"), { card: cardName(card) });

/** The most urgent of: a word about what is pointed at, why a decision was not taken, the raised card, advice, the turn. */
export class Status {
  #pointed = null; // {text, kind} about what is under the pointer or the focus
  #notice = null; // why the last decision was not taken
  #scene = null;

  constructor() {
    this.element = el("p", { class: "status", text: gettext("Setting the table…") });
  }

  /** Says something of what is pointed at, of the kind "locked" or "told"; null when nothing is any more. */
  point(text, kind = "locked") {
    if ((this.#pointed?.text ?? null) === text) return;
    this.#pointed = text === null ? null : { text, kind };
    this.#redraw();
  }

  notice(text) {
    this.#notice = text;
    this.#redraw();
  }

  /** The table has moved on: what was said of it is over. */
  forget() {
    this.#pointed = null;
    this.#notice = null;
  }

  empty() {
    setText(this.element, "");
  }

  draw(scene) {
    this.#scene = scene;
    const { message, busy, raised, hint } = scene;
    const advice = busy ? null : hint?.text;
    setText(this.element, this.#pointed?.text ?? this.#notice ?? raisedText(raised) ?? advice ?? turnText(message));
    const turn = isMyTurn(message.view) && !busy ? "mine" : "others";
    this.element.dataset.kind = this.#pointed?.kind ?? (this.#notice ? "refused" : turn);
    this.element.toggleAttribute("data-long", this.element.textContent.length > LONG);
  }

  #redraw() {
    if (this.#scene) this.draw(this.#scene);
  }
}
