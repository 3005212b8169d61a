/** Owns the score bar: both sides' score and bags, contract and tricks so far, and the rules in force. */

import { el, hidden, icon, setText } from "./dom.js";
import { sideOf, viewpoint, wonBySide } from "./facts.js";
import { figure, fill, sideName } from "./words.js";

const MENU = "M4 6h16M4 12h16M4 18h10";

function progress(view, side) {
  if (view.hand === null || (view.bids[side] === null && view.bids[side + 2] === null)) return "";
  return fill(gettext("%(contract)s bid, %(won)s won"), { contract: view.contracts[side], won: wonBySide(view, side) });
}

function bags(count) {
  return el("span", { class: "score-bags" }, el("span", { "aria-hidden": "true", text: `·${count}` }),
    hidden(fill(ngettext("%(count)s bag", "%(count)s bags", count), { count })));
}

function parts(message, side) {
  const { view } = message;
  return [
    el("bdi", { class: "score-side", text: sideName(message, side) }),
    el("span", { class: "score-total" }, el("b", { text: figure(view.score[side]) }), bags(view.bags[side])),
    el("span", { class: "score-progress", text: progress(view, side) }),
  ];
}

/** `actions.open(section)` opens the score sheet and the rest of the panel. */
export function makeScorebar(actions) {
  const openSheet = () => actions.open("sheet");
  const buttons = [0, 1].map((at) => el("button", { type: "button", class: `score score--${at ? "them" : "us"}`,
    title: gettext("Score sheet"), onclick: openSheet }));
  const rules = el("span", { class: "score-rules" });
  const menu = el("button", { type: "button", class: "score-menu", onclick: openSheet,
    "aria-label": gettext("Score sheet, last trick and more") }, icon(MENU));
  const element = el("div", { class: "scorebar" }, menu, buttons[0], rules, buttons[1]);

  function draw({ message }) {
    const own = sideOf(viewpoint(message.view));
    buttons[0].replaceChildren(...parts(message, own));
    buttons[1].replaceChildren(...parts(message, 1 - own));
    const { hand, rules_id: id } = message.view;
    setText(rules, hand === null ? id : fill(gettext("Hand %(number)s · %(rules)s"), { number: hand + 1, rules: id }));
  }

  return { element, draw };
}
