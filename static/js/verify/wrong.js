/** Owns how a stage says what it found: a reason of words.js, and the values its sentence names. */

/** What is wrong with a line or a thing, before it is known which line or stage that is. */
export class Wrong extends Error {
  constructor(reason, values = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/** One thing found; `line` counts from 0, the header. */
export const finding = (code, line, reason, values = {}) => ({ code, line, reason, values });
