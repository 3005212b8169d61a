/** Owns the four open holdings: the cards each seat still has, in one row or, at the sides, in two. */

import { get } from "../preferences.js";
import { back, face } from "../table/cards.js";
import { el } from "../table/dom.js";
import { placeOf, sortHolding, splitRows } from "../table/facts.js";
import { holdingText } from "./narrative.js";

const SIDES = ["left", "right"];

function makeCard(card) {
  const drawing = card ? el("div", { class: "card" }, face(card)) : el("div", { class: "card card--back" }, back());
  return el("div", { class: "replay-slot", "data-card": card ?? "" }, drawing);
}

/** The cards known, then a back for each that nobody has seen. */
function rowsOf(cards, unseen, place) {
  const all = [...cards, ...Array(unseen).fill(null)];
  if (!SIDES.includes(place)) return [all];
  return unseen ? [all.slice(0, 7), all.slice(7)] : splitRows(cards);
}

function drawHolding(element, message, seat, sort) {
  const place = placeOf(seat, message.view);
  const cards = sortHolding(message.view.holdings[seat], sort);
  element.dataset.seat = seat;
  element.setAttribute("aria-label", holdingText(message, seat, cards));
  const rows = rowsOf(cards, message.view.unseen[seat], place).filter((row) => row.length);
  element.replaceChildren(...rows.map((row) => el("div", { class: "replay-row" }, row.map(makeCard))));
}

/** The holdings by place: `at(place)` to lay out, `draw(scene)`. */
export function makeHoldings() {
  const make = (place) => [place, el("div", { class: `replay-holding replay-holding--${place}`, role: "img" })];
  const elements = Object.fromEntries(["top", "left", "right", "bottom"].map(make));
  const shown = {};

  function draw({ message }) {
    const sort = get("sort");
    for (const seat of [0, 1, 2, 3]) {
      const now = JSON.stringify([message.match, message.view.hand, message.view.holdings[seat], seat, sort]);
      const place = placeOf(seat, message.view);
      if (shown[place] !== now) drawHolding(elements[place], message, seat, sort);
      shown[place] = now;
    }
  }

  return { at: (place) => elements[place], draw };
}
