/** Owns reading a file's bytes into a transcript, or saying what about them is not of the format, and on which line. */

import { PROTO } from "./bytes.js";
import { parseCanon } from "./canon.js";
import { checkEvent, checkHeader, checkSeal, isObject } from "./formats.js";
import { Wrong, finding } from "./wrong.js";

export const MOST_BYTES = 10_000_000;
const LF = 10;
const BYTES_LOOKED_AT = 1000;
const ARCHIVES = ["PK\x03\x04", "PK\x05\x06", "\x1f\x8b", "7z\xbc\xaf", "Rar!", "BZh", "\xfd7zXZ"];
const LINES_A_TURN = 200;

/** Each byte as the character of its number. */
const latin = (bytes) => String.fromCharCode(...bytes);
const decoder = new TextDecoder("latin1");

/** Why these bytes cannot be read at all, as a Wrong; or null. */
export function findUnreadable(data) {
  if (data.length > MOST_BYTES) return new Wrong("too_large");
  const start = data.subarray(0, BYTES_LOOKED_AT);
  if (ARCHIVES.some((mark) => latin(start.subarray(0, mark.length)) === mark)) return new Wrong("archive");
  const strange = start.reduce((sum, byte) => sum + (isOfText(byte) ? 0 : 1), 0);
  if (10 * strange > 3 * start.length) return new Wrong("no_text");
  return findOtherVersion(data);
}

const isOfText = (byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127);

function findOtherVersion(data) {
  const end = data.indexOf(LF);
  const proto = protoOf(decoder.decode(end < 0 ? data : data.subarray(0, end)));
  const isOther = typeof proto === "string" && proto.startsWith("spades-fair/") && proto !== PROTO;
  return isOther ? new Wrong("other_version", { version: proto.slice(0, 40) }) : null;
}

function protoOf(line) {
  try {
    return JSON.parse(line)?.proto;
  } catch {
    return undefined;
  }
}

/**
 * The transcript of these bytes, or the one finding E_FORMAT on its first wrong line: `{transcript}` or `{wrong}`.
 *
 * A transcript is header, events and seal (null where there is none) as objects, and the bytes of the lines of header
 * and events. `pause(stage, share)` is awaited now and then.
 */
export async function read(data, pause) {
  const unreadable = findUnreadable(data);
  if (unreadable) return { wrong: atLine(0, unreadable) };
  const reader = new Reader(data);
  while (reader.hasNext()) {
    if (reader.number % LINES_A_TURN === 0) await pause("E_FORMAT", reader.at / data.length);
    try {
      reader.readNext();
    } catch (error) {
      return { wrong: atLine(reader.number, error) };
    }
  }
  return reader.finish();
}

function atLine(line, error) {
  if (!(error instanceof Wrong)) throw error;
  return finding("E_FORMAT", line, error.reason, error.values);
}

class Reader {
  constructor(data) {
    this.data = data;
    this.last = data.lastIndexOf(LF);
    this.at = 0;
    this.number = 0;
    this.objects = [];
    this.lines = [];
  }

  hasNext() {
    return this.at <= this.last;
  }

  readNext() {
    const end = this.data.indexOf(LF, this.at);
    const line = this.data.subarray(this.at, end);
    this.objects.push(this.#parse(line, end === this.last));
    this.lines.push(line);
    this.at = end + 1;
    this.number += 1;
  }

  /** A seal is one on the last line only. */
  #parse(line, isLast) {
    const value = parseCanon(decoder.decode(line));
    if (!isObject(value)) throw new Wrong("not_an_object");
    if (this.number === 0) checkHeader(value);
    else if (isLast && value.type === "seal") checkSeal(value);
    else checkEvent(value);
    return value;
  }

  finish() {
    if (this.data.length === 0) return { wrong: finding("E_FORMAT", 0, "empty") };
    if (this.at < this.data.length) return { wrong: finding("E_FORMAT", this.number, "no_line_feed") };
    const [header, ...events] = this.objects;
    const seal = events.at(-1)?.type === "seal" ? events.pop() : null;
    const [headerLine, ...eventLines] = this.lines.slice(0, events.length + 1);
    return { transcript: { header, headerLine, events, eventLines, seal } };
  }
}
