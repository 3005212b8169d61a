/** Owns the keyboard of a replay, and the dialog that lists its keys. */

import { get } from "../preferences.js";
import { makeKeysDialog } from "../table/keys_dialog.js";

function list() {
  return [
    ["←  →", gettext("One step back, one step on")],
    ["Home  End", gettext("To the deal, to the end of the hand")],
    ["Page ↑  ↓", gettext("One trick back, one trick on")],
    ["T", gettext("Tricks so far")],
    ["S", gettext("Score sheet")],
    ["K", gettext("The coach, for those who played")],
    ["P", gettext("Play on from here")],
    ["R", gettext("Say the whole position")],
    ["?", gettext("These keys")],
  ];
}

/** The dialog with all keys; `open()` shows it. */
export const makeReplayKeys = () => makeKeysDialog(gettext("Keys of the replay"), list());

const SCROLLS = ["Home", "End", "PageUp", "PageDown"];

/** Does what has the focus need this key itself? */
function isTaken({ key, target }) {
  if (target.closest("input, select, textarea") !== null) return true;
  return SCROLLS.includes(key) && target.closest(".panel-body") !== null;
}

/** `bindings` maps a key to what it does; single letters can be switched off. */
export function listenToKeys(bindings) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
    if (document.querySelector("dialog[open]")) return;
    const isSingle = event.key.length === 1;
    const act = bindings[isSingle ? event.key.toLowerCase() : event.key];
    if (!act || (isSingle && !get("keys"))) return;
    event.preventDefault();
    act();
  });
}
