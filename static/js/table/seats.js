/** Owns the four plates: who sits there, bid and tricks, who deals and whose turn it is. */

import { el, hidden } from "./dom.js";
import { isTold } from "./explain.js";
import { isNil, placeOf } from "./facts.js";
import { bidText, fill, kindName, seatName, wonText } from "./words.js";

/** A small pile: one slot a trick bid, filled as tricks are won; what goes beyond stands out. */
function pile(bid, won) {
  const wanted = isNil(bid) ? 0 : bid;
  const slots = Array.from({ length: Math.max(wanted, won) }, (_, at) =>
    el("i", { class: at >= won ? "slot" : at < wanted ? "slot slot--won" : "slot slot--extra" }));
  return el("span", { class: "seat-pile", "aria-hidden": "true" }, slots);
}

function dealerMark() {
  return el("span", { class: "seat-dealer", title: gettext("Dealer") },
    el("span", { "aria-hidden": "true", text: gettext("D") }), hidden(gettext("dealer")));
}

function turnMark(view) {
  const text = view.phase === "bidding" ? gettext("to bid") : gettext("to play");
  return el("span", { class: "seat-turn", text });
}

function nameLine(message, seat) {
  const { view } = message;
  return el("div", { class: "seat-name" },
    el("bdi", { class: "seat-who", text: seatName(message, seat) }),
    view.dealer === seat && dealerMark());
}

/** The bid, and once cards are played the tricks won. */
function bidLine(view, seat) {
  const [bid, won] = [view.bids[seat], view.won[seat]];
  if (bid === null || view.hand === null) return null;
  const tricks = view.phase === "bidding" ? null
    : [el("span", { class: "seat-dot", text: " · " }), el("span", { text: wonText(won) })];
  return el("div", { class: "seat-bid" },
    el("span", { class: "seat-count" }, el("span", { text: bidText(bid) }), tricks), tricks && pile(bid, won));
}

function plateParts(message, seat) {
  const { view } = message;
  const kind = kindName(message, seat);
  return [
    nameLine(message, seat),
    kind && el("div", { class: "seat-kind", text: kind }),
    bidLine(view, seat),
    view.turn === seat && turnMark(view),
  ];
}

const PLACE_NAMES = {
  top: () => gettext("partner"),
  left: () => gettext("on the left"), right: () => gettext("on the right"),
};

function signature({ view, seats, live }, seat) {
  const { bids, won, dealer, turn, phase, hand } = view;
  return JSON.stringify([seats[seat], view.seat, bids[seat], won[seat], dealer === seat, turn === seat, phase, hand,
    live?.stand_ins[seat]]);
}

/** The plate of a bot of whose acts something can be told is a button, too. */
function drawWhy({ why }, message, seat) {
  if (why === null) return;
  why.hidden = !isTold(message, seat);
  if (why.hidden) return;
  why.dataset.seat = seat;
  why.setAttribute("aria-label", fill(gettext("What the bid and the card of %(name)s tell"),
    { name: seatName(message, seat) }));
}

function drawPlate(plate, message, seat) {
  drawWhy(plate, message, seat);
  const now = signature(message, seat);
  if (plate.signature === now) return;
  plate.signature = now;
  const place = placeOf(seat, message.view);
  plate.element.dataset.seat = seat;
  plate.element.toggleAttribute("data-turn", message.view.turn === seat);
  const name = [seatName(message, seat), PLACE_NAMES[place]?.()];
  plate.element.setAttribute("aria-label", name.filter(Boolean).join(", "));
  for (const child of [...plate.element.children]) if (!("kept" in child.dataset)) child.remove();
  plate.element.prepend(...plateParts(message, seat).filter(Boolean));
}

function makePlate(place, canTell) {
  const why = canTell ? el("button", { type: "button", class: "seat-why", "data-kept": true, hidden: true }) : null;
  return [place, { element: el("div", { class: `seat seat--${place}`, role: "group" }, why), why, signature: "" }];
}

/**
 * What is kept in a plate when it is drawn anew may have the focus, or time of its own: others put it there.
 *
 * The plates by place: `elements` to lay out, `draw(scene)`, and `at(place)` for cards to fly to. Where bots can tell
 * what they did, `canTell`, their plates are buttons.
 */
export function makeSeats({ canTell }) {
  const plates = Object.fromEntries(["top", "left", "right", "bottom"].map((place) => makePlate(place, canTell)));

  function draw({ message }) {
    for (const seat of [0, 1, 2, 3]) drawPlate(plates[placeOf(seat, message.view)], message, seat);
  }

  return { elements: Object.values(plates).map((plate) => plate.element), draw, at: (place) => plates[place].element };
}

