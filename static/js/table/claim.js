/** Owns the claim: a button that ends a hand whose rest is decided, there only while the server offers it. */

import { el } from "./dom.js";
import { isMyTurn } from "./facts.js";

const offered = () => gettext("Nothing can change any more: you may claim the rest.");

/** `actions.claim()` ends the hand, `actions.say(text)` has a sentence read out. */
export class Claim {
  #actions;
  #told = ""; // the view whose offer was read out

  constructor(actions) {
    this.#actions = actions;
    this.element = el("button", { type: "button", class: "table-button table-button--main claim", hidden: true,
      title: offered(), "aria-keyshortcuts": "e", text: gettext("Claim the rest"), onclick: () => this.ask() });
  }

  draw({ message, view, busy }) {
    this.element.hidden = !message.claim || !isMyTurn(view) || busy;
    if (!this.element.hidden) this.#tell(`${message.match} ${message.acts}`);
  }

  ask() {
    if (!this.element.hidden) this.#actions.claim();
  }

  #tell(moment) {
    if (moment === this.#told) return;
    this.#told = moment;
    this.#actions.say(offered());
  }
}
