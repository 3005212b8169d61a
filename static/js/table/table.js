/** Owns the table as a whole: takes views in, paces them, draws them, and sends what the player decides. */

import { get, subscribe } from "../preferences.js";
import { makeAnnouncer } from "./announce.js";
import { Answers } from "./answers.js";
import { Bidding } from "./bidding.js";
import { Claim } from "./claim.js";
import { makeCoach } from "./coach.js";
import { coached, linkToStep } from "./coach_here.js";
import { Connection, freshId, NOT_BEGUN } from "./connection.js";
import { Contribution } from "./contribution.js";
import { makeDeal } from "./deal.js";
import { Decision } from "./decision.js";
import { toggleAttribute } from "./dom.js";
import { forcedCard, hasLeft, isMyTurn, isTakenBack, legalCards, placeOf } from "./facts.js";
import { Fan } from "./fan.js";
import { pacesOf } from "./frames.js";
import { Help } from "./help.js";
import { Inbox } from "./inbox.js";
import { listenToKeys, makeTableKeys } from "./keys.js";
import { layOut } from "./layout.js";
import { makeLines } from "./lines.js";
import { Live } from "./live.js";
import { foresee } from "./optimism.js";
import { pace, Pacer } from "./pace.js";
import { makeLastTrick, Panel } from "./panel.js";
import { requestFor } from "./requests.js";
import { makeResult } from "./result.js";
import { makeScorebar } from "./scorebar.js";
import { makeSeats } from "./seats.js";
import { ServerTime } from "./server_time.js";
import { makeSheet } from "./sheet.js";
import { sound, soundsOf } from "./sound.js";
import { raisedText, Status } from "./status.js";
import { makeStudyLine } from "./study.js";
import { stateInWords, tell } from "./tale.js";
import { Trick } from "./trick.js";
import { Undo } from "./undo.js";
import { reasonText } from "./words.js";

/** A table in the page: what it knows, and its parts. */
class TableComponent {
  constructor(element, code) {
    this.element = element;
    this.time = new ServerTime();
    this.inbox = new Inbox({ onGap: (have) => this.sync(have),
      onLines: (message) => this.deal.check(message, this.inbox.lines) });
    this.contribution = new Contribution({ onBroken: (text) => this.lines.warn(text),
      ask: (body) => this.askAside(body) });
    this.shown = null; // the message on the screen, without what is only foreseen
    this.raised = null; // a card tapped once, where plays are confirmed
    this.hadFocus = false; // the focus was here, and its place went away with nowhere to go yet
    this.pacer = new Pacer((frame) => this.drawFrame(frame), () => this.rest());
    this.connection = new Connection(code, { have: () => this.inbox.lines.length, known: () => this.inbox.known,
      onMessage: (message) => this.hear(message), onDrop: (id) => this.answers.giveUp(id),
      onState: (state, closeCode) => this.showConnection(state, closeCode) });
    this.decision = new Decision(this.connection, { sync: () => this.sync() });
    this.makeParts(code);
    this.board = layOut(element, this);
    this.listen();
    this.connection.open();
  }

