/** Owns the verifier's own thread: checks one file at a time, the last one asked for. */

import { GivenUp, makePause } from "./pacing.js";
import { verify } from "./verifier.js";

let wanted = 0;

self.addEventListener("message", async ({ data: { id, bytes, options } }) => {
  wanted = id;
  const pause = makePause(
    (progress) => self.postMessage({ id, progress }),
    () => wanted === id,
  );
  try {
    self.postMessage({ id, report: await verify(bytes, options, pause) });
  } catch (error) {
    self.postMessage(error instanceof GivenUp ? { id, report: null } : { id, failure: String(error) });
  }
});
self.postMessage({ ready: true });
