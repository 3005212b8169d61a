/** Owns the list of what was bid and played so far in a hand, trick by trick; each trick leads back to its step. */

import { face } from "../table/cards.js";
import { el, setText } from "../table/dom.js";
import { playsOf } from "../table/facts.js";
import { cardName, fill, seatName } from "../table/words.js";
import { bidsText } from "./narrative.js";

function cardOf(message, { seat, card }, winner) {
  const name = seatName(message, seat);
  return el("li", { "data-won": seat === winner },
    el("div", { class: "card", role: "img", "aria-label": `${name}: ${cardName(card)}` }, face(card)),
    el("bdi", { "aria-hidden": "true", text: name }));
}

function heading(message, trick, number, go) {
  if (trick.winner === undefined) return el("span", { text: fill(gettext("Trick %(number)s"), { number }) });
  const text = fill(gettext("Trick %(number)s: %(name)s"), { number, name: seatName(message, trick.winner) });
  return el("button", { type: "button", class: "replay-trick-link", text, onclick: () => go(number) });
}

function row(message, trick, number, go) {
  return el("li", {}, heading(message, trick, number, go),
    el("ul", { class: "last-cards" }, playsOf(trick).map((play) => cardOf(message, play, trick.winner))));
}

/** The section of the panel; `go(number)` is called to see trick number 1 to 13. */
export function makeTricks(go) {
  const bids = el("p", {});
  const list = el("ol", { class: "replay-tricks" });
  const element = el("div", { class: "panel-body" }, bids, list);
  let shown = "";

  function draw({ message }) {
    const { tricks, trick, hand } = message.view;
    setText(bids, bidsText(message));
    const now = JSON.stringify([message.match, hand, tricks.length, trick.cards]);
    if (now === shown) return;
    shown = now;
    const all = trick.cards.length ? [...tricks, trick] : tricks;
    list.replaceChildren(...all.map((each, at) => row(message, each, at + 1, go)));
    element.scrollTop = element.scrollHeight;
  }

  return { element, draw };
}
