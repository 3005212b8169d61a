/** Owns the chain: that events are numbered without a gap, and that the seal and a kept head are of these lines. */

import { taggedHash, toHex } from "./bytes.js";
import { finding } from "./wrong.js";

const LINES_A_TURN = 100;

/** The head after the header and all events, in hex. */
export async function headOf({ headerLine, eventLines }, pause) {
  let head = await taggedHash("chain-genesis", headerLine);
  for (const [number, line] of eventLines.entries()) {
    if (number % LINES_A_TURN === 0) await pause("E_CHAIN", number / eventLines.length);
    head = await taggedHash("chain", head, line);
  }
  return toHex(head);
}

/** The first thing wrong with the chain that ends in `head`; `kept` is the head a browser kept, or null. */
export function checkChain({ events, seal }, head, kept) {
  const last = events.length + (seal ? 1 : 0);
  const gap = events.findIndex(({ i }, number) => i !== number);
  if (gap >= 0) return finding("E_CHAIN", gap + 1, "gap", { expected: gap, found: events[gap].i });
  if (seal && seal.n !== events.length) return finding("E_CHAIN", last, "other_count", { n: seal.n, events: events.length });
  if (seal && seal.head !== head) return finding("E_CHAIN", last, "other_head");
  return kept !== null && kept !== head ? finding("E_CHAIN", last, "other_kept_head") : null;
}
