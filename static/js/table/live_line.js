/** Owns the line above the felt of a live table: that one watches, has left, or is back while a bot still plays. */

import { el, setText } from "./dom.js";
import { hasLeft } from "./facts.js";
import { fill } from "./words.js";

/** How many watch, in a sentence. */
export function watchersText(count) {
  return fill(ngettext("%(count)s person watches.", "%(count)s people watch.", count), { count });
}

function watchingText({ live }) {
  return `${gettext("You are watching, one trick behind.")} ${watchersText(live.watching)}`;
}

function lineText(message) {
  const { live, view } = message;
  if (!live) return "";
  if (view.seat === null) return watchingText(message);
  if (view.phase === "match_over" || message.waiting) return "";
  if (live.left[view.seat]) return gettext("You have left the table. A bot plays for you.");
  if (live.stand_ins[view.seat]) return gettext("You are back. The bot plays on until your next turn.");
  return "";
}

/** `actions.takeBack()` asks for the seat that one has left. */
export function makeLiveLine(actions) {
  const text = el("span", {});
  const back = el("button", { type: "button", class: "live-line-button", text: gettext("Take my seat back"),
    onclick: () => actions.takeBack() });
  const lobby = el("a", { href: "/lobby/", text: gettext("To the lobby") });
  const element = el("p", { class: "live-line", hidden: true }, text, " ", back, " ", lobby);

  function draw({ message }) {
    const words = lineText(message);
    element.hidden = words === "";
    setText(text, words);
    const isGone = words !== "" && hasLeft(message);
    back.hidden = !isGone;
    lobby.hidden = !isGone && message.view.seat !== null;
  }

  return { element, draw };
}
