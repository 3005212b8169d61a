/** Owns the help where one plays with bots alone: the hint, and what a bot's bid and card tell. */

import { Explain } from "./explain.js";
import { Hint } from "./hint.js";

const isMouse = (event) => event.pointerType === "mouse";

/**
 * `actions.ask(body)` sends a request and gives its id; `show(text or null)` shows what is told, `say(text)` has it
 * read out, `advise()` makes room for a hint in the status line, `draw()` draws the table again.
 */
export class Help {
  #actions;
  #message = null;

  constructor(actions) {
    this.#actions = actions;
    this.hint = new Hint({ ask: (seen) => actions.ask({ type: "hint", seen }), told: (text) => this.#told(text) });
    this.explain = new Explain(actions);
    this.element = this.hint.element;
  }

  draw(scene) {
    this.#message = scene.message;
    this.hint.draw(scene);
  }

  ask() {
    this.hint.ask();
  }

  /** The hint that holds for a message, or null. */
  for(message) {
    return this.hint.for(message);
  }

  takeHint(message) {
    this.hint.take(message);
  }

  takeExplanation(message) {
    this.explain.take(message);
  }

  /** A request of the help has no answer; true when it was one of these. */
  giveUp(id) {
    const isOurs = this.hint.giveUp(id) || this.explain.giveUp(id);
    if (isOurs) this.#actions.draw();
    return isOurs;
  }

  /** Listens on the felt for whoever points at a plate or at a card in the middle. */
  listen(felt) {
    felt.addEventListener("pointerover", (event) => isMouse(event) && this.#point(event.target, false));
    felt.addEventListener("pointerout", (event) => isMouse(event) && this.#isTarget(event.target) && this.explain.leave());
    felt.addEventListener("focusin", (event) => event.target.matches(".seat-why") && this.#point(event.target, true));
    felt.addEventListener("focusout", (event) => event.target.matches(".seat-why") && this.explain.leave());
    felt.addEventListener("click", (event) => this.#point(event.target, true));
  }

  #told(text) {
    if (text !== null) {
      this.explain.leave(); // the hint was asked for later than what is pointed at
      this.#actions.advise();
      this.#actions.say(text);
    }
    this.#actions.draw();
  }

  #isTarget(target) {
    return target.closest(".seat-why, .trick-card") !== null;
  }

  #point(target, isSaid) {
    if (this.#message === null) return;
    const seat = target.closest(".seat-why")?.dataset.seat;
    const card = target.closest(".trick-card")?.dataset.card;
    if (seat !== undefined) this.explain.pointAtSeat(this.#message, Number(seat), isSaid);
    else if (card !== undefined) this.explain.pointAtCard(this.#message, card, isSaid);
  }
}
