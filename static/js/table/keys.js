/** Owns the keyboard: single keys of the table, and the dialog that lists them. */

import { get } from "../preferences.js";
import { makeKeysDialog } from "./keys_dialog.js";

function list() {
  return [
    ["←  →", gettext("From card to card, from bid to bid")],
    ["Home  End", gettext("First and last card or bid")],
    ["Enter", gettext("Play the card, make the bid; get ready at a live table")],
    ["1 – 13", gettext("Choose a bid; Enter makes it")],
    ["N", gettext("Choose nil")],
    ["B", gettext("Choose blind nil")],
    ["V", gettext("Look at my cards, while blind nil is offered")],
    ["C", gettext("Go to my cards")],
    ["Tab", gettext("Go to a bot and read what its bid and card tell, at a table with bots alone; or point at it")],
    ["U", gettext("Take back my last bid or card, at a table with bots alone")],
    ["E", gettext("End the hand by a claim, when that is offered")],
    ["H", gettext("Hint, at a table with bots alone")],
    ["K", gettext("The coach, when a hand is over")],
    ["L", gettext("Last trick")],
    ["S", gettext("Score sheet")],
    ["D", gettext("How this deal was made")],
    ["M", gettext("Quick chat, and leaving the table, at a live table")],
    ["R", gettext("Say the state of the table")],
    ["Space", gettext("Skip the wait, when no button has the focus")],
    ["?", gettext("These keys")],
  ];
}

/** The dialog with all keys; `open()` shows it. */
export const makeTableKeys = () => makeKeysDialog(gettext("Keys at the table"), list());

function isTyping(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** Has nothing the focus to which these keys could mean something of its own? A closed dialog keeps it for a frame. */
const isFree = ({ target }) => target === document.body || target.closest(".felt-area, dialog:not([open])") !== null;

function isOurs(event, table) {
  const isOnItsPage = document.body.classList.contains("at-table");
  return table.contains(event.target) || (isOnItsPage && !document.querySelector("dialog[open]"));
}

/**
 * Listens for the table's keys. `bindings` maps a key to what it does; `bid(key)` is asked first;
 * `skip()` is called by Enter or Space where no control has the focus, `enter(key)` by an arrow, Home or End that moves
 * nothing yet; it tells whether there is something to move among.
 */
export function listenToKeys(table, { bindings, bid, skip, enter }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || !isOurs(event, table) || event.target.closest("dialog[open]")) return;
    if (event.key === "Enter" || event.key === " ") {
      if (event.target.closest("a, button, summary, [tabindex='0']") === null) skip();
      return;
    }
    if (MOVES.includes(event.key)) {
      if (isFree(event) && enter(event.key)) event.preventDefault();
      return;
    }
    if (!get("keys")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (bid(key)) event.preventDefault();
    else if (bindings[key]) {
      event.preventDefault();
      bindings[key]();
    }
  });
}
