/** Owns quick chat: eight messages in words, why they cannot be said now, and what was said in this game. */

import { el, setText, toggleAttribute, uniqueId } from "./dom.js";
import { isBot, partnerOf } from "./facts.js";
import { MESSAGE_IDS, messageText, newsText } from "./news.js";
import { countdown } from "./server_time.js";
import { fill, seatName } from "./words.js";

const KEPT = 30;

/** Why nothing can be said now, in words; empty when something can. */
export function chatRefusal({ live, view }, time) {
  const { left, from } = live.chat;
  if (view.phase === "bidding") return gettext("Not during the bidding: it could be a signal.");
  if (left === 0) return gettext("You have said all you can in this game.");
  if (view.turn === partnerOf(view.seat)) return gettext("Not while your partner is on turn: it could be a signal.");
  const wait = from === null ? 0 : time.until(from);
  return wait ? fill(gettext("One message in 5 seconds: the next in %(time)s."), { time: countdown(wait) }) : "";
}

const leftText = (left) => fill(ngettext("%(left)s message left in this game.", "%(left)s messages left in this game.",
  left), { left });

/** Is this something that the player does not want to hear? */
export const isMuted = ({ live, view }, { type, seat }) =>
  type === "chat" && Boolean(live?.chat?.muted) && view.seat !== null && seat === partnerOf(view.seat);

/** `actions.say(msg)` and `actions.mute(on)` are called; `time` is that of the server. */
export class Chat {
  #actions;
  #time;
  #message = null;
  #news = [];
  #list = el("ol", { class: "chat-list" });
  #none = el("p", { class: "panel-note", text: gettext("Nothing was said yet.") });

  constructor(actions, time) {
    this.#actions = actions;
    this.#time = time;
    this.reason = el("p", { class: "chat-reason", id: uniqueId("reason") });
    this.buttons = MESSAGE_IDS.map((id) => el("button", { type: "button", class: "chat-say", "data-say": id,
      "aria-describedby": this.reason.id, text: messageText(id), onclick: () => this.#say(id) }));
    this.#makeMute();
    this.controls = el("div", { class: "chat-controls" },
      el("p", { text: gettext("Everybody at the table sees these, and they are recorded.") }),
      this.reason,
      el("div", { class: "chat-buttons", role: "group", "aria-label": gettext("Quick chat") }, this.buttons),
      this.switch);
    this.element = el("div", { class: "chat" }, el("h3", { text: gettext("Quick chat") }), this.controls,
      this.#none, this.#list);
  }

  /** What was told so far, of which the messages are listed: `[{number, event}]`. */
  take(news) {
    this.#news = news.filter(({ event }) => event.type === "chat");
  }

  draw({ message }) {
    this.#message = message;
    const mayTalk = Boolean(message.live?.chat);
    this.element.hidden = !mayTalk && this.#news.length === 0;
    this.controls.hidden = !mayTalk;
    if (mayTalk) this.#drawMute(message);
    this.#drawList(message);
    this.tick();
  }

  tick() {
    if (!this.#message?.live?.chat) return;
    const reason = chatRefusal(this.#message, this.#time);
    setText(this.reason, reason || leftText(this.#message.live.chat.left));
    for (const button of this.buttons) toggleAttribute(button, "aria-disabled", reason ? "true" : null);
  }

  #makeMute() {
    this.mute = el("input", { type: "checkbox", onchange: () => this.#actions.mute(this.mute.checked) });
    this.muteText = el("span", {});
    this.switch = el("label", { class: "chat-mute" }, this.mute, this.muteText);
  }

  #drawMute(message) {
    this.switch.hidden = isBot(message, partnerOf(message.view.seat)); // a bot says nothing
    this.mute.checked = message.live.chat.muted;
    const name = seatName(message, partnerOf(message.view.seat));
    setText(this.muteText, fill(gettext("Mute %(name)s, my partner"), { name }));
  }

  #drawList(message) {
    const said = this.#news.filter(({ event }) => !isMuted(message, event)).slice(-KEPT);
    this.#none.hidden = said.length > 0 || this.controls.hidden;
    const texts = said.map(({ event }) => newsText(message, event));
    const isSame = texts.length === this.#list.childElementCount
      && texts.every((text, at) => this.#list.children[at].textContent === text);
    if (!isSame) this.#list.replaceChildren(...texts.map((text) => el("li", {}, el("bdi", { text }))));
  }

  #say(id) {
    if (this.#message?.live?.chat && !chatRefusal(this.#message, this.#time)) this.#actions.say(id);
  }
}
