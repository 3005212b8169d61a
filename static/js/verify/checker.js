/** Owns where a check runs: in a worker that is loaded with the page, else here, in slices. */

import { GivenUp, makePause } from "./pacing.js";
import { verify } from "./verifier.js";

/** A checker, once it can do without the network. `check(bytes, options, onProgress)` gives a report. */
export function openChecker(url) {
  return new Promise((resolve) => {
    const useThis = () => resolve(new SlicedChecker());
    try {
      const worker = new Worker(url, { type: "module" });
      worker.addEventListener("error", useThis, { once: true });
      worker.addEventListener("message", () => resolve(new WorkerChecker(worker)), { once: true });
    } catch {
      useThis();
    }
  });
}

/** Null instead of a report: another file was asked for meanwhile. */
class SlicedChecker {
  #wanted = 0;

  async check(bytes, options, onProgress) {
    this.#wanted += 1;
    const own = this.#wanted;
    try {
      return await verify(bytes, options, makePause(onProgress, () => this.#wanted === own));
    } catch (error) {
      if (error instanceof GivenUp) return null;
      throw error;
    }
  }
}

class WorkerChecker {
  #worker;
  #checks = new Map();
  #last = 0;

  constructor(worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", ({ message }) => this.#fail(message));
  }

  check(bytes, options, onProgress) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#checks.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({ id, bytes, options }, [bytes.buffer]);
    });
  }

  #hear({ id, progress, report, failure }) {
    const check = this.#checks.get(id);
    if (progress) return check.onProgress(progress);
    this.#checks.delete(id);
    return failure === undefined ? check.resolve(report) : check.reject(new Error(failure));
  }

  #fail(message) {
    for (const { reject } of this.#checks.values()) reject(new Error(message));
    this.#checks.clear();
  }
}
