/** Owns reading a list of public keys: `{id: hex}`, the same under `public_keys`, or the site's `{"keys": […]}`. */

import { isHex } from "./bytes.js";
import { isObject } from "./formats.js";
import { Wrong } from "./wrong.js";

/** The public keys in hex by id; Wrong says what is wrong with the text. */
export function parseKeys(text) {
  const pairs = pairsOf(parse(text));
  for (const [id, key] of pairs) if (!isHex(key, 32)) throw new Wrong("bad_key", { id: String(id).slice(0, 40) });
  const keys = new Map(pairs);
  if (keys.size !== pairs.length) throw new Wrong("key_twice");
  return keys;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Wrong("keys_not_json");
  }
}

function pairsOf(listed) {
  if (!isObject(listed)) throw new Wrong("keys_no_object");
  if (isObject(listed.public_keys)) return Object.entries(listed.public_keys);
  if (!Array.isArray(listed.keys)) return Object.entries(listed);
  return listed.keys.map(pairOf);
}

function pairOf(entry) {
  if (typeof entry?.id !== "string") throw new Wrong("key_without_id");
  return [entry.id, entry.public_key];
}
