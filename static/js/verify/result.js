/** Owns drawing a report: the verdict, the findings, the steps, and what all this means. */

import { listProved, listUnproved } from "./meaning.js";
import { listSteps, stepName } from "./steps.js";
import { reasonName, say, sideName } from "./words.js";

const MARKS = { ok: "✓", bad: "✗", open: "–" };
const STATES = { ok: () => gettext("Holds:"), bad: () => gettext("Does not hold:"), open: () => gettext("Not checked:") };

const fill = (text, values) => interpolate(text, values, true);

function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** The verdict in one sentence. */
export function verdictOf({ status, findings }) {
  if (status === "good") return gettext("Nothing is wrong with this game.");
  if (status === "incomplete") return gettext("Nothing is wrong so far, but the game has no seal yet.");
  const text = ngettext("%(count)s thing is wrong with this file.", "%(count)s things are wrong with this file.", findings.length);
  return fill(text, { count: findings.length });
}

/** Fills an element with a report on the file of that name; `given` tells what it was compared with. */
export function drawReport(element, report, { name, given, sealNote }) {
  element.className = `verify-result is-${report.status}`;
  const parts = [make("h2", "", verdictOf(report)), make("p", "muted verify-file", make("bdi", "", name))];
  if (report.facts) parts.push(drawFacts(report.facts));
  if (report.findings.length) parts.push(...drawFindings(report.findings));
  parts.push(make("h3", "", gettext("What was checked")), drawSteps(listSteps(report, sealNote)));
  parts.push(...drawMeaning(report, given));
  element.replaceChildren(...parts);
}

function drawFacts(facts) {
  const rows = [
    [gettext("Game"), sayGame(facts)],
    [gettext("Rules"), make("code", "", facts.rulesId)],
    [gettext("Commitment"), make("code", "", facts.commit)],
    [gettext("Head of these lines"), make("code", "", facts.head)],
    [gettext("Key of the seal"), facts.keyId === null ? gettext("no seal yet") : make("code", "", facts.keyId)],
  ];
  const list = make("dl", "verify-facts", ...rows.flatMap(([term, text]) => [make("dt", "", term), make("dd", "", text)]));
  return make("details", "", make("summary", "", gettext("What the file says of itself")), list);
}

function sayGame({ hands, score, reason, winner }) {
  const played = fill(ngettext("%(hands)s hand played", "%(hands)s hands played", hands), { hands });
  const standing = score && fill(gettext("North–South %(north)s, East–West %(east)s"), { north: score[0], east: score[1] });
  const end = reason && fill(gettext("ended because %(reason)s"), { reason: reasonName(reason) });
  const won = winner !== null && fill(gettext("won by %(side)s"), { side: sideName(winner) });
  return [played, standing, end, won].filter(Boolean).join("; ");
}

function drawFindings(findings) {
  const items = findings.map(({ code, line, reason, values }) => {
    const place = make("strong", "", line === 0 ? gettext("Line 0, the header") : fill(gettext("Line %(line)s"), { line }));
    return make("li", "", place, make("p", "", say(reason, values)), make("p", "muted", `${stepName(code)} `, make("code", "", code)));
  });
  const note = gettext("Lines count from 0, the header: most editors show 1 more. Each step names only the first thing it finds.");
  return [make("h3", "", gettext("What is wrong")), make("ol", "verify-findings", ...items), make("p", "hint", note)];
}

function drawSteps(steps) {
  const items = steps.map(({ text, state, note }) => {
    const mark = make("span", "verify-mark", MARKS[state]);
    mark.setAttribute("aria-hidden", "true");
    const words = make("span", "", make("span", "visually-hidden", `${STATES[state]()} `), text);
    if (note) words.append(make("span", "hint verify-note", ` ${note}`));
    return make("li", `is-${state}`, mark, words);
  });
  return make("ul", "verify-steps", ...items);
}

function drawMeaning(report, given) {
  if (report.status === "bad") return [make("h3", "", gettext("What this means")), make("p", "", sayBad())];
  const list = (texts) => make("ul", "", ...texts.map((text) => make("li", "", text)));
  return [
    make("h3", "", gettext("What this proves")),
    list(listProved(report, given)),
    make("h3", "", gettext("What it does not prove")),
    list(listUnproved(report, given)),
  ];
}

function sayBad() {
  return gettext(
    "The file is not what this site seals. Most often it was changed after it was downloaded: download it again and check that one. If that has the same fault, the fault is the site's: keep the file, and let others check it.",
  );
}
