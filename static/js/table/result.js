/** Owns what is shown when a hand or the match is over: the sums of both sides, and the way on. */

import { el, uniqueId } from "./dom.js";
import { sideOf, viewpoint } from "./facts.js";
import { bidLine, workedSum } from "./sheet.js";
import { figure, fill, sideInWords, sideName, signed } from "./words.js";

const REASONS = {
  target: (rules) => fill(gettext("%(target)s points are reached."), { target: rules.target }),
  floor: (rules) => fill(gettext("A side is at %(floor)s or below."), { floor: figure(rules.floor) }),
  hand_limit: (rules) => fill(ngettext("The only hand is played.", "All %(limit)s hands are played.", rules.hand_limit),
    { limit: rules.hand_limit }),
  concede: () => gettext("One side gave up."),
  left: () => gettext("Everybody had left."),
  abandoned: () => gettext("The game was closed unfinished."),
};

function sidePart(message, result, side) {
  return el("div", { class: "result-side" },
    el("h3", {}, el("bdi", { text: sideName(message, side) })),
    el("p", { class: "result-delta", text: signed(result.delta[side]) }),
    el("p", { class: "result-bids", text: bidLine(result, side) }),
    el("p", { class: "result-sum", text: workedSum(result, side) }),
    el("p", { class: "result-score" }, gettext("Score"), " ", el("b", { text: figure(result.score[side]) }),
      ` ·${result.bags[side]}`));
}

function sides(message) {
  const result = message.view.results.at(-1);
  if (!result) return null;
  const own = sideOf(viewpoint(message.view));
  return el("div", { class: "result-sides" }, [own, 1 - own].map((side) => sidePart(message, result, side)));
}

function heading(message) {
  const { view } = message;
  if (!view.outcome) return fill(gettext("Hand %(number)s is over"), { number: view.hand + 1 });
  if (view.outcome.winner === null) return gettext("A draw");
  if (view.outcome.winner === sideOf(viewpoint(view)) && view.seat !== null) return gettext("You win the game");
  return fill(gettext("%(side)s win the game"), { side: sideInWords(message, view.outcome.winner) });
}

function ending(message) {
  const { outcome, rules } = message.view;
  if (!outcome) return null;
  const [best, other] = outcome.winner === 1 ? [...outcome.score].reverse() : outcome.score;
  const score = fill(gettext("%(best)s to %(other)s."), { best: figure(best), other: figure(other) });
  return el("p", { class: "result-outcome", text: `${score} ${REASONS[outcome.reason]?.(rules) ?? ""}` });
}

function buttons(message, isBusy, actions) {
  const isOver = message.view.phase === "match_over";
  const text = isOver ? gettext("Play again") : gettext("Next hand");
  const main = el("button", { type: "button", class: "table-button table-button--main", "data-onward": true,
    "aria-disabled": isBusy ? "true" : null, text: isBusy ? gettext("Dealing…") : text,
    onclick: () => !isBusy && (isOver ? actions.again() : actions.next()) });
  const more = el("button", { type: "button", class: "table-button",
    text: isOver ? gettext("How this deal was made") : gettext("Score sheet"),
    onclick: () => actions.open(isOver ? "deal" : "sheet") });
  return el("div", { class: "result-buttons" }, message.view.seat === null ? null : main, more);
}

/** `actions.next()`, `actions.again()` and `actions.open(section)` are called by its buttons. */
export function makeResult(actions) {
  const title = el("h2", { id: uniqueId("result") });
  const body = el("div", { class: "result-body" });
  const element = el("section", { class: "result", "aria-labelledby": title.id, hidden: true }, title, body);
  let shown = "";

  function draw({ message, busy }) {
    const isOver = ["hand_over", "match_over"].includes(message.view.phase);
    const now = isOver ? JSON.stringify([message.match, message.seq, busy]) : "";
    if (now === shown) return;
    shown = now;
    element.hidden = !isOver;
    if (!isOver) return;
    const hadFocus = element.contains(document.activeElement);
    title.textContent = heading(message);
    body.replaceChildren(...[ending(message), sides(message), buttons(message, busy, actions)].filter(Boolean));
    if (hadFocus) focus();
  }

  function focus() {
    element.querySelector("[data-onward]")?.focus();
  }

  return { element, draw, focus };
}
