/** Owns the site's public keys, fetched once when the page loads, and how the page speaks of them. */

import { parseKeys } from "./keys.js";

/** A Map of the site's keys, or null if they cannot be had. */
export async function fetchKeys(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    if (!response.ok) return null;
    const keys = parseKeys(await response.text());
    return keys.size ? keys : null;
  } catch {
    return null;
  }
}

/** What the page can check a signature with, in words. */
export function sayKeys(keys, hasEd25519) {
  if (!hasEd25519) return gettext("This browser has no Ed25519, so the signature of the seal will not be checked.");
  if (keys === null) return gettext("This site's keys could not be fetched, so the signature will not be checked against them.");
  return interpolate(gettext("This site's keys are here: %(ids)s."), { ids: [...keys.keys()].join(", ") }, true);
}

/** What to say beside the signature of a report: why it was not checked, or that it was with other keys. */
export function saySignature({ signature, facts }, hasOwnKeys, hasEd25519) {
  if (signature === "ok") return hasOwnKeys ? gettext("With the keys you entered, not this site's.") : "";
  if (facts && !facts.isSealed) return gettext("There is no seal yet.");
  if (!hasEd25519) return gettext("The signature was not checked: this browser has no Ed25519.");
  return gettext("The signature was not checked against this site's keys: they could not be fetched.");
}