  makeParts(code) {
    const open = (section) => this.panel.open(section);
    this.announcer = makeAnnouncer();
    this.status = new Status();
    this.lines = makeLines((sentences) => this.announcer.say(sentences));
    this.seats = makeSeats({ canTell: true });
    this.trick = new Trick({ origin: (seat, card) => this.originOf(seat, card), goal: (seat) => this.plateOf(seat) });
    this.fan = new Fan({ play: (card, isSure) => this.play(card, isSure), hint: (text) => this.status.point(text) });
    this.bidding = new Bidding({ act: (action) => this.act(action) });
    this.result = makeResult({ next: () => this.ask("next"), again: () => this.again(), open,
      rematch: () => this.live.rematch(), coach: () => this.askCoach() }, this.time);
    this.scorebar = makeScorebar({ open });
    this.undo = new Undo({ undo: () => this.ask("undo"), hint: (text) => this.status.point(text),
      refuse: (text) => this.complain(text) });
    this.claim = new Claim({ claim: () => this.ask("claim"), say: (text) => this.announcer.say([text]) });
    this.help = new Help({ ask: (body) => this.askAside(body), show: (text) => this.status.point(text, "told"),
      say: (text) => this.announcer.say([text]), advise: () => this.forget(), draw: () => this.shown && this.draw() });
    this.coach = makeCoach({ link: linkToStep, say: (sentences) => this.announcer.say(sentences) });
    this.study = makeStudyLine();
    this.live = this.makeLive(code);
    this.answers = new Answers({ ...this, complain: (text) => this.complain(text) });
    this.keys = makeTableKeys();
    this.deal = makeDeal({ onBroken: (text) => this.lines.warn(text), ownOf: (match) => this.contribution.of(match) });
    this.panel = new Panel(this.element, () => this.keys.open(), [
      { name: "sheet", title: gettext("Score sheet"), part: makeSheet() },
      { name: "last", title: gettext("Last trick"), part: makeLastTrick() },
      { name: "deal", title: gettext("How this deal was made"), tab: gettext("This deal"), part: this.deal },
      { name: "coach", title: gettext("The coach"), tab: gettext("Coach"), part: this.coach },
      { name: "live", title: gettext("At this table"), part: this.live.section },
    ]);
    this.parts = [this.scorebar, this.study, this.seats, this.trick, this.fan, this.bidding, this.undo, this.claim,
      this.help, this.result, this.live, this.panel, this.status];
  }

  makeLive(code) {
    const actions = { ask: (body) => this.askAside(body), say: (sentences) => this.announcer.say(sentences),
      ready: () => this.contribution.want(this.shown), isWilling: () => this.contribution.isWilling,
      sync: () => this.sync(), open: () => this.panel.open("live"),
      go: (address) => location.assign(address), tick: () => this.result.tick() };
    return new Live({ code, plateAt: (place) => this.seats.at(place), time: this.time, actions });
  }

  listen() {
    subscribe(() => this.shown && this.draw());
    const open = (section) => () => this.shown && this.panel.open(section);
    listenToKeys(this.element, { bid: (key) => this.bidding.key(key), skip: () => this.skip(),
      enter: (key) => this.bidding.enter(key) || this.fan.enter(key), bindings: {
      l: open("last"), s: open("sheet"), d: open("deal"), k: open("coach"), m: () => this.live.hasSection && open("live")(),
      c: () => this.fan.focus(), u: () => this.undo.ask(), e: () => this.claim.ask(), h: () => this.help.ask(),
      r: () => this.shown && this.announcer.say(stateInWords(this.scene().message)), "?": () => this.keys.open() } });
    this.board.addEventListener("click", () => this.skip());
  }

  // From the server

  hear(message) {
    if (message.now !== undefined) this.time.hear(message.now);
    const handlers = { view: () => this.take(message), accepted: () => this.answers.accept(message),
      refused: () => this.answers.refuse(message, this.shown?.view), error: () => this.answers.fail(message),
      hint: () => this.help.takeHint(message), explanation: () => this.help.takeExplanation(message) };
    handlers[message.type]?.();
  }

  take(message) {
    const frames = this.inbox.take(message);
    if (frames.length) this.element.dataset.received = message.seq;
    if (isTakenBack(this.shown, frames[0])) this.pacer.drop(); // what was still to be shown has not happened
    const isClaimed = this.decision.pending?.type === "claim";
    this.live.take(message, this.inbox.lines);
    this.pacer.push(frames);
    if (isClaimed) this.pacer.skip(); // nothing could change any more: no wait for each of the cards
    this.contribution.follow(message);
    if (!frames.length && this.shown) this.draw(); // what is there beside the cards may have changed
  }

  /** Asks for the view, with the lines that are not here. */
  sync(have = this.inbox.lines.length) {
    this.connection.say({ type: "sync", have });
  }

  complain(text) {
    this.status.notice(text);
    sound("refused");
    this.announcer.say([text]);
    if (this.shown) this.draw();
    this.result.refuse(text);
  }

  showConnection(state, code) {
    this.element.dataset.connection = state;
    if (code === NOT_BEGUN) this.live.leadOut();
    this.lines.showConnection(state, code);
    if (state === "closed" && this.shown === null) this.status.empty();
  }

  // Drawing

  /** Draws one frame and tells how many paces it stays. */
  drawFrame(message) {
    const previous = this.shown;
    this.shown = message;
    this.forget();
    this.decision.settle(message);
    this.draw();
    this.announcer.say(tell(previous, message));
    for (const name of soundsOf(previous, message)) sound(name);
    return pacesOf(previous, message);
  }

