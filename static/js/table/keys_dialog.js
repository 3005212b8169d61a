/** Owns the dialog that lists the keys of a page: those of a table, those of a replay. */

import { el, uniqueId } from "./dom.js";

function row([key, text]) {
  return el("tr", {}, el("th", { scope: "row" }, el("kbd", { text: key })), el("td", { text }));
}

/** The dialog with a heading and the keys, `[[key, what it does]]`; `open()` shows it. */
export function makeKeysDialog(heading, keys) {
  const title = el("h2", { text: heading, id: uniqueId("keys") });
  const close = el("button", { type: "button", class: "table-button", autofocus: true, text: gettext("Close"),
    onclick: () => element.close() });
  const element = el("dialog", { class: "keys", "aria-labelledby": title.id }, title,
    el("table", {}, el("tbody", {}, keys.map(row))),
    el("p", { text: gettext("Single keys can be switched off in the settings.") }), close);
  element.addEventListener("click", (event) => event.target === element && element.close());
  return { element, open: () => element.showModal() };
}
