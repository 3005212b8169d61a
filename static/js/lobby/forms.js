/** Owns asking: each button is a form that works by itself, and is sent over the line while that is open. */

import { el } from "../table/dom.js";

const NUMBERS = new Set(["seat", "a", "b"]);

function token() {
  return document.querySelector("[data-token] input").value;
}

function hidden(name, value) {
  return el("input", { type: "hidden", name, value: String(value) });
}

/** A button that asks for `kind` at a challenge; `key` names it over redraws, `label` says more than its text. */
export function askButton(challenge, kind, text, { fields = {}, primary = false, key = kind, label = null } = {}) {
  const inputs = Object.entries(fields).map(([name, value]) => hidden(name, value));
  const button = el("button", { class: primary ? "button primary" : "button", text, "aria-label": label });
  button.dataset.key = `${challenge.code}-${key}`;
  const form = el("form", { method: "post", action: `/lobby/${challenge.code}/${kind}/`, class: "ask" });
  form.dataset.ask = kind;
  form.dataset.table = challenge.code;
  form.append(hidden("csrfmiddlewaretoken", token()), ...inputs, button);
  return form;
}

function messageOf(form, code) {
  const { csrfmiddlewaretoken, ...fields } = Object.fromEntries(new FormData(form));
  const read = ([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value];
  const body = Object.fromEntries(Object.entries(fields).map(read));
  return { type: form.dataset.ask, table: form.dataset.table ?? code, ...body };
}

/** Sends the forms of `root` over the line; `isKnown()` says whether it knows who asks, `onAnswer` gets what came. */
export function sendOverLine(root, line, code, isKnown, onAnswer) {
  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.ask || !line.isOpen || !isKnown()) return;
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    const answer = await line.ask(messageOf(form, code));
    form.ariaBusy = "false";
    onAnswer(answer, form);
  });
}
