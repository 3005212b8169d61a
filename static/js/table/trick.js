/** Owns the middle of the table: the cards of the trick in seat order, how they come and where they go. */

import { face } from "./cards.js";
import { el } from "./dom.js";
import { placeOf, playsOf, trickToShow } from "./facts.js";
import { travel } from "./pace.js";
import { cardName, seatName } from "./words.js";

function trickKey(message) {
  const { view, match } = message;
  const number = view.trick.cards.length ? view.tricks.length : view.tricks.length - 1;
  return `${match}/${view.hand}/${number}`;
}

function makeCard(message, { seat, card }) {
  const name = `${seatName(message, seat)}: ${cardName(card)}`;
  return el("li", { class: `trick-card trick-card--${placeOf(seat, message.view)}`, "data-card": card },
    el("div", { class: "card", role: "img", "aria-label": name }, face(card)));
}

const boxOf = (element) => element.getBoundingClientRect();

/** The way from the middle of one box to the middle of another, as CSS `translate` has it. */
function between(a, b) {
  return `${b.x + b.width / 2 - a.x - a.width / 2}px ${b.y + b.height / 2 - a.y - a.height / 2}px`;
}

function fly(element, frames) {
  return element.animate(frames, { duration: travel(), easing: "cubic-bezier(.2,.7,.3,1)", fill: "both" });
}

/** `origin(seat, card)` gives the element a card comes from, `goal(seat)` the plate a trick goes to. */
export class Trick {
  #ways;
  #key = null;
  #winner = null;
  #sweptKey = null;

  constructor(ways) {
    this.#ways = ways;
    this.element = el("ul", { class: "trick", "aria-label": gettext("The trick") });
  }

  draw({ message }) {
    const trick = trickToShow(message.view);
    const now = trick && trickKey(message);
    if (now !== this.#key) this.#clear();
    this.#key = now;
    if (trick && this.#sweptKey !== now) this.#lay(message, trick);
  }

  /** Gives a finished trick to its winner, once it has been seen. */
  sweep() {
    if (this.#winner === null) return;
    this.#sweptKey = this.#key;
    this.#clear();
  }

  #cards() {
    return [...this.element.children].filter((item) => !item.classList.contains("is-leaving"));
  }

  #clear() {
    for (const item of this.#cards()) this.#leave(item);
    this.#winner = null;
  }

  #leave(item) {
    if (travel() === 0 || this.#winner === null) return item.remove();
    item.classList.add("is-leaving");
    item.setAttribute("aria-hidden", "true");
    const away = fly(item, [{ translate: "0 0", scale: 1, opacity: 1 },
      { translate: between(boxOf(item), boxOf(this.#ways.goal(this.#winner))), scale: 0.35, opacity: 0 }]);
    away.finished.finally(() => item.remove());
    return undefined;
  }

  #enter(message, play) {
    const item = makeCard(message, play);
    const from = this.#ways.origin(play.seat, play.card)?.getBoundingClientRect();
    this.element.append(item);
    if (travel() === 0 || !from) return;
    fly(item, [{ translate: between(boxOf(item), from), scale: 0.8 }, { translate: "0 0", scale: 1 }]);
  }

  #lay(message, trick) {
    for (const item of this.#cards()) if (!trick.cards.includes(item.dataset.card)) item.remove();
    const there = new Set(this.#cards().map((item) => item.dataset.card));
    for (const play of playsOf(trick)) if (!there.has(play.card)) this.#enter(message, play);
    this.#markWinner(trick);
  }

  /** The winner is shown when the last card has landed. */
  #markWinner(trick) {
    this.#winner = trick.winner;
    const key = this.#key;
    const flights = this.#cards().flatMap((item) => item.getAnimations()).filter((each) => each.playState === "running");
    if (trick.winner === null || flights.length === 0) return this.#showWinner(trick);
    return Promise.allSettled(flights.map((flight) => flight.finished))
      .then(() => this.#key === key && this.#winner !== null && this.#showWinner(trick));
  }

  #showWinner(trick) {
    for (const { seat, card } of playsOf(trick)) {
      const item = this.#cards().find((each) => each.dataset.card === card);
      item?.toggleAttribute("data-won", seat === trick.winner);
    }
    this.element.toggleAttribute("data-complete", trick.winner !== null);
  }
}
