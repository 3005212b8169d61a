/** Owns the way on from a result: its buttons, when the next hand starts by itself, and why a wish was not granted. */

import { mayCoach } from "./coach_here.js";
import { el, setText } from "./dom.js";
import { hasLeft } from "./facts.js";
import { countdown } from "./server_time.js";
import { fill } from "./words.js";

const isOver = ({ view }) => view.phase === "match_over";

function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", class: "table-button", text, onclick, ...attributes });
}

function mainButton(message, isBusy, actions) {
  const text = isOver(message) ? gettext("Play again") : gettext("Next hand");
  return button(isBusy ? gettext("Dealing…") : text,
    () => !isBusy && (isOver(message) ? actions.again() : actions.next()),
    { class: "table-button table-button--main", "data-onward": true, "aria-disabled": isBusy ? "true" : null });
}

function changeButton(isBusy, actions) {
  return button(gettext("Change partners"), () => !isBusy && actions.rematch(),
    { "data-rematch": true, "aria-disabled": isBusy ? "true" : null });
}

/** Some of the table have gone on: there is where the others find them. */
function linkToRematch({ live }) {
  return el("a", { class: "table-button table-button--main", "data-onward": true, href: `/tables/${live.rematch}/`,
    text: gettext("Go on at the next table") });
}

function onwardButtons(message, isBusy, actions) {
  if (message.view.seat === null || hasLeft(message)) return [];
  if (isOver(message) && message.live?.rematch) return [linkToRematch(message)];
  return [mainButton(message, isBusy, actions), isOver(message) && message.live && changeButton(isBusy, actions)];
}

function coachButton(message, actions) {
  return mayCoach(message) && button(gettext("Ask the coach"), () => actions.coach(), { "data-coach": true });
}

/** At a live table there are ways on enough: how the deal was made is in the panel. */
function moreButton(message, actions) {
  if (isOver(message) && message.live && message.view.seat !== null) return null;
  return isOver(message) ? button(gettext("How this deal was made"), () => actions.open("deal"))
    : button(gettext("Score sheet"), () => actions.open("sheet"));
}

const linkToLobby = (message) => isOver(message) && message.live
  && el("a", { class: "result-link", href: "/lobby/", text: gettext("To the lobby") });

/** What decides how the buttons look, besides the moment of the game. */
export const onwardKey = (message) => [message.live?.rematch ?? null, hasLeft(message)];

/** `actions` has `next()`, `again()`, `rematch()`, `coach()` and `open(section)`; `time` is that of the server. */
export class Onward {
  #actions;
  #time;
  #message = null;
  #buttons = el("div", { class: "result-buttons" });
  #note = el("p", { class: "result-note", hidden: true });

  constructor(actions, time) {
    this.#actions = actions;
    this.#time = time;
    this.parts = [this.#note, this.#buttons];
  }

  draw(message, isBusy) {
    this.#message = message;
    const parts = [...onwardButtons(message, isBusy, this.#actions), coachButton(message, this.#actions),
      moreButton(message, this.#actions), linkToLobby(message)];
    this.#buttons.replaceChildren(...parts.filter(Boolean));
    this.#say("");
    this.tick();
  }

  /** Nothing has changed but what is there beside the cards. */
  follow(message) {
    this.#message = message;
  }

  /** Why a wish was not granted; it stays until the table has moved on. */
  refuse(text) {
    if (this.#message !== null && isOver(this.#message)) this.#say(text);
  }

  tick() {
    const nextAt = this.#message?.live?.next_at ?? null;
    if (nextAt === null || this.#message.view.phase !== "hand_over") return;
    this.#say(fill(gettext("The next hand starts in %(time)s."), { time: countdown(this.#time.until(nextAt)) }));
  }

  #say(text) {
    this.#note.hidden = text === "";
    setText(this.#note, text);
  }
}
