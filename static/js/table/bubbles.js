/** Owns the bubbles at the plates: what somebody says, or the clock does for them, for a few seconds. */

import { el, setText } from "./dom.js";
import { placeOf } from "./facts.js";
import { clockActText, messageText } from "./news.js";

const SHOWN_MS = 6000;

const textOf = (event) => (event.type === "chat" ? messageText(event.msg) : clockActText(event));

function makeBubble() {
  const element = el("div", { class: "seat-bubble", "aria-hidden": "true", "data-kept": true, hidden: true });
  let timer = null;

  function show(text) {
    clearTimeout(timer);
    setText(element, text);
    element.hidden = false;
    timer = setTimeout(() => { element.hidden = true; }, SHOWN_MS);
  }

  return { element, show };
}

/** `show(message, event)` shows one at the plate of its seat; the live region has the sentence. */
export function makeBubbles(plateAt) {
  const bubbles = Object.fromEntries(["top", "left", "right", "bottom"].map((place) => [place, makeBubble()]));
  for (const [place, { element }] of Object.entries(bubbles)) plateAt(place).append(element);

  function show(message, event) {
    if (event.type !== "chat" && event.by !== "clock") return;
    bubbles[placeOf(event.seat, message.view)].show(textOf(event));
  }

  return { show };
}
