/** Owns the list of what was checked: each step, whether it holds, and if it was not looked at, why. */

const STEPS = {
  E_FORMAT: () => gettext("Every line is written exactly as it must be"),
  E_CHAIN: () => gettext("The lines are complete and in order, up to the sealed end"),
  E_SIG: () => gettext("The seal is signed with the server's key"),
  E_RULESVER: () => gettext("The rules are the version that the header names"),
  E_CLIENT: () => gettext("The players' contributions are those they had committed to"),
  E_COMMIT: () => gettext("The seed is the one the server had committed to"),
  E_RULES: () => gettext("Every deal, bid, card and ending follows from the seed and the rules"),
  E_SCORE: () => gettext("Every score is right"),
};
const PROOFS = ["E_RULESVER", "E_CLIENT", "E_COMMIT"];

/** The steps of a report, `{text, state: "ok" | "bad" | "open", note}`; `sealNote` is what to say of the signature. */
export function listSteps(report, sealNote) {
  const found = new Set(report.findings.map(({ code }) => code));
  return Object.keys(STEPS).map((code) => ({ text: STEPS[code](), ...judgeStep(code, found, report, sealNote) }));
}

export const stepName = (code) => STEPS[code]();

const holds = (note = "") => ({ state: "ok", note });
const open = (note) => ({ state: "open", note });

function judgeStep(code, found, report, sealNote) {
  if (found.has(code)) return { state: "bad", note: "" };
  if (found.has("E_FORMAT")) return open(gettext("Not looked at: the file cannot be read as a transcript."));
  if (code === "E_FORMAT") return holds();
  if (code === "E_SIG") return report.signature === "ok" ? holds(sealNote) : open(sealNote);
  if (code === "E_CHAIN") return holds(report.facts.isSealed ? "" : gettext("There is no seal yet, so lines may be missing at the end."));
  if (found.has("E_CHAIN")) return open(gettext("Not looked at, because the lines are not those that were sealed."));
  return PROOFS.includes(code) ? judgeProof(code, report.facts) : judgeReplay(found, report);
}

function judgeProof(code, facts) {
  if (code === "E_CLIENT" && facts.contributions === 0) return open(gettext("No player's browser contributed to these deals."));
  if (code === "E_COMMIT" && !facts.hasSeed) return open(gettext("The seed is not revealed yet."));
  return holds();
}

function judgeReplay(found, { findings, facts }) {
  if (PROOFS.some((code) => found.has(code))) return open(gettext("Not looked at, because the deals cannot be trusted."));
  const stop = findings.find(({ code }) => code === "E_RULES" || code === "E_SCORE");
  if (stop) return open(interpolate(gettext("Right up to line %(line)s; the rest was not looked at."), stop, true));
  return holds(facts.hasSeed ? "" : gettext("As far as it can be told before the seed is revealed."));
}
