/** Owns the pauses of a check: it tells how far it is, lets others have a turn, and gives up when it is not wanted. */

const TURN_MS = 40;

export class GivenUp extends Error {}

/** A `pause` for the verifier, which does its work at most every 40 ms. */
export function makePause(onProgress, isWanted) {
  let last = performance.now();
  return async (stage, share) => {
    if (performance.now() - last < TURN_MS) return;
    onProgress({ stage, share });
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) throw new GivenUp();
    last = performance.now();
  };
}
