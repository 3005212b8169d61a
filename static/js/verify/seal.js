/** Owns the check of the seal's signature, over the seal's own number of events and head. */

import { asciiBytes, fromHex, join, lengthPrefixed, tag, u32 } from "./bytes.js";
import { isSigned } from "./ed25519.js";
import { finding } from "./wrong.js";

/** What is signed: key id, match id, number of events and head, each with its length before it but the number. */
function signedBytes(header, seal) {
  const parts = [tag("sig"), asciiBytes(seal.key_id), fromHex(header.match)].map(lengthPrefixed);
  return join(...parts, u32(seal.n), lengthPrefixed(fromHex(seal.head)));
}

/** `{signature, found}`: "ok", "bad" or "not checked", and the finding if it is bad. `keys`: hex by id, or null. */
export async function checkSeal({ header, events, seal }, keys, hasEd25519) {
  if (!seal || keys === null) return { signature: "not checked", found: null };
  const key = keys.get(seal.key_id);
  const bad = (reason, values) => ({ signature: "bad", found: finding("E_SIG", events.length + 1, reason, values) });
  if (key === undefined) return bad("unknown_key", { key: seal.key_id.slice(0, 40) });
  if (!hasEd25519) return { signature: "not checked", found: null };
  const holds = await isSigned(fromHex(key), signedBytes(header, seal), fromHex(seal.sig));
  return holds ? { signature: "ok", found: null } : bad("other_signature");
}
