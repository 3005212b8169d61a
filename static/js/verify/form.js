/** Owns what is entered beside the file: the commitment and the head one kept, and keys other than the site's. */

import { isHex } from "./bytes.js";
import { parseKeys } from "./keys.js";
import { Wrong } from "./wrong.js";
import { say } from "./words.js";

const WANTED = () => gettext("This must be 64 digits 0–9 and a–f, as your browser kept them. Nothing was checked.");

/** The values of the optional fields, empty ones as null; or null if one is wrong, which is then marked. */
export function readFields(form) {
  const readings = [readHex(form.elements.commitment), readHex(form.elements.head), readKeys(form.elements.keys)];
  if (readings.includes(undefined)) {
    form.querySelector("[aria-invalid=true]").focus();
    return null;
  }
  const [commitment, head, keys] = readings;
  return { commitment, head, keys };
}

function readHex(field) {
  const text = field.value.trim().toLowerCase();
  if (text === "") return accept(field, null);
  return isHex(text, 32) ? accept(field, text) : refuse(field, WANTED());
}

function readKeys(field) {
  if (field.value.trim() === "") return accept(field, null);
  try {
    return accept(field, parseKeys(field.value));
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return refuse(field, `${say(error.reason, error.values)} ${gettext("Nothing was checked.")}`);
  }
}

const errorOf = (field) => document.getElementById(`${field.id}-error`);

function accept(field, value) {
  field.removeAttribute("aria-invalid");
  errorOf(field).textContent = "";
  return value;
}

function refuse(field, text) {
  field.setAttribute("aria-invalid", "true");
  errorOf(field).textContent = text;
  field.closest("details").open = true;
  return undefined;
}
