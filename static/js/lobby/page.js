/** Owns the pages of the lobby: draws what the line tells, keeps the focus, and goes on to a game that begins. */

import { el, setText } from "../table/dom.js";
import { drawChallenge, restMoving } from "./challenge.js";
import { offerCopying } from "./copying.js";
import { sendOverLine } from "./forms.js";
import { Line } from "./line.js";
import { drawLobby } from "./list.js";
import { sayChanges } from "./words.js";

const root = document.querySelector("[data-lobby]");
const code = root.dataset.table;
let state = JSON.parse(document.getElementById("lobby-state").textContent);

function says(text, url = null, words = gettext("Go to that table")) {
  const line = document.querySelector("[data-says]");
  line.hidden = text === "";
  const link = url === null ? [] : [" ", el("a", { href: url, text: words })];
  line.replaceChildren(text, ...link);
}

function tells(text) {
  if (text) setText(document.querySelector("[data-told]"), text);
}

/** The element of the same name has the focus after a redraw too; where there is none any more, the heading. */
function keepFocus(draw) {
  const focused = document.activeElement;
  const key = root.contains(focused) ? focused.dataset.key : undefined;
  draw();
  if (key === undefined || focused.isConnected) return;
  const again = root.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? document.querySelector("[data-top]");
  again.focus({ preventScroll: true });
}

function draw() {
  if (code === "") drawLobby(root, state);
  else if (state.challenge !== null) drawChallenge(root, state, () => keepFocus(draw));
}

/** Takes away what can no longer be done here, and says why and where to go instead. */
function end(text, url, words) {
  says(text, url, words);
  root.hidden = true;
}

function showGone() {
  end(gettext("This table is no longer there: everybody has left it."), "/lobby/", gettext("To the lobby"));
}

function showBegun({ url, is_private: isPrivate }) {
  if (isPrivate) end(gettext("The game at this table has begun."), "/lobby/", gettext("To the lobby"));
  else end(gettext("The game at this table has begun."), url, gettext("Watch it"));
}

/** One's own game has just begun, wherever in the lobby one is, or is being played at this page's table. */
function hasBegun(before, after) {
  const isMine = after.seat !== null && !after.seat.waits;
  return isMine && (Boolean(before.seat?.waits) || after.challenge?.you != null);
}

function take(message) {
  const before = state;
  state = message;
  if (hasBegun(before, state)) return location.assign(state.seat.url);
  if (code !== "" && state.challenge === null) return showGone();
  if (state.challenge?.begun) return showBegun(state.challenge);
  tells(sayChanges(before.challenge, state.challenge));
  return keepFocus(draw);
}

function hearAnswer(answer, form) {
  if (answer === null) return says(gettext("The line broke. Look at how things stand now, and try again."));
  if (answer.type !== "accepted") return says(answer.text, answer.url ?? null);
  if (code === "" && form.dataset.ask === "sit") return location.assign(`/lobby/${form.dataset.table}/`);
  says("");
  restMoving();
  form.reset();
  return keepFocus(draw);
}

const line = new Line(code, { onState: take, onEnd: () => code !== "" && showGone() });
sendOverLine(root, line, code, () => state.player !== null, hearAnswer);
offerCopying(root, says);
draw();
line.open();
