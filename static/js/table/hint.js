/** Owns the hint: its button, and the act that it named until another one was made. */

import { el, icon, toggleAttribute } from "./dom.js";
import { isAlone, isMyTurn } from "./facts.js";

const LAMP = "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.7.6-1 1.3-1 2h-5c0-.7-.3-1.4-1-2z";

/** A small lamp, which marks what the hint is about: by its shape, not by a colour. */
export const lamp = () => el("span", { class: "hint-mark" }, icon(LAMP));

/** `actions.ask(seen)` sends for a hint and gives the id of the request, `actions.told(text)` is called when one is
 * there, with null where the table has moved on meanwhile. */
export class Hint {
  #actions;
  #asked = null; // {id, match, seen}
  #given = null; // {match, seen, action, text}
  #scene = null;

  constructor(actions) {
    this.#actions = actions;
    this.button = el("button", { type: "button", class: "undo", title: gettext("Hint"),
      "aria-keyshortcuts": "h", onclick: () => this.ask() }, icon(LAMP),
    el("span", { class: "undo-text", text: gettext("Hint") }));
    this.element = el("div", { class: "hint-area", hidden: true }, this.button);
  }

  draw(scene) {
    this.#scene = scene;
    const { message, view, busy } = scene;
    this.element.hidden = !isAlone(message) || !["bidding", "playing"].includes(view.phase);
    const isOff = !isMyTurn(view) || busy || this.#asked !== null;
    toggleAttribute(this.button, "aria-disabled", isOff ? "true" : null);
  }

  /** Asks, once at a time, on one's own turn. */
  ask() {
    if (this.#scene === null || this.element.hidden || this.button.hasAttribute("aria-disabled")) return;
    const { message } = this.#scene;
    this.#asked = { match: message.match, seen: message.acts, id: this.#actions.ask(message.acts) };
    this.draw(this.#scene);
  }

  /** Takes an answer; true when it was the one that is waited for. */
  take({ id, action, why, lead }) {
    if (this.#asked?.id !== id) return false;
    this.#given = { ...this.#asked, action, text: [why, lead].filter(Boolean).join(" ") };
    this.#asked = null;
    this.#actions.told(this.for(this.#scene.message)?.text ?? null);
    return true;
  }

  /** The answer did not come, or was a refusal; true when it was the one that is waited for. */
  giveUp(id) {
    if (this.#asked === null || this.#asked.id !== id) return false;
    this.#asked = null;
    return true;
  }

  /** What is hinted at in this message: `{action, text}`, or null. */
  for({ match, acts, view }) {
    const given = this.#given;
    const holds = given !== null && given.match === match && given.seen === acts && isMyTurn(view);
    return holds ? given : null;
  }
}

/** Is this card, bid or look the one that is hinted at? */
export const isHinted = (hint, type, value) =>
  hint?.action.type === type && (type === "look" || hint.action[type === "play" ? "card" : "bid"] === value);
