/** Owns "How this deal was made": what was promised, what it proves, and what this browser finds of it. */

import { canCheck, Chain, seedKeepsPromise } from "./chain.js";
import { stepsOf } from "./deal_steps.js";
import { el, setText } from "./dom.js";
import { fill } from "./words.js";

function fact(name, value) {
  return [el("dt", { text: name }), el("dd", {}, el("code", { text: value }))];
}

function studyFacts(message) {
  return el("dl", { class: "deal-facts" }, fact(gettext("Match"), message.match),
    fact(gettext("Rules"), message.view.rules_id));
}

function facts(message) {
  if (message.study) return studyFacts(message);
  const seed = message.seed ?? gettext("shown when the game is over");
  return el("dl", { class: "deal-facts" },
    fact(gettext("Commitment"), message.commit || gettext("published when everybody is ready")), fact(gettext("Match"), message.match),
    fact(gettext("Rules"), message.view.rules_id),
    fact(gettext("Log"), fill(ngettext("%(count)s line", "%(count)s lines", message.seq), { count: message.seq })),
    fact(gettext("Head of the log"), message.head || gettext("begins with the promise")), fact(gettext("Seed"), seed));
}

const studyExplanation = () => [
  el("p", { text: gettext("This is a study: it was begun from a position, so nothing was promised for it, and no "
    + "transcript is kept. It counts nowhere.") }),
  el("p", { text: gettext("The cards of the hand it was begun in are those of that game. Later hands are dealt anew, "
    + "from a seed of its own.") }),
];

function explanation(message) {
  if (message.study) return studyExplanation();
  const isShared = message.client_commits.some(Boolean);
  return [
    el("p", { text: gettext("Every hand of this game was fixed before the first card: the server drew a seed "
      + "and published its commitment, a fingerprint of the seed, the rules and this match.") }),
    el("p", { text: isShared ? gettext("Players’ browsers added numbers of their own, which they had committed to before: so neither the server "
        + "nor a player chose the deal.")
      : gettext("The server drew the seed alone: no player added a number to it.") }),
    el("p", { text: isShared ? gettext("This proves that no card was changed to suit what you did. It does not prove "
        + "that nobody looked.")
      : gettext("This proves that no card was changed to suit what you did. It does not prove that "
        + "nobody looked, nor how often the server drew before it promised.") }),
    el("p", { text: gettext("When the game is over the seed is shown, and anybody can deal every hand again "
      + "and compare.") }),
  ];
}

const MARKS = { good: ["✓", gettext("done")], bad: ["✗", gettext("failed")], open: ["…", gettext("not yet")] };

/** A tick, a cross or dots, and the same in a word. */
function mark(kind) {
  const [sign, word] = MARKS[kind];
  return el("span", { class: "deal-mark", role: "img", "aria-label": word, text: sign });
}

const good = (text) => ({ kind: "good", text });
const bad = (text) => ({ kind: "bad", text });

/** What this browser found: `{kind: "good", "bad" or "none", text}`, or null while lines are missing. */
async function judge(message, chain, lines) {
  if (!canCheck()) {
    return { kind: "none", text: gettext("Your browser cannot check here: it can over https only. The game goes on.") };
  }
  const isChained = await chain.follow(message, lines);
  if (!chain.isFirstPromise(message)) {
    return bad(gettext("The commitment was changed during the game. Keep this page open and tell us."));
  }
  if (isChained === null) return null;
  if (!isChained) return bad(gettext("The log does not fit its head. Keep this page open and tell us."));
  if (!message.seed) return good(gettext("Your browser checked the log: it fits its head."));
  return judgeSeed(message);
}

async function judgeSeed(message) {
  const isKept = await seedKeepsPromise(message).catch(() => false); // what cannot be read does not fit either
  if (!isKept) return bad(gettext("The seed does not fit the commitment. Keep this page open and tell us."));
  return good(gettext("Your browser checked the log: it fits its head. "
    + "Your browser checked the seed: it fits the commitment."));
}

/**
 * The section of the panel; `check(message, lines)` judges what came, and `onBroken(text)` is called when a promise is
 * seen to be broken. That stays said for the match, whatever comes after.
 */
export function makeDeal({ onBroken, ownOf }) {
  const chain = new Chain();
  const words = el("div", {});
  const numbers = el("div", {});
  const checked = el("p", { class: "deal-checked" });
  const steps = el("ol", { class: "deal-steps" });
  const element = el("div", { class: "panel-body" }, words, steps, checked, numbers);
  let latest = null;
  let brokenMatch = null;

  function showFinding({ kind, text }) {
    checked.dataset.kind = kind;
    setText(checked, text);
  }

  async function showSteps(message, lines) {
    const found = await stepsOf(message, lines, ownOf(message.match));
    steps.hidden = found.length === 0;
    steps.replaceChildren(...found.map(({ kind, text }) => el("li", { "data-kind": kind }, mark(kind), text)));
  }

  async function check(message, lines) {
    await showSteps(message, lines);
    if (message.study) setText(checked, "");
    if (!message.commit) return;
    const finding = await judge(message, chain, lines);
    if (finding === null || brokenMatch === message.match) return;
    showFinding(finding);
    if (finding.kind !== "bad") return;
    brokenMatch = message.match;
    onBroken(finding.text);
  }

  function draw({ message }) {
    if (latest?.match === message.match && latest.seq === message.seq && latest.commit === message.commit) return;
    if (latest?.match !== message.match || latest.commit !== message.commit) words.replaceChildren(...explanation(message));
    latest = message;
    numbers.replaceChildren(facts(message));
  }

  return { element, draw, check };
}
