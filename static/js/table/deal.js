/** Owns "How this deal was made": what was promised, what it proves, and what this browser checked. */

import { canCheck, Chain, seedKeepsPromise } from "./chain.js";
import { el, setText } from "./dom.js";
import { fill } from "./words.js";

function fact(name, value) {
  return [el("dt", { text: name }), el("dd", {}, el("code", { text: value }))];
}

function facts(message) {
  const seed = message.seed ?? gettext("shown when the game is over");
  return el("dl", { class: "deal-facts" },
    fact(gettext("Commitment"), message.commit), fact(gettext("Match"), message.match),
    fact(gettext("Rules"), message.view.rules_id),
    fact(gettext("Log"), fill(ngettext("%(count)s line", "%(count)s lines", message.seq), { count: message.seq })),
    fact(gettext("Head of the log"), message.head), fact(gettext("Seed"), seed));
}

function explanation(message) {
  const isShared = message.client_commits.some(Boolean);
  return [
    el("p", { text: gettext("Every hand of this game was fixed before the first card: the server drew a seed "
      + "and published its commitment, a fingerprint of the seed, the rules and this match.") }),
    el("p", { text: isShared ? gettext("Players’ browsers added numbers of their own, so nobody chose the deal.")
      : gettext("The server drew the seed alone: no player added a number to it.") }),
    el("p", { text: gettext("This proves that no card was changed to suit what you did. It does not prove that "
      + "nobody looked, nor how often the server drew before it promised.") }),
    el("p", { text: gettext("When the game is over the seed is shown, and anybody can deal every hand again "
      + "and compare.") }),
  ];
}

async function checkedSentences(message, chain, lines) {
  if (!canCheck()) return [gettext("Your browser cannot check here: it can over https only. The game goes on.")];
  const isChained = await chain.follow(message, lines);
  const log = isChained === null ? [] : [isChained ? gettext("Your browser checked the log: it fits its head.")
    : gettext("The log does not fit its head. Keep this page open and tell us.")];
  if (!message.seed) return log;
  const isKept = await seedKeepsPromise(message);
  return [...log, isKept ? gettext("Your browser checked the seed: it fits the commitment.")
    : gettext("The seed does not fit the commitment. Keep this page open and tell us.")];
}

/** The section of the panel; `draw(scene)` also follows the log's chain. */
export function makeDeal() {
  const chain = new Chain();
  const words = el("div", {});
  const numbers = el("div", {});
  const checked = el("p", { class: "deal-checked" });
  const element = el("div", { class: "panel-body" }, words, checked, numbers);
  let latest = null;

  async function check(message, lines) {
    const sentences = await checkedSentences(message, chain, lines);
    if (message === latest) setText(checked, sentences.join(" "));
  }

  function draw({ message, lines }) {
    if (latest?.match === message.match && latest.seq === message.seq) return;
    if (latest?.match !== message.match) words.replaceChildren(...explanation(message));
    latest = message;
    numbers.replaceChildren(facts(message));
    check(message, lines);
  }

  return { element, draw };
}
