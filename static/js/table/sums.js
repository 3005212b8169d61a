/** Owns the sum of a hand in words: the parts of a side's points, each with how it came about. */

import { el } from "./dom.js";
import { isNil, seatsOfSide } from "./facts.js";
import { bidName, figure, fill, isYou, seatName, signed } from "./words.js";

/** No line ends within "6 × 10 = 60". */
const unbroken = (text) => text.replace(/ ([+×=]) /g, "\u00a0$1\u00a0");

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** "Ada’s nil made: +100", for each who bid one. */
function nilLines(message, { bids, won }, seats) {
  const { nil_value: nil, blind_nil_value: blind } = message.view.rules;
  return seats.filter((seat) => isNil(bids[seat])).map((seat) => {
    const worth = bids[seat] === "blind_nil" ? blind : nil;
    const points = signed(won[seat] ? -worth : worth);
    return fill(nilText(isYou(message, seat), won[seat]),
      { name: seatName(message, seat), bid: bidName(bids[seat]), points });
  });
}

function nilText(isMine, tricks) {
  if (isMine) return tricks ? gettext("your %(bid)s failed: %(points)s") : gettext("your %(bid)s made: %(points)s");
  return tricks ? gettext("%(name)s’s %(bid)s failed: %(points)s") : gettext("%(name)s’s %(bid)s made: %(points)s");
}

/** "4 + 3 = 7 bid, 9 won: made, 7 × 10 = 70". */
function contractLines({ bids, won }, points, seats) {
  if (points === undefined) return [];
  const bidders = seats.filter((seat) => !isNil(bids[seat]));
  const contract = total(bidders.map((seat) => bids[seat]));
  const values = { contract, won: total(bidders.map((seat) => won[seat])), each: Math.abs(points) / contract,
    points: figure(points),
    bid: bidders.length === 1 ? contract : `${bidders.map((seat) => bids[seat]).join(" + ")} = ${contract}` };
  const text = points > 0 ? gettext("%(bid)s bid, %(won)s won: made, %(contract)s × %(each)s = %(points)s")
    : gettext("%(bid)s bid, %(won)s won: set, −%(contract)s × %(each)s = %(points)s");
  return [fill(text, values)];
}

/** "2 bags: +2", and which of them a nil bidder won. */
function bagLines({ bids, won }, bags, seats) {
  if (!bags) return [];
  const nils = total(seats.filter((seat) => isNil(bids[seat])).map((seat) => won[seat]));
  const values = { bags, nils, over: bags - nils, points: signed(bags) };
  if (nils === 0) return [fill(ngettext("%(bags)s bag: %(points)s", "%(bags)s bags: %(points)s", bags), values)];
  if (nils < bags) {
    return [fill(gettext("%(over)s over the contract, %(nils)s won by a nil bidder: %(points)s"), values)];
  }
  return [fill(ngettext("%(bags)s trick won by a nil bidder: %(points)s",
    "%(bags)s tricks won by a nil bidder: %(points)s", bags), values)];
}

/** "11 bags on the sheet, 10 reached: −100". */
function penaltyLines({ rules, results }, { hand, parts }, side) {
  if (!parts[side].bag_penalty) return [];
  const before = results.find((each) => each.hand === hand - 1)?.bags[side] ?? 0;
  const values = { bags: before + parts[side].bags, limit: rules.bag_limit, points: signed(parts[side].bag_penalty) };
  return [fill(gettext("%(bags)s bags on the sheet, %(limit)s reached: %(points)s"), values)];
}

/** The lines of a side's sum of one hand; their points add up to the hand's. */
export function sumList(message, result, side) {
  const seats = seatsOfSide(message.view, side);
  const lines = [...contractLines(result, result.parts[side].contract, seats), ...nilLines(message, result, seats),
    ...bagLines(result, result.parts[side].bags, seats), ...penaltyLines(message.view, result, side)];
  return el("ul", { class: "sum" }, lines.map((text) => el("li", { text: unbroken(text) })));
}
