/** Owns how a card looks: faces and the back as SVG of ratio 5 : 7, sharp at any size. */

import { court } from "./courts.js";
import { svg } from "./dom.js";
import { rankOf, suitOf } from "./facts.js";
import { PIPS, RANK_PATHS, SUIT_PATHS } from "./glyphs.js";

const FIELD = { x: 168, top: 62, bottom: 288, column: 44, pip: 46 };

function suitShape(suit, x, y, size, upsideDown = false) {
  const turn = upsideDown ? ` rotate(180 ${x} ${y})` : "";
  const transform = `${turn} translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return svg("path", { d: SUIT_PATHS[suit], transform: transform.trim(), class: "card-suit" });
}

/** Rank above suit in the top-left corner, narrow enough for a card of which only the left part is seen. */
function corner(rank, suit) {
  const wide = rank === "T" ? 0.96 : 1.04;
  return svg("g", { class: "card-corner" },
    svg("path", { d: RANK_PATHS[rank], class: "card-rank", transform: `translate(17 24) scale(${wide} 1.04)` }),
    suitShape(suit, 48, 156, 58));
}

function pips(rank, suit) {
  const size = rank === "A" ? 118 : FIELD.pip;
  const place = ([column, height]) => suitShape(suit, FIELD.x + column * FIELD.column,
    FIELD.top + height * (FIELD.bottom - FIELD.top), size, height > 0.5);
  return svg("g", { class: "card-pips" }, PIPS[rank].map(place));
}

function picture(rank, suit) {
  if (PIPS[rank]) return pips(rank, suit);
  return svg("g", { class: "card-picture", transform: "translate(170 175)" }, court(rank, suit));
}

/** The face of a card; small cards show the large suit in place of pips (cards.css). It has no name: its owner has. */
export function face(card) {
  const rank = rankOf(card);
  const suit = suitOf(card);
  return svg("svg", { viewBox: "0 0 250 350", class: `card-art suit-${suit.toLowerCase()}`, "aria-hidden": "true",
    focusable: "false" },
    corner(rank, suit), picture(rank, suit),
    svg("g", { class: "card-large" }, suitShape(suit, 160, 254, 150)));
}

function lattice() {
  const lines = [];
  for (let at = -350; at < 250; at += 25) lines.push(`M${at} 0L${at + 350} 350M${at + 350} 0L${at} 350`);
  return lines.join("");
}

/** The back of every card: a lattice around a small spade. */
export function back() {
  return svg("svg", { viewBox: "0 0 250 350", class: "card-art", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 0, y: 0, width: 250, height: 350, class: "back-ground" }),
    svg("path", { d: lattice(), class: "back-lattice" }),
    svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, class: "back-frame" }),
    svg("circle", { cx: 125, cy: 175, r: 46, class: "back-ground" }),
    svg("circle", { cx: 125, cy: 175, r: 46, class: "back-frame" }),
    svg("path", { d: SUIT_PATHS.S, transform: "translate(97 147) scale(.56)", class: "back-mark" }));
}
