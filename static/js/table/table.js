/** Owns the table as a whole: takes views in, paces them, draws them, and sends what the player decides. */

import { get, subscribe } from "../preferences.js";
import { makeAnnouncer } from "./announce.js";
import { Bidding } from "./bidding.js";
import { Claim } from "./claim.js";
import { makeCoach } from "./coach.js";
import { Connection, freshId } from "./connection.js";
import { Contribution } from "./contribution.js";
import { makeDeal } from "./deal.js";
import { Decision } from "./decision.js";
import { el, toggleAttribute } from "./dom.js";
import { isMyTurn, isTakenBack, legalCards, placeOf } from "./facts.js";
import { Fan } from "./fan.js";
import { pacesOf } from "./frames.js";
import { Help } from "./help.js";
import { Inbox } from "./inbox.js";
import { listenToKeys, makeTableKeys } from "./keys.js";
import { makeLines } from "./lines.js";
import { foresee } from "./optimism.js";
import { pace, Pacer } from "./pace.js";
import { makeLastTrick, Panel } from "./panel.js";
import { makeResult } from "./result.js";
import { makeScorebar } from "./scorebar.js";
import { makeSeats } from "./seats.js";
import { makeSheet } from "./sheet.js";
import { sound, soundsOf } from "./sound.js";
import { raisedText, Status } from "./status.js";
import { makeStudyLine } from "./study.js";
import { stateInWords, tell } from "./tale.js";
import { Trick } from "./trick.js";
import { Undo } from "./undo.js";
import { cardName, fill, reasonText } from "./words.js";

/** Leads from an act that the coach judges to its step in the replay. */
const linkToStep = ({ match, hand }, { step, name }) => el("a", { class: "coach-link",
  href: `/matches/${match}/replay/?hand=${hand + 1}&step=${step}`, text: name });

/** A table in the page: what it knows, and its parts. */
class TableComponent {
  constructor(element, code) {
    this.element = element;
    this.inbox = new Inbox({ onGap: (have) => this.sync(have),
      onLines: (message) => this.deal.check(message, this.inbox.lines) });
    this.contribution = new Contribution({ onBroken: (text) => this.lines.warn(text),
      ask: (body) => this.connection.ask({ ...body, id: freshId() }) });
    this.shown = null; // the message on the screen, without what is only foreseen
    this.raised = null; // a card tapped once, where plays are confirmed
    this.hadFocus = false; // the focus was here, and its place went away with nowhere to go yet
    this.pacer = new Pacer((frame) => this.drawFrame(frame), () => this.rest());
    this.connection = new Connection(code, { have: () => this.inbox.lines.length, known: () => this.inbox.known,
      onMessage: (message) => this.hear(message), onDrop: (id) => this.giveUp(id),
      onState: (state, closeCode) => this.showConnection(state, closeCode) });
    this.decision = new Decision(this.connection, { sync: () => this.sync(this.inbox.lines.length) });
    this.makeParts();
    this.layOut();
    this.listen();
    this.connection.open();
  }

