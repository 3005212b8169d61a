/** Owns the court cards: jack, queen and king built of plain shapes, one half and its mirror image. */

import { svg } from "./dom.js";
import { SUIT_PATHS } from "./glyphs.js";

const shape = (part, d) => svg("path", { d, class: `court-${part}` });
const dot = (part, x, y, r) => svg("circle", { cx: x, cy: y, r, class: `court-${part}` });

/** The suit as a small mark, its middle at x, y. */
function mark(suit, x, y, size, part = "suit") {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return svg("path", { d: SUIT_PATHS[suit], transform: place, class: `court-${part}` });
}

function face() {
  return [
    shape("skin", "M-9 -80H9V-58L0 -50L-9 -58Z"),
    svg("ellipse", { cx: 0, cy: -92, rx: 21, ry: 24, class: "court-skin" }),
    dot("line-fill", -8, -95, 2.4), dot("line-fill", 8, -95, 2.4),
    shape("line", "M-12 -102H-5M5 -102H12M0 -94L-2.5 -86H1.5"),
  ];
}

function robe() {
  return [
    shape("suit", "M-65 0V-26Q-63 -54 -24 -64L0 -42L24 -64Q63 -54 65 -26V0Z"),
    shape("gold", "M-24 -64L0 -42L24 -64L31 -62L0 -30L-31 -62Z"),
    shape("gold-line", "M-42 -57Q-34 -30 -36 0M42 -57Q34 -30 36 0"),
  ];
}

function king(suit) {
  return [...robe(), ...face(),
    shape("hair", "M-22 -98C-24 -64 -14 -54 0 -52C14 -54 24 -64 22 -98C18 -80 12 -82 0 -82C-12 -82 -18 -80 -22 -98Z"),
    shape("mouth", "M-5 -75H5"),
    shape("gold", "M-24 -108L-31 -138L-15 -124L0 -146L15 -124L31 -138L24 -108Z"),
    shape("suit", "M-24 -113H24V-106H-24Z"),
    mark(suit, 0, -14, 26, "paper")];
}

function queen(suit) {
  return [
    shape("hair", "M0 -124C-30 -124 -32 -98 -31 -80C-30 -68 -38 -64 -36 -54C-26 -50 -16 -56 -14 -68"
      + "H14C16 -56 26 -50 36 -54C38 -64 30 -68 31 -80C32 -98 30 -124 0 -124Z"),
    ...robe(), ...face(),
    shape("hair", "M-22 -90C-24 -112 -10 -116 0 -116C10 -116 24 -112 22 -90"
      + "C18 -102 8 -107 0 -109C-8 -107 -18 -102 -22 -90Z"),
    shape("mouth", "M-4 -79Q0 -75 4 -79Q0 -82 -4 -79Z"),
    shape("gold", "M-24 -113Q0 -126 24 -113L28 -132L14 -122L0 -138L-14 -122L-28 -132Z"),
    dot("suit", -28, -134, 4), dot("suit", 0, -141, 4.5), dot("suit", 28, -134, 4),
    mark(suit, 0, -14, 26, "paper")];
}

function jack(suit) {
  return [
    shape("hair", "M-25 -108H25V-76Q25 -66 15 -68V-90H-15V-68Q-25 -66 -25 -76Z"),
    ...robe(), ...face(),
    shape("hair", "M-23 -96V-108H23V-96Q10 -106 0 -103Q-10 -106 -23 -96Z"),
    shape("mouth", "M-5 -78Q0 -75 5 -78"),
    shape("suit", "M-32 -108Q-34 -136 2 -138Q38 -136 32 -108Q0 -118 -32 -108Z"),
    shape("gold", "M-32 -108Q0 -118 32 -108L31 -102Q0 -112 -31 -102Z"),
    shape("gold", "M22 -112Q34 -128 58 -140Q56 -120 30 -108Z"),
    mark(suit, 0, -14, 26, "paper")];
}

const FIGURES = { J: jack, Q: queen, K: king };

/** The picture of a court card, its middle at 0, 0, 140 wide and 316 high. */
export function court(rank, suit) {
  const half = (turn) => svg("g", { transform: `rotate(${turn})` },
    mark(suit, -50, -134, 24), ...FIGURES[rank](suit));
  return svg("g", { class: "court" },
    svg("rect", { x: -70, y: -156, width: 140, height: 312, rx: 10, class: "court-field" }),
    half(0), half(180),
    svg("rect", { x: -66, y: -3, width: 132, height: 6, class: "court-gold" }),
    svg("rect", { x: -70, y: -156, width: 140, height: 312, rx: 10, class: "court-frame" }));
}
