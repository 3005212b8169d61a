/** Owns what a live table has beside the cards: clocks, absences, messages, getting ready, leaving, watching. */

import { Absence } from "./absence.js";
import { makeBubbles } from "./bubbles.js";
import { Chat, isMuted } from "./chat.js";
import { Clock } from "./clock.js";
import { el, hidden, icon, setText, toggleAttribute } from "./dom.js";
import { Leaving } from "./leaving.js";
import { makeLiveLine, watchersText } from "./live_line.js";
import { newsIn, newsText } from "./news.js";
import { Overdue } from "./overdue.js";
import { ReadyPanel } from "./ready.js";

const TICK_MS = 250;
const BUBBLE = "M4 5h16v11H10l-5 4v-4H4z";
const EYE = "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z";

function makeWatchers() {
  const count = el("span", { "aria-hidden": "true" });
  const words = hidden("");
  const element = el("span", { class: "score-watchers", hidden: true }, icon(EYE), count, words);

  function draw({ message: { live, view } }) {
    const watching = live?.watching ?? 0;
    element.hidden = watching === 0 || view.seat === null;
    setText(count, String(watching));
    setText(words, watchersText(watching));
    element.title = watchersText(watching);
  }

  return { element, draw };
}

/**
 * `code` is the table's, `plateAt(place)` gives the plates, `time` is that of the server. `actions`: `ask(body)` sends a
 * request and gives its id, `ready()` says that the player is ready and `isWilling()` whether they did, `sync()` asks
 * for the view, `say(sentences)` has them read out, `open()` opens the section of the panel, `go(address)` leaves the
 * page, `tick()` is called as time goes on.
 */
export class Live {
  #actions;
  #message = null;
  #match = null; // whose lines were told, and how many of them
  #told = 0;
  #asked = new Map(); // id -> type
  #wantsRematch = false;
  #isLeaving = false;
  #code;
  #ticking = null;

  /** Is there anything in the section of the panel? Before the first card and after the last there may be nothing. */
  hasSection = false;

  constructor({ code, plateAt, time, actions }) {
    this.#actions = actions;
    this.#code = code;
    this.clock = new Clock({ plateAt, time, say: (text) => actions.say([text]) });
    this.absence = new Absence({ plateAt, time });
    this.bubbles = makeBubbles(plateAt);
    this.overdue = new Overdue({ time, sync: actions.sync });
    this.chat = new Chat({ say: (msg) => this.#ask("chat", { msg }), mute: (on) => this.#ask("mute", { on }) }, time);
    this.leaving = new Leaving({ leave: () => this.#leave(), concede: () => this.#ask("concede") });
    this.ready = new ReadyPanel({ ready: actions.ready, isWilling: actions.isWilling,
      leave: () => this.leaving.askToLeave() }, time);
    this.line = makeLiveLine({ takeBack: () => this.#ask("take_back") });
    this.watchers = makeWatchers();
    this.menu = el("button", { type: "button", class: "score-menu live-menu", hidden: true,
      "aria-label": gettext("Quick chat, and leaving the table"), onclick: () => actions.open() }, icon(BUBBLE));
    this.watched = el("p", { class: "panel-note" });
    const body = el("div", { class: "panel-body" }, this.watched, this.chat.element, this.leaving.element);
    this.section = { element: body, draw: (scene) => this.#drawSection(scene) };
    this.parts = [this.clock, this.absence, this.ready, this.line, this.watchers];
  }

  draw(scene) {
    const { message } = scene;
    this.#message = message;
    for (const part of this.parts) part.draw(scene);
    if (message.live && this.#ticking === null) this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    if (this.#wantsRematch && message.live?.rematch) this.#actions.go(`/tables/${message.live.rematch}/`);
  }

  /** What styles may rely on. */
  mark(element, { live, view, waiting }) {
    toggleAttribute(element, "data-live", Boolean(live));
    toggleAttribute(element, "data-watching", Boolean(live) && view.seat === null);
    toggleAttribute(element, "data-ready", Boolean(live) && Boolean(waiting));
    toggleAttribute(element, "data-talk", this.hasSection);
  }

  /** Tells what came in the log beside the cards, each once; what is there when the page opens was told before. */
  take(message, lines) {
    if (!message.live) return;
    const isFirst = this.#match === null;
    if (this.#match !== message.match) [this.#match, this.#told] = [message.match, isFirst ? lines.length : 0];
    const news = newsIn(lines);
    this.chat.take(news);
    const fresh = news.filter(({ number, event }) => number >= this.#told && !isMuted(message, event));
    this.#told = Math.max(this.#told, lines.length);
    for (const { event } of fresh) this.bubbles.show(message, event);
    if (fresh.length) this.#actions.say(fresh.map(({ event }) => newsText(message, event)));
  }

  rematch() {
    this.#wantsRematch = true;
    this.#ask("rematch");
  }

  /** A request counts: whoever has left before the first card has nothing more to see here. */
  accept({ id }) {
    const type = this.#asked.get(id);
    this.#asked.delete(id);
    if (type === "leave" && this.#message.waiting) this.leadOut();
  }

  /** There is no game here: the table waits for its players, of whom this one may be none any more. */
  leadOut() {
    this.#actions.go(this.#isLeaving ? "/lobby/" : `/lobby/${this.#code}/`);
  }

  /** A request has no answer, or a refusal; true when it was one of these. */
  giveUp(id) {
    if (this.#asked.get(id) === "rematch") this.#wantsRematch = false;
    if (this.#asked.get(id) === "leave") this.#isLeaving = false;
    return this.#asked.delete(id);
  }

  #leave() {
    this.#isLeaving = true;
    this.#ask("leave");
  }

  /** Asks once: a button pressed twice waits for its answer. */
  #ask(type, body = {}) {
    if ([...this.#asked.values()].includes(type)) return;
    this.#asked.set(this.#actions.ask({ type, match: this.#message.match, ...body }), type);
  }

  #drawSection(scene) {
    const watching = scene.message.live?.watching ?? 0;
    this.watched.hidden = watching === 0;
    setText(this.watched, watchersText(watching));
    this.chat.draw(scene);
    this.leaving.draw(scene);
    this.hasSection = [this.watched, this.chat.element, this.leaving.element].some((part) => !part.hidden);
    this.menu.hidden = !this.hasSection;
  }

  #tick() {
    if (!this.#message?.live) return;
    for (const part of [this.clock, this.absence, this.ready, this.chat]) part.tick();
    this.overdue.tick(this.#message.live);
    this.#actions.tick();
  }
}
