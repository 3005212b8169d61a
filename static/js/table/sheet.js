/** Owns the score sheet: every finished hand with its sum worked out, and the running totals. */

import { el } from "./dom.js";
import { sideOf, viewpoint } from "./facts.js";
import { sumList } from "./sums.js";
import { figure, fill, sideName, signed } from "./words.js";

function cell(message, result, side) {
  return el("td", {}, sumList(message, result, side),
    el("b", { class: "sheet-delta", text: `= ${signed(result.delta[side])}` }),
    el("span", { class: "sheet-total" }, el("b", { text: figure(result.score[side]) }), ` ·${result.bags[side]}`));
}

function row(message, result, order) {
  return el("tr", {}, el("th", { scope: "row", text: result.hand + 1 }),
    order.map((side) => cell(message, result, side)));
}

function head(message, order) {
  return el("thead", {}, el("tr", {}, el("th", { scope: "col", text: gettext("Hand") }),
    order.map((side) => el("th", { scope: "col", text: sideName(message, side) }))));
}

function rulesLine(view) {
  const { target, floor, hand_limit: limit } = view.rules;
  const facts = [target && fill(gettext("to %(target)s points"), { target }),
    floor && fill(gettext("a side at %(floor)s loses"), { floor: figure(floor) }),
    limit && fill(ngettext("%(limit)s hand at most", "%(limit)s hands at most", limit), { limit })];
  const text = facts.filter(Boolean).join(", ");
  return el("p", { class: "panel-note" }, el("code", { text: view.rules_id }), ` · ${text}`);
}

function table(message) {
  const own = sideOf(viewpoint(message.view));
  const order = [own, 1 - own];
  return el("table", { class: "sheet" }, head(message, order),
    el("tbody", {}, message.view.results.map((result) => row(message, result, order))));
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
    reveal();
  }

  /** Brings the newest hand right under the head; a single hand stays below the rules. */
  function reveal() {
    const rows = element.querySelectorAll("tbody tr");
    const above = element.querySelector("thead")?.offsetHeight ?? 0;
    element.scrollTop = 0;
    if (rows.length < 2) return;
    const newest = rows[rows.length - 1].getBoundingClientRect().top;
    element.scrollTop = newest - element.getBoundingClientRect().top - above;
  }

  return { element, draw, reveal };
}
