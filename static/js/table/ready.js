/** Owns getting ready at a live table: who is, until when the others are waited for, and one's own button. */

import { el, setText, uniqueId } from "./dom.js";
import { countdown } from "./server_time.js";
import { fill, kindName, seatName } from "./words.js";

function stateText({ waiting, commit, seats }, seat) {
  if (seats[seat].kind === "bot") return gettext("ready");
  if (commit && !waiting.contributed[seat]) return gettext("adds a number to the deal");
  return waiting.ready[seat] ? gettext("ready") : gettext("not ready yet");
}

function row(message, seat) {
  const isReady = message.waiting.ready[seat] || message.seats[seat].kind === "bot";
  const kind = kindName(message, seat);
  return el("li", { "data-ready": String(isReady) },
    el("span", { class: "ready-mark", "aria-hidden": "true", text: isReady ? "✓" : "…" }),
    el("bdi", { class: "ready-who", text: kind ? `${seatName(message, seat)} (${kind})` : seatName(message, seat) }),
    el("span", { text: stateText(message, seat) }));
}

const isOwnReady = ({ waiting, view }) => view.seat === null || waiting.ready[view.seat];

function titleOf(message) {
  if (message.commit) return gettext("The cards are being dealt");
  return isOwnReady(message) ? gettext("Waiting for the others") : gettext("Everybody is here. Ready?");
}

const brokenText = () => gettext("A browser did not add its number in time, so the deal is made anew.");
const againText = () => gettext("You are ready again by yourself.");

/** `actions.ready()` and `actions.leave()` are called by its buttons, `isWilling()` tells
 * whether the player has said to be ready before; `time` is that of the server. */
export class ReadyPanel {
  #actions;
  #time;
  #message = null;
  #isAsked = false; // the button was pressed for the match on the screen
  #why = el("p", { class: "ready-why", hidden: true });
  #list = el("ul", { class: "ready-list" });
  #note = el("p", { class: "ready-note" });

  constructor(actions, time) {
    this.#actions = actions;
    this.#time = time;
    this.title = el("h2", { id: uniqueId("ready") });
    this.button = el("button", { type: "button", class: "table-button table-button--main", "data-get-ready": true,
      text: gettext("I am ready"), onclick: () => this.#press() });
    this.leave = el("button", { type: "button", class: "table-button", text: gettext("Leave the table"),
      onclick: () => this.#actions.leave() });
    this.element = el("section", { class: "ready-panel", "aria-labelledby": this.title.id, hidden: true }, this.title,
      this.#why, this.#list, this.#note, el("div", { class: "result-buttons" }, this.button, this.leave));
  }

  draw({ message }) {
    const isNew = this.#message?.match !== message.match;
    if (isNew) this.#startOver(message);
    this.#message = message;
    const wasHidden = this.element.hidden;
    this.element.hidden = !message.live || !message.waiting;
    if (this.element.hidden) return;
    this.#drawParts(message);
    if ((wasHidden || isNew) && document.activeElement === document.body) this.focus();
  }

  focus() {
    (this.button.hidden ? this.leave : this.button).focus();
  }

  tick() {
    if (this.element.hidden || this.#message === null) return;
    const until = this.#message.commit ? null : this.#message.live.ready_until;
    this.#note.hidden = until === null;
    if (until !== null) {
      setText(this.#note, fill(gettext("Seats of those who are not ready are given up in %(time)s."),
        { time: countdown(this.#time.until(until)) }));
    }
  }

  /** Another match: says why, where what was promised came to nothing. */
  #startOver(message) {
    this.#isAsked = false;
    const isAnew = Boolean(message.waiting && this.#message?.waiting && this.#message.commit);
    this.#why.hidden = !isAnew;
    if (isAnew) setText(this.#why, [brokenText(), this.#actions.isWilling() && againText()].filter(Boolean).join(" "));
  }

  #drawParts(message) {
    setText(this.title, titleOf(message));
    this.#list.replaceChildren(...[0, 1, 2, 3].map((seat) => row(message, seat)));
    this.button.hidden = isOwnReady(message) || this.#isAsked;
    this.leave.hidden = message.view.seat === null || Boolean(message.commit);
    this.tick();
  }

  #press() {
    this.#isAsked = true;
    this.#actions.ready();
    this.draw({ message: this.#message });
    this.focus();
  }
}
