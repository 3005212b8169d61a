/** Owns leaving a live table and giving the game up: their buttons, and the question before each. */

import { el, setText } from "./dom.js";
import { isBot, partnerOf } from "./facts.js";
import { makeQuestion } from "./question.js";
import { fill, seatName } from "./words.js";

const LEFT = {
  title: () => gettext("Leave the table?"),
  text: () => gettext("A bot takes your seat at once and plays on for you. While the game goes on you can take the "
    + "seat back."),
};
const UNBEGUN = () => gettext("The game has not begun: your seat is free for somebody else then.");

function giveUpText(message) {
  const partner = partnerOf(message.view.seat);
  if (isBot(message, partner)) return gettext("Your side loses at once. It cannot be taken back.");
  const values = { name: seatName(message, partner) };
  if (message.live.conceded[partner]) return fill(gettext("%(name)s gives up, too: your side loses at once."), values);
  return fill(gettext("Your side loses as soon as %(name)s gives up, too. It cannot be taken back."), values);
}

/** `actions.leave()` and `actions.concede()` are called when the player is sure. */
export class Leaving {
  #message = null;

  constructor(actions) {
    this.leaving = makeQuestion({ title: LEFT.title(), text: LEFT.text(), yes: gettext("Leave the table"),
      no: gettext("Stay"), sure: () => actions.leave() });
    this.givingUp = makeQuestion({ title: gettext("Give the game up?"), text: "", yes: gettext("Give up"),
      no: gettext("Play on"), sure: () => actions.concede() });
    this.questions = [this.leaving.element, this.givingUp.element];
    this.leaveButton = el("button", { type: "button", class: "chat-say", "data-leave": true,
      text: gettext("Leave the table"), onclick: () => this.askToLeave() });
    this.concedeButton = el("button", { type: "button", class: "chat-say", "data-concede": true,
      text: gettext("Give the game up"), onclick: () => this.#askToConcede() });
    this.note = el("p", { class: "panel-note" });
    this.element = el("div", { class: "leaving" }, el("h3", { text: gettext("Leave or give up") }), this.note,
      el("div", { class: "chat-buttons" }, this.leaveButton, this.concedeButton));
  }

  draw({ message }) {
    this.#message = message;
    const { live, view } = message;
    const isPlaying = !["ready", "match_over"].includes(view.phase);
    const isThere = Boolean(live) && view.seat !== null && !live.left[view.seat] && isPlaying;
    this.element.hidden = !isThere;
    if (!isThere) return;
    const hasConceded = live.conceded[view.seat];
    this.concedeButton.hidden = hasConceded;
    this.note.hidden = !hasConceded;
    setText(this.note, fill(gettext("You have given up. The game ends when %(name)s does so, too."),
      { name: seatName(message, partnerOf(view.seat)) }));
  }

  askToLeave() {
    this.leaving.say(this.#message.view.phase === "ready" ? UNBEGUN() : LEFT.text());
    this.leaving.open();
  }

  #askToConcede() {
    this.givingUp.say(giveUpText(this.#message));
    this.givingUp.open();
  }
}
