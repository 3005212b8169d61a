/** Owns the bytes and hashes of `spades-fair/1`: strict hex, lengths before parts, tags, SHA-256 and HMAC. */

export const PROTO = "spades-fair/1";
export const NO_BYTES = new Uint8Array(0);
const HEX = /^(?:[0-9a-f]{2})*$/;
const encoder = new TextEncoder();

/** Can this browser hash at all? Only over https, or on this very machine. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

export const isHex = (text, length) => typeof text === "string" && text.length === 2 * length && HEX.test(text);

export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const asciiBytes = (text) => encoder.encode(text);

export function u32(number) {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, number);
  return out;
}

export function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** LP: the bytes with their length before them. */
export const lengthPrefixed = (bytes) => join(u32(bytes.length), bytes);

/** T: the tag that says what a hash is of. */
export const tag = (name) => asciiBytes(`${PROTO}/${name}`);

/** TH: SHA-256 over the tag and every part, each with its length before it. */
export async function taggedHash(name, ...parts) {
  const all = join(...[tag(name), ...parts].flatMap((part) => [u32(part.length), part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

export const hmacKey = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

export const hmac = async (key, data) => new Uint8Array(await crypto.subtle.sign("HMAC", key, data));

/** The first difference is enough: nothing here is secret. */
export const sameBytes = (one, two) => one.length === two.length && one.every((byte, at) => byte === two[at]);
