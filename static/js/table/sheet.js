/** Owns the score sheet: every finished hand with its sum worked out, and the running totals. */

import { el } from "./dom.js";
import { sideOf, viewpoint } from "./facts.js";
import { bidName, figure, fill, sideName, signed } from "./words.js";

const PARTS = {
  contract: () => gettext("contract"), nil: () => gettext("nil"), bags: () => gettext("bags"),
  bag_penalty: () => gettext("bag penalty"),
};

/** "contract +70, bags +2": the parts that are not nothing, which add up to the hand's points. */
export function workedSum(result, side) {
  const parts = result.parts[side];
  const shown = Object.keys(PARTS).filter((name) => parts[name]);
  return shown.map((name) => `${PARTS[name]()} ${signed(parts[name])}`).join(", ") || gettext("nothing scored");
}

/** "bid 4 + 3, won 9". */
export function bidLine(result, side) {
  const bids = [result.bids[side], result.bids[side + 2]].map(bidName).join(" + ");
  return fill(gettext("bid %(bids)s, won %(won)s"), { bids, won: result.won[side] + result.won[side + 2] });
}

function cell(result, side) {
  return el("td", {},
    el("span", { class: "sheet-bids", text: bidLine(result, side) }),
    el("span", { class: "sheet-sum" }, `${workedSum(result, side)} = `, el("b", { text: signed(result.delta[side]) })),
    el("span", { class: "sheet-total" }, el("b", { text: figure(result.score[side]) }), ` ·${result.bags[side]}`));
}

function row(result, order) {
  return el("tr", {}, el("th", { scope: "row", text: result.hand + 1 }), order.map((side) => cell(result, side)));
}

function head(message, order) {
  return el("thead", {}, el("tr", {}, el("th", { scope: "col", text: gettext("Hand") }),
    order.map((side) => el("th", { scope: "col", text: sideName(message, side) }))));
}

function rulesLine(view) {
  const { target, floor, hand_limit: limit } = view.rules;
  const facts = [target && fill(gettext("to %(target)s points"), { target }),
    floor && fill(gettext("lost at %(floor)s"), { floor: figure(floor) }),
    limit && fill(ngettext("%(limit)s hand at most", "%(limit)s hands at most", limit), { limit })];
  const text = facts.filter(Boolean).join(", ");
  return el("p", { class: "panel-note" }, el("code", { text: view.rules_id }), ` · ${text}`);
}

function table(message) {
  const own = sideOf(viewpoint(message.view));
  const order = [own, 1 - own];
  return el("table", { class: "sheet" }, head(message, order),
    el("tbody", {}, message.view.results.map((result) => row(result, order))));
}

/** The section of the panel; drawn again when a hand is added. */
export function makeSheet() {
  const element = el("div", { class: "panel-body" });
  let shown = "";

  function draw({ message }) {
    const now = `${message.match}/${message.view.results.length}`;
    if (now === shown) return;
    shown = now;
    const note = gettext("The sum of each hand is written here when the hand is over.");
    element.replaceChildren(rulesLine(message.view),
      message.view.results.length ? table(message) : el("p", { text: note }));
    element.scrollTop = element.scrollHeight;
  }

  return { element, draw };
}
