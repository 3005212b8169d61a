/** Owns the replay as a whole: opens a hand, draws one of its steps with the table's own parts, and tells it. */

import { subscribe } from "../preferences.js";
import { makeAnnouncer } from "../table/announce.js";
import { makeCoach } from "../table/coach.js";
import { el, setText } from "../table/dom.js";
import { placeOf } from "../table/facts.js";
import { Panel } from "../table/panel.js";
import { makeResult } from "../table/result.js";
import { makeScorebar } from "../table/scorebar.js";
import { makeSeats } from "../table/seats.js";
import { makeSheet } from "../table/sheet.js";
import { Trick } from "../table/trick.js";
import { fill } from "../table/words.js";
import { makeAddress } from "./address.js";
import { makeControls } from "./controls.js";
import { makeHands, stopsOf } from "./hands.js";
import { makeHoldings } from "./holdings.js";
import { listenToKeys, makeReplayKeys } from "./keys.js";
import { narrate, positionInWords } from "./narrative.js";
import { makePlayOn } from "./play_on.js";
import { makeTricks } from "./tricks.js";

const PLACES = ["top", "left", "right", "bottom"];

/** The result belongs to the hand on the table: one that was cut short has none, and no step leads on from it. */
function resultScene({ event, view, ...message }) {
  const results = view.results.at(-1)?.hand === view.hand ? view.results : [];
  const isOver = ["hand_over", "match_over"].includes(view.phase);
  return { message: { ...message, view: { ...view, results, phase: isOver ? "hand_over" : view.phase } }, busy: false };
}

class ReplayComponent {
  constructor(element, { address, hand, step }) {
    this.element = element;
    this.hands = makeHands(address);
    this.address = makeAddress(address);
    this.opened = null; // the hand on the table: {hand, hands, steps}
    this.at = 0; // the step of it
    this.wanted = null; // the hand asked for last
    this.makeParts();
    this.layOut();
    this.listen();
    this.open(hand, step);
  }

  makeParts() {
    const open = (section) => this.panel.open(section);
    this.announcer = makeAnnouncer();
    this.keys = makeReplayKeys();
    this.playOn = makePlayOn(document.querySelector("[data-play-on]"));
    this.seats = makeSeats({ canTell: false });
    this.holdings = makeHoldings();
    this.trick = new Trick({ origin: (seat) => this.holdings.at(this.placeOf(seat)),
      goal: (seat) => this.seats.at(this.placeOf(seat)) });
    this.scorebar = makeScorebar({ open });
    this.result = makeResult({ next: () => this.move(1), open, coach: () => this.askCoach() });
    this.coach = makeCoach({ link: (about, act) => this.linkToStep(act), say: (sentences) => this.announcer.say(sentences),
      onDone: () => this.showAgain() });
    this.controls = makeControls({ go: (step) => this.show(step), first: () => this.show(0),
      back: () => this.move(-1), forward: () => this.move(1), last: () => this.show(Infinity),
      open: (hand) => this.open(hand, 0), copy: () => this.copy(), playOn: () => this.askToPlayOn() });
    this.panel = new Panel(this.element, () => this.keys.open(), [
      { name: "sheet", title: gettext("Score sheet"), part: makeSheet() },
      { name: "tricks", title: gettext("Tricks so far"), part: makeTricks((number) => this.showTrick(number)) },
      ...this.coachSections(),
    ]);
    this.parts = [this.scorebar, this.seats, this.holdings, this.trick, this.panel];
  }

  /** The coach is there for those who played the game. */
  coachSections() {
    const isOwn = this.element.dataset.seat !== undefined;
    return isOwn ? [{ name: "coach", title: gettext("The coach"), tab: gettext("Coach"), part: this.coach }] : [];
  }

  layOut() {
    this.status = el("p", { class: "replay-status" });
    const seat = (place) => el("div", { class: `replay-seat replay-seat--${place}` },
      this.seats.at(place), this.holdings.at(place));
    const felt = el("div", { class: "replay-felt" }, PLACES.map(seat), this.trick.element, this.result.element);
    const board = el("div", { class: "replay-board" }, el("div", { class: "replay-inner" },
      this.scorebar.element, felt, this.status, this.controls.element));
    this.element.replaceChildren(el("div", { class: "table-inner" }, board, this.panel.aside),
      this.panel.drawer, this.keys.element, this.announcer.element);
  }

  listen() {
    subscribe(() => this.opened && this.draw());
    const open = (section) => () => this.opened && this.panel.open(section);
    listenToKeys({ ArrowLeft: () => this.move(-1), ArrowRight: () => this.move(1), Home: () => this.show(0),
      End: () => this.show(Infinity), PageUp: () => this.skip(-1), PageDown: () => this.skip(1), t: open("tricks"),
      s: open("sheet"),
      k: () => this.opened && this.coachSections().length && this.panel.open("coach"), p: () => this.askToPlayOn(),
      r: () => this.opened && this.announcer.say(positionInWords(this.message)),
      "?": () => this.keys.open() });
  }

