/** Owns the lines above the felt: how the connection is, and what must not be overlooked. */

import { el, setText } from "./dom.js";
import { closeText, whyClosed } from "./words.js";

const PATIENCE_MS = 2000;

/** `say(sentences)` announces; `showConnection(state, code)` follows the connection, `warn(text)` adds what stays. */
export function makeLines(say) {
  const line = el("p", { class: "line", role: "status", hidden: true });
  const element = el("div", { class: "lines" }, line);
  let patience = null;
  let isBroken = false; // the connection was lost, and is not there again

  function show(text) {
    clearTimeout(patience);
    line.hidden = text === "";
    setText(line, text);
  }

  function connecting() {
    if (isBroken) return show(gettext("Reconnecting…"));
    patience = setTimeout(() => show(gettext("Connecting…")), PATIENCE_MS);
    return undefined;
  }

  function open() {
    show("");
    if (isBroken) say([gettext("Connected again")]);
    isBroken = false;
  }

  function lost(text) {
    isBroken = true;
    show(text);
  }

  function showConnection(state, code) {
    const states = { connecting, open, waiting: () => lost(whyClosed(code) ?? gettext("Reconnecting…")),
      closed: () => lost(closeText(code)) };
    states[state]();
  }

  function warn(text) {
    element.append(el("p", { class: "line-warning", text }));
    say([text]);
  }

  return { element, showConnection, warn };
}
