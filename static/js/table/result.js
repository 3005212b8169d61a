/** Owns what is shown when a hand or the match is over: the sums of both sides, and the way on. */

import { el, uniqueId } from "./dom.js";
import { sideOf, viewpoint } from "./facts.js";
import { Onward, onwardKey } from "./onward.js";
import { sumList } from "./sums.js";
import { figure, fill, sideInWords, sideName, signed } from "./words.js";

const ENDINGS = {
  target: () => gettext("%(best)s to %(other)s: %(target)s points are reached."),
  floor: () => gettext("%(best)s to %(other)s: a side is at %(floor)s or below."),
  hand_limit: ({ hand_limit: limit }) => ngettext("%(best)s to %(other)s: the only hand is played.",
    "%(best)s to %(other)s: all %(limit)s hands are played.", limit),
  concede: () => gettext("%(best)s to %(other)s: one side gave up."),
  left: () => gettext("Everybody had left the game at %(best)s to %(other)s."),
  abandoned: () => gettext("The game was closed before its end, at %(best)s to %(other)s."),
};

function scoreText(result, side) {
  const text = ngettext("Score %(score)s, %(bags)s bag", "Score %(score)s, %(bags)s bags", result.bags[side]);
  return fill(text, { score: figure(result.score[side]), bags: result.bags[side] });
}

function sidePart(message, result, side) {
  return el("div", { class: "result-side" },
    el("h3", {}, el("bdi", { text: sideName(message, side) })),
    el("p", { class: "result-delta", text: signed(result.delta[side]) }),
    sumList(message, result, side),
    el("p", { class: "result-score", text: scoreText(result, side) }));
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
  const { winner, reason } = view.outcome;
  if (["abandoned", "left"].includes(reason)) return gettext("Ended without a winner");
  if (winner === null) return gettext("A draw");
  if (winner === sideOf(viewpoint(view)) && view.seat !== null) return gettext("You win the game");
  return fill(gettext("%(side)s win the game"), { side: sideInWords(message, winner) });
}

/** The final score, the winner's first, and why the game ended. */
function ending(message) {
  const { outcome, rules } = message.view;
  if (!outcome) return null;
  const [best, other] = outcome.winner === 1 ? [...outcome.score].reverse() : outcome.score;
  const values = { best: figure(best), other: figure(other), target: rules.target, floor: figure(rules.floor),
    limit: rules.hand_limit };
  return el("p", { class: "result-outcome", text: fill(ENDINGS[outcome.reason](rules), values) });
}

/** `actions` are those of the way on (onward.js); `time` is the server's, where the next hand starts by itself. */
export function makeResult(actions, time = null) {
  const title = el("h2", { id: uniqueId("result") });
  const body = el("div", { class: "result-body" });
  const element = el("section", { class: "result", "aria-labelledby": title.id, hidden: true }, title, body);
  const onward = new Onward(actions, time);
  let shown = "";

  function draw({ message, busy }) {
    const isOver = ["hand_over", "match_over"].includes(message.view.phase);
    const now = isOver ? JSON.stringify([message.match, message.seq, busy, onwardKey(message)]) : "";
    if (now === shown) return onward.follow(message);
    shown = now;
    element.hidden = !isOver;
    if (isOver) fillBody(message, busy);
    return undefined;
  }

  function fillBody(message, isBusy) {
    const hadFocus = element.contains(document.activeElement);
    title.textContent = heading(message);
    onward.draw(message, isBusy);
    body.replaceChildren(...[ending(message), sides(message), ...onward.parts].filter(Boolean));
    if (hadFocus) focus();
  }

  function focus() {
    element.querySelector("[data-onward]")?.focus();
  }

  return { element, draw, focus, tick: () => onward.tick(), refuse: (text) => onward.refuse(text) };
}
