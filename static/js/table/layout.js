/** Owns where the parts of a table stand in its page. */

import { el } from "./dom.js";

function makeFelt({ seats, trick, status, undo, help, bidding, claim }) {
  const felt = el("div", { class: "felt-area" }, seats.elements,
    [trick, status, undo, help, bidding, claim].map((part) => part.element));
  help.listen(felt);
  return felt;
}

/** Lays the parts of a table out in `element`; gives the board, which a click hurries. */
export function layOut(element, table) {
  const { scorebar, lines, live, study, fan, result, panel, keys, undo, announcer } = table;
  lines.element.prepend(study.element, live.line.element);
  scorebar.element.append(live.watchers.element, live.menu);
  const board = el("div", { class: "board" }, el("div", { class: "board-inner" },
    scorebar.element, lines.element, makeFelt(table), fan.element, result.element, live.ready.element));
  if (!element.hasAttribute("aria-label")) element.setAttribute("aria-label", gettext("The table"));
  element.replaceChildren(el("div", { class: "table-inner" }, board, panel.aside), panel.drawer, keys.element,
    undo.question.element, ...live.leaving.questions, announcer.element);
  return board;
}