  makeParts() {
    const open = (section) => this.panel.open(section);
    this.announcer = makeAnnouncer();
    this.status = new Status();
    this.lines = makeLines((sentences) => this.announcer.say(sentences));
    this.seats = makeSeats({ canTell: true });
    this.trick = new Trick({ origin: (seat, card) => this.originOf(seat, card), goal: (seat) => this.plateOf(seat) });
    this.fan = new Fan({ play: (card, isSure) => this.play(card, isSure), hint: (text) => this.status.point(text) });
    this.bidding = new Bidding({ act: (action) => this.act(action) });
    this.result = makeResult({ next: () => this.next(), again: () => this.again(), open,
      coach: () => this.askCoach() });
    this.scorebar = makeScorebar({ open });
    this.undo = new Undo({ undo: () => this.takeBack(), hint: (text) => this.status.point(text),
      refuse: (text) => this.complain(text) });
    this.claim = new Claim({ claim: () => this.claimRest(), say: (text) => this.announcer.say([text]) });
    this.help = new Help({ ask: (body) => this.askAside(body), show: (text) => this.status.point(text, "told"),
      say: (text) => this.announcer.say([text]), advise: () => this.advise(), draw: () => this.shown && this.draw() });
    this.coach = makeCoach({ link: linkToStep, say: (sentences) => this.announcer.say(sentences) });
    this.study = makeStudyLine();
    this.keys = makeTableKeys();
    this.deal = makeDeal({ onBroken: (text) => this.lines.warn(text), ownOf: (match) => this.contribution.of(match) });
    this.panel = new Panel(this.element, () => this.keys.open(), [
      { name: "sheet", title: gettext("Score sheet"), part: makeSheet() },
      { name: "last", title: gettext("Last trick"), part: makeLastTrick() },
      { name: "deal", title: gettext("How this deal was made"), tab: gettext("This deal"), part: this.deal },
      { name: "coach", title: gettext("The coach"), tab: gettext("Coach"), part: this.coach },
    ]);
    this.parts = [this.scorebar, this.study, this.seats, this.trick, this.fan, this.bidding, this.undo, this.claim,
      this.help, this.result, this.panel, this.status];
  }

  layOut() {
    const felt = el("div", { class: "felt-area" },
      this.seats.elements, this.trick.element, this.status.element, this.undo.element, this.help.element,
      this.bidding.element, this.claim.element);
    this.help.listen(felt);
    this.lines.element.prepend(this.study.element);
    const board = el("div", { class: "board" }, el("div", { class: "board-inner" },
      this.scorebar.element, this.lines.element, felt, this.fan.element, this.result.element));
    if (!this.element.hasAttribute("aria-label")) this.element.setAttribute("aria-label", gettext("The table"));
    this.element.replaceChildren(el("div", { class: "table-inner" }, board, this.panel.aside),
      this.panel.drawer, this.keys.element, this.undo.question, this.announcer.element);
    board.addEventListener("click", () => this.skip());
  }

  listen() {
    subscribe(() => this.shown && this.draw());
    const open = (section) => () => this.shown && this.panel.open(section);
    listenToKeys(this.element, { bid: (key) => this.bidding.key(key), skip: () => this.skip(),
      enter: (key) => this.bidding.enter(key) || this.fan.enter(key), bindings: {
      l: open("last"), s: open("sheet"), d: open("deal"), c: () => this.fan.focus(), u: () => this.undo.ask(),
      e: () => this.claim.ask(), h: () => this.help.ask(), k: open("coach"),
      r: () => this.shown && this.announcer.say(stateInWords(this.scene().message)), "?": () => this.keys.open() } });
  }

  // From the server

  hear(message) {
    const handlers = { view: () => this.take(message), accepted: () => this.decision.accept(message),
      refused: () => this.refuse(message), error: () => this.fail(message), hint: () => this.help.takeHint(message),
      explanation: () => this.help.takeExplanation(message) };
    handlers[message.type]?.();
  }

  take(message) {
    const frames = this.inbox.take(message);
    if (frames.length) this.element.dataset.received = message.seq;
    if (isTakenBack(this.shown, frames[0])) this.pacer.drop(); // what was still to be shown has not happened
    const isClaimed = this.decision.pending?.type === "claim";
    this.pacer.push(frames);
    if (isClaimed) this.pacer.skip(); // nothing could change any more: no wait for each of the cards
    this.contribution.follow(message);
  }

  /** Asks for the view, with the lines from number `have` on. */
  sync(have) {
    this.connection.say({ type: "sync", have });
  }