  get message() {
    return this.opened.steps[this.at];
  }

  placeOf(seat) {
    return placeOf(seat, this.message.view);
  }

  /** Opens a hand at a step; whichever was asked for last counts. */
  async open(hand, step) {
    this.wanted = hand;
    try {
      const opened = await this.hands.get(hand);
      if (this.wanted !== hand) return;
      this.opened = opened;
      this.turnCoach();
      this.show(step);
    } catch (error) {
      this.complain(error);
    }
  }

  complain(error) {
    const text = error instanceof TypeError || error instanceof SyntaxError || !error.message
      ? gettext("The hand could not be fetched. Look at your connection, then try again.") : error.message;
    this.say([text]);
    if (this.opened) this.controls.draw(this.opened, this.at);
  }

  /** Shows a step of the opened hand; Infinity is the last. */
  show(step) {
    if (!this.opened) return;
    const { hand, steps } = this.opened;
    this.at = Math.max(0, Math.min(step, steps.length - 1));
    this.draw();
    this.say(this.sentences());
    this.address.show(hand, this.at);
  }

  /** The coach looks at the opened hand, if it was played to its end. */
  turnCoach() {
    const { hand, steps } = this.opened;
    const { match, view } = steps.at(-1);
    const isWhole = view.results.at(-1)?.hand === hand;
    this.coach.turnTo(isWhole && view.seat !== null ? { match, hand, seat: view.seat } : null);
  }

  sentences() {
    return [...narrate(this.opened.steps, this.at), ...this.coachWords()];
  }

  /** What the coach says of the act that this step shows. */
  coachWords() {
    const act = this.coach.at(this.at);
    if (act === null) return [];
    const price = fill(gettext("The coach: %(price)s"), { price: act.price });
    return act.cost ? [price, fill(gettext("Better: “%(hint)s”"), { hint: act.why })] : [price];
  }

  /** Tells the step once more, now that the coach has something to say of it. */
  showAgain() {
    if (this.opened && this.coach.at(this.at)) setText(this.status, this.sentences().join(". "));
  }

  askCoach() {
    this.panel.open("coach");
    this.coach.ask();
  }

  linkToStep({ step, name }) {
    return el("button", { type: "button", class: "coach-link", text: name, onclick: () => this.showFromCoach(step) });
  }

  /** Shows the step of an act, beside the list where there is room, else in place of it. */
  showFromCoach(step) {
    this.panel.drawer.close();
    this.show(step);
  }

  /** One step on or back, over the edge of a hand into the next one. */
  move(by) {
    if (!this.opened) return;
    const { hand, hands, steps } = this.opened;
    if (steps[this.at + by]) this.show(this.at + by);
    else if (hands.includes(hand + by)) this.open(hand + by, by > 0 ? 0 : Infinity);
  }

  /** On or back to where a trick is complete. */
  skip(by) {
    if (!this.opened) return;
    const stops = stopsOf(this.opened.steps);
    const next = by > 0 ? stops.find((at) => at > this.at) : stops.findLast((at) => at < this.at);
    if (next !== undefined) this.show(next);
  }

  showTrick(number) {
    this.show(this.opened.steps.findIndex(({ view }) => view.tricks.length === number));
  }

  /** Opens the form that seats the viewer at this step; after the last card of a game there is nothing to play. */
  askToPlayOn() {
    if (!this.opened) return;
    if (this.at <= this.opened.playOn) this.playOn.open(this.opened.hand, this.at);
    else this.say([gettext("The game ends with this hand: go back a step to play on")]);
  }

  async copy() {
    const isCopied = await this.address.copy();
    this.say([isCopied ? gettext("The link to this step is copied")
      : gettext("The link could not be copied. Take it from the address line: it leads to this step")]);
  }

  say(sentences) {
    setText(this.status, sentences.join(". "));
    this.announcer.say(sentences);
  }

  draw() {
    const { message } = this;
    for (const part of this.parts) part.draw({ message });
    this.result.draw(resultScene(message));
    this.controls.draw(this.opened, this.at);
    const { hand, hands, steps } = this.opened;
    Object.assign(this.element.dataset, { phase: message.view.phase, hand: hand + 1, step: this.at,
      steps: steps.length - 1 });
    this.element.toggleAttribute("data-last-hand", hand === hands.at(-1));
  }
}

/** Draws the replay of the match at `address` inside `element`, opened at a hand and a step. */
export function mountReplay(element, position) {
  return new ReplayComponent(element, position);
}
