/** Owns the link to a position: kept in the address of the page, and copied on request. */

const PAUSE_MS = 150;

/** Hands are numbered from 1 in links, as in words; steps from 0, the deal. */
function linkTo(address, hand, step) {
  return new URL(`${address}?hand=${hand + 1}&step=${step}`, window.location.href).href;
}

/** `show(hand, step)` puts the position in the address; `copy()` promises whether it is on the clipboard. */
export function makeAddress(address) {
  let link = window.location.href;
  let timer = null;

  /** Browsers refuse an address that changes with every move of a slider. */
  function show(hand, step) {
    link = linkTo(address, hand, step);
    clearTimeout(timer);
    timer = setTimeout(() => window.history.replaceState(null, "", link), PAUSE_MS);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      return true;
    } catch {
      return false; // not allowed, or no secure context
    }
  }

  return { show, copy };
}