  scene() {
    const { pending } = this.decision;
    const shown = { ...this.shown, ...this.inbox.beside(this.shown) };
    const message = pending?.action ? foresee(shown, pending.action) : shown;
    const hint = this.help.for(this.shown);
    return { message, view: message.view, busy: pending !== null, raised: this.raised, hint };
  }

  draw() {
    const scene = this.scene();
    this.hadFocus ||= this.element.contains(document.activeElement);
    for (const part of this.parts) part.draw(scene);
    this.coach.turnTo(coached(scene.message));
    this.mark(scene);
    if (this.hadFocus && document.activeElement === document.body) this.focusMain();
    else this.hadFocus = false;
  }

  /** What tests and styles may rely on. */
  mark({ message, view, busy }) {
    Object.assign(this.element.dataset, { phase: view.phase, seq: this.shown.seq, match: message.match,
      hand: view.hand ?? "", turn: view.turn ?? "", waiting: this.pacer.waiting, busy: String(busy) });
    toggleAttribute(this.element, "data-my-turn", isMyTurn(view) && !busy);
    toggleAttribute(this.element, "data-offer", view.seat !== null && view.offers[view.seat]);
    this.live.mark(this.element, message);
  }

  /** Something else is there now, or a hint, in place of whatever was said, and of a card that was raised. */
  forget() {
    this.raised = null;
    this.status.forget();
  }

  /** After the focused control is gone, the focus goes to where the game goes on, once there is such a place. */
  focusMain() {
    if (!this.bidding.element.hidden) this.bidding.focus();
    else if (!this.result.element.hidden) this.result.focus();
    else if (!this.live.ready.element.hidden) this.live.ready.focus();
    else this.fan.focus();
    this.hadFocus = document.activeElement === document.body;
  }

  /** Nothing waits to be drawn any more. */
  rest() {
    if (this.shown === null) return;
    this.element.dataset.waiting = this.pacer.waiting;
    if (pace() > 0) this.trick.sweep();
    this.playForced();
  }

  originOf(seat, card) {
    return (seat === this.shown.view.seat && this.fan.at(card)) || this.plateOf(seat);
  }

  plateOf(seat) {
    return this.seats.at(placeOf(seat, this.shown.view));
  }

  // From the player

  skip() {
    if (this.shown) this.pacer.skip();
  }

  /** Plays a card, or raises it first where plays are confirmed; a locked card tells why instead. */
  play(card, isSure = false) {
    const { view, busy } = this.scene();
    if (busy || !legalCards(view).includes(card)) return this.explain(card, view);
    if (get("confirm") && !isSure && this.raised !== card) {
      this.raised = card;
      this.announcer.say([raisedText(card)]);
      return this.draw();
    }
    return this.act({ type: "play", card });
  }

  explain(card, view) {
    const reason = view.locked[card];
    if (!reason || !isMyTurn(view)) return;
    const why = reasonText(reason, view);
    this.status.notice(why);
    this.announcer.say([why]);
  }

  act(action) {
    if (!hasLeft(this.scene().message)) this.ask("act", action);
  }

  /** Whoever asks for another game is ready for it. */
  again() {
    if (this.shown.live) this.contribution.want(this.shown);
    this.ask("again");
  }

  /** Asks for something that changes nothing; gives the id of the request. */
  askAside(body) {
    const id = freshId();
    this.connection.ask({ ...body, id });
    return id;
  }

  askCoach() {
    this.panel.open("coach");
    this.coach.ask();
  }

  /** Sends a decision, one at a time. */
  ask(type, action = null) {
    if (this.decision.pending !== null) return;
    this.forget();
    this.decision.send(requestFor(type, this.shown, action), this.shown, action);
    this.draw();
  }

  /** The last card plays itself where that is wished. */
  playForced() {
    if (!get("forced") || this.decision.pending !== null) return;
    const card = forcedCard(this.shown.view);
    if (card) this.act({ type: "play", card });
  }
}

/** Draws the table `code` inside `element` and keeps it in step with the server. */
export function mountTable(element, { code }) {
  return new TableComponent(element, code);
}
