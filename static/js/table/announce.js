/** Owns the live region: events told in words, politely, one sentence each. */

import { el } from "./dom.js";

const KEPT = 60;

/** A log only assistive technology reads; `say(sentences)` adds to it. */
export function makeAnnouncer() {
  const element = el("div", { class: "table-sr", role: "log", "aria-live": "polite", "aria-relevant": "additions",
    "aria-label": gettext("What happens at the table"), "data-announcer": true });

  function say(sentences) {
    element.append(...sentences.map((text) => el("p", { text })));
    while (element.childElementCount > KEPT) element.firstElementChild.remove();
  }

  return { element, say };
}