  refuse({ id, reason }) {
    if (this.help.giveUp(id)) return; // the view that makes it stale is on its way
    const refused = this.decision.refuse({ id });
    if (refused === null) return;
    const { action } = refused;
    const why = reasonText(reason, this.shown.view);
    this.complain(action?.type === "play" ? fill(gettext("The %(card)s stays in your hand. %(why)s"),
      { card: cardName(action.card), why }) : why);
  }

  /** Nothing may wait for an answer that never comes. */
  fail({ id, text }) {
    if (!this.help.giveUp(id)) this.decision.release(id);
    this.complain(text);
  }

  giveUp(id) {
    if (this.help.giveUp(id)) return;
    this.decision.release(id);
    this.complain(gettext("The table did not answer. Look at it, then try again."));
  }

  complain(text) {
    this.status.notice(text);
    sound("refused");
    this.announcer.say([text]);
    if (this.shown) this.draw();
  }

  showConnection(state, code) {
    this.element.dataset.connection = state;
    this.lines.showConnection(state, code);
    if (state === "closed" && this.shown === null) this.status.empty();
  }

  // Drawing

  /** Draws one frame and tells how many paces it stays. */
  drawFrame(message) {
    const previous = this.shown;
    this.shown = message;
    this.raised = null;
    this.status.forget();
    this.decision.settle(message);
    this.draw();
    this.announcer.say(tell(previous, message));
    for (const name of soundsOf(previous, message)) sound(name);
    return pacesOf(previous, message);
  }

  scene() {
    const { pending } = this.decision;
    const message = pending?.action ? foresee(this.shown, pending.action) : this.shown;
    return { message, view: message.view, busy: pending !== null, raised: this.raised, hint: this.help.for(this.shown) };
  }

  draw() {
    const scene = this.scene();
    this.hadFocus ||= this.element.contains(document.activeElement);
    for (const part of this.parts) part.draw(scene);
    this.turnCoach(scene.view);
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
  }

  /** A hint is there: its sentence takes the place of whatever was said, and of a card that was raised. */
  advise() {
    this.raised = null;
    this.status.forget();
  }

  /** After the focused control is gone, the focus goes to where the game goes on, once there is such a place. */
  focusMain() {
    if (!this.bidding.element.hidden) this.bidding.focus();
    else if (!this.result.element.hidden) this.result.focus();
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
    this.ask({ type: "act", match: this.shown.match, seen: this.shown.acts, action }, action);
  }

  next() {
    this.ask({ type: "next", hand: this.shown.view.hand });
  }

  takeBack() {
    this.ask({ type: "undo", seen: this.shown.acts, match: this.shown.match });
  }

  claimRest() {
    this.ask({ type: "claim", seen: this.shown.acts, match: this.shown.match });
  }

  again() {
    this.ask({ type: "again", match: this.shown.match });
  }

  /** Asks for something that changes nothing; gives the id of the request. */
  askAside(body) {
    const id = freshId();
    this.connection.ask({ ...body, id });
    return id;
  }

  /** The coach looks at the hand that is over, as long as its result is there. */
  turnCoach(view) {
    const isOver = ["hand_over", "match_over"].includes(view.phase) && view.results.at(-1)?.hand === view.hand;
    this.coach.turnTo(isOver && view.seat !== null
      ? { match: this.shown.match, hand: view.hand, seat: view.seat } : null);
  }

  askCoach() {
    this.panel.open("coach");
    this.coach.ask();
  }

  ask(body, action = null) {
    if (this.decision.pending !== null) return;
    this.raised = null;
    this.status.forget();
    this.decision.send(body, this.shown, action);
    this.draw();
  }

  /** The last card plays itself where that is wished. */
  playForced() {
    if (!get("forced") || this.decision.pending !== null) return;
    const { view } = this.shown;
    const cards = legalCards(view);
    if (cards.length === 1 && view.holding.length === 1) this.act({ type: "play", card: cards[0] });
  }
}

/** Draws the table `code` inside `element` and keeps it in step with the server. */
export function mountTable(element, { code }) {
  return new TableComponent(element, code);
}
