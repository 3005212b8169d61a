/** Owns canonical JSON: a line is read only if writing what was read gives its bytes again. */

import { Wrong } from "./wrong.js";

const PRINTABLE = /^[ -~]*$/;

/** The one way to write a value; Wrong for what canonical JSON does not have. */
export function canon(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return writeInteger(value);
  if (typeof value === "string") return writeText(value);
  if (Array.isArray(value)) return `[${value.map(canon).join(",")}]`;
  const members = Object.keys(value).sort().map((key) => `${writeText(key)}:${canon(value[key])}`);
  return `{${members.join(",")}}`;
}

function writeInteger(number) {
  if (!Number.isSafeInteger(number)) throw new Wrong("not_canonical");
  return String(number);
}

function writeText(text) {
  if (!PRINTABLE.test(text)) throw new Wrong("not_canonical");
  return JSON.stringify(text);
}

/** The value of a line, given as text without its LF. */
export function parseCanon(text) {
  if (!PRINTABLE.test(text)) throw new Wrong(nameStranger(text));
  if (text.trim() === "") throw new Wrong("blank_line");
  const value = parse(text);
  if (write(value) !== text) throw new Wrong("not_canonical");
  return value;
}

function nameStranger(text) {
  if (/^[ -~]*\r$/.test(text)) return "carriage_return";
  return /^(?:ï»¿|ÿþ|þÿ)/.test(text) ? "byte_order_mark" : "strange_character";
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Wrong("not_json");
  }
}

/** A value nested deeper than the browser's stack is not canonical either. */
function write(value) {
  try {
    return canon(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Wrong("not_canonical");
    throw error;
  }
}
