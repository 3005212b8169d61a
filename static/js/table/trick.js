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
export function makeTrick({ origin, goal }) {
  const element = el("ul", { class: "trick", "aria-label": gettext("The trick") });
  let key = null;
  let winner = null;
  let sweptKey = null;

  function cards() {
    return [...element.children].filter((item) => !item.classList.contains("is-leaving"));
  }

  function leave(item, place) {
    if (travel() === 0 || winner === null) return item.remove();
    item.classList.add("is-leaving");
    item.setAttribute("aria-hidden", "true");
    const away = fly(item, [{ translate: "0 0", scale: 1, opacity: 1 },
      { translate: between(boxOf(item), boxOf(goal(place))), scale: 0.35, opacity: 0 }]);
    away.finished.finally(() => item.remove());
    return undefined;
  }

  function clear() {
    const to = winner;
    for (const item of cards()) leave(item, to);
    winner = null;
  }

  function enter(message, play) {
    const item = makeCard(message, play);
    const from = origin(play.seat, play.card)?.getBoundingClientRect();
    element.append(item);
    if (travel() === 0 || !from) return;
    fly(item, [{ translate: between(boxOf(item), from), scale: 0.8 }, { translate: "0 0", scale: 1 }]);
  }

  function lay(message, trick) {
    const wanted = new Set(trick.cards);
    for (const item of cards()) if (!wanted.has(item.dataset.card)) item.remove();
    const there = new Set(cards().map((item) => item.dataset.card));
    for (const play of playsOf(trick)) if (!there.has(play.card)) enter(message, play);
    winner = trick.winner;
    playsOf(trick).forEach(({ seat, card }) => {
      const item = cards().find((each) => each.dataset.card === card);
      item.toggleAttribute("data-won", seat === winner);
    });
    element.toggleAttribute("data-complete", winner !== null);
  }

  function draw({ message }) {
    const trick = trickToShow(message.view);
    const now = trick && trickKey(message);
    if (now !== key) clear();
    key = now;
    if (trick && sweptKey !== key) lay(message, trick);
  }

  /** Gives a finished trick to its winner, once it has been seen. */
  function sweep() {
    if (winner === null) return;
    sweptKey = key;
    clear();
  }

  return { element, draw, sweep };
}
