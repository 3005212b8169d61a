/** Owns the verifier: the stages of the fair-play rules in their order, each of which says what it finds first. */

import { canHash } from "./bytes.js";
import { checkChain, headOf } from "./chain.js";
import { hasEd25519 } from "./ed25519.js";
import { checkClient, checkCommit, shuffleOf } from "./proofs.js";
import { read } from "./reading.js";
import { replay } from "./replay.js";
import { checkRules } from "./rules.js";
import { checkSeal } from "./seal.js";
import { tell } from "./telling.js";

/**
 * The report on a file's bytes: `{status, signature, findings, facts}`; never an error, whatever the bytes.
 *
 * `keys`: a Map of public keys in hex by id, null for not checking the signature. `commitment` and `head`: 64 hex
 * digits that a browser kept of this match, or null. `pause(stage, share)` is awaited now and then, so that a caller
 * can show how far it is, let others have a turn, or give up by throwing. Where the browser cannot hash, the status
 * is "not checked".
 */
export async function verify(data, options = {}, pause = async () => undefined) {
  const { keys = null, commitment = null, head = null, ed25519 = await hasEd25519() } = options;
  if (!canHash()) return { status: "not checked", signature: "not checked", findings: [], facts: null };
  const { transcript, wrong } = await read(data, pause);
  if (wrong) return makeReport([wrong], "not checked", null);
  const ownHead = await headOf(transcript, pause);
  const broken = checkChain(transcript, ownHead, head);
  const { signature, found } = await checkSeal(transcript, keys, ed25519);
  const findings = [broken, found].filter(Boolean);
  if (!broken) findings.push(...(await judge(transcript, commitment, pause)));
  return makeReport(findings, signature, tell(transcript, ownHead));
}

/** What the lines say: rules version, contributions and commitment, then, if these hold, the replay. */
async function judge(transcript, commitment, pause) {
  const stages = [checkRules(transcript.header), checkClient(transcript), checkCommit(transcript, commitment)];
  const findings = (await Promise.all(stages)).filter(Boolean);
  if (findings.length) return findings;
  return [await replay(transcript, await shuffleOf(transcript), pause)].filter(Boolean);
}

function makeReport(findings, signature, facts) {
  const status = findings.length ? "bad" : facts?.isSealed ? "good" : "incomplete";
  return { status, signature, findings, facts };
}
