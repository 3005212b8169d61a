/** Owns Ed25519: WebCrypto's own, and before it the checks of form that not every browser makes. */

const FIELD = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGN = 1n << 255n;
// The first key of RFC 8032, by which to tell whether the browser has Ed25519 at all.
const KNOWN = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

const importKey = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);

const littleEndian = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Does this browser have Ed25519? */
export async function hasEd25519() {
  try {
    await importKey(Uint8Array.from(KNOWN.match(/../g), (pair) => parseInt(pair, 16)));
    return true;
  } catch {
    return false;
  }
}

/** A y below the field's size, and no zero x called odd: no point is written in two ways. */
function isCanonicalPoint(bytes) {
  const number = littleEndian(bytes);
  const y = number % SIGN;
  const hasZeroX = y === 1n || y === FIELD - 1n;
  return y < FIELD && !(hasZeroX && number >= SIGN);
}

/** Is the signature (64 bytes) the key's (32 bytes) of the message? A key that is no point has signed nothing. */
export async function isSigned(key, message, signature) {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  if (!isCanonicalPoint(key) || !isCanonicalPoint(r) || littleEndian(s) >= ORDER) return false;
  try {
    return await crypto.subtle.verify({ name: "Ed25519" }, await importKey(key), signature, message);
  } catch {
    return false;
  }
}
