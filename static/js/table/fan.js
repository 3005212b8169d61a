/** Owns one's own cards: sorted, in one fan or two rows, with what may be played raised and the rest locked. */

import { get } from "../preferences.js";
import { back, face } from "./cards.js";
import { el, icon, setText, toggleAttribute, uniqueId } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { isMyTurn, legalCards, sortHolding, splitRows } from "./facts.js";
import { isHinted, lamp } from "./hint.js";
import { cardName, fill, reasonText } from "./words.js";

const LOCK = "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z";

function stateOf(card, view, legal) {
  if (legal.has(card)) return "legal";
  return isMyTurn(view) && view.locked[card] ? "locked" : "idle";
}

function nameOf(card, state, isBest) {
  const name = cardName(card);
  if (isBest) return fill(gettext("%(card)s, the hint"), { card: name });
  return state === "locked" ? fill(gettext("%(card)s, locked"), { card: name }) : name;
}

function makeBacks(count) {
  return Array.from({ length: count }, () => el("div", { class: "card card--back" }, back()));
}

function fillRow(row, nodes) {
  row.style.setProperty("--row-count", nodes.length);
  const isSame = nodes.length === row.childElementCount && nodes.every((node, at) => row.children[at] === node);
  if (!isSame) row.replaceChildren(...nodes);
}

/** `actions.play(card)` and `actions.hint(text or null)` are called; a card dropped above the fan is played. */
export class Fan {
  #actions;
  #rows = [el("div", { class: "fan-row" }), el("div", { class: "fan-row" })];
  #reason = el("p", { class: "table-sr", id: uniqueId("reason") });
  #buttons = new Map();
  #scene = null;
  #current = null;
  #isRefocusing = false; // the focus is put back, not moved by the player: no reason to explain a card

  constructor(actions) {
    this.#actions = actions;
    this.element = el("div", { class: "fan", role: "group", "aria-label": gettext("Your cards") },
      this.#rows, this.#reason);
    this.element.addEventListener("keydown", (event) => this.#move(event.key) && event.preventDefault());
  }

  draw(scene) {
    this.#scene = scene;
    const { view, busy } = scene;
    const locked = Object.values(view.locked)[0];
    setText(this.#reason, locked ? reasonText(locked, view) : "");
    this.element.toggleAttribute("data-my-turn", isMyTurn(view) && view.phase === "playing" && !busy);
    if (view.holding) this.#drawCards(sortHolding(view.holding, get("sort")));
    else this.#drawBacks(view.seat === null || view.phase === "hand_over" ? 0 : view.counts[view.seat]);
  }

  /** Focuses the first card that may be played, else the current one. */
  focus() {
    const button = this.element.querySelector('[data-state="legal"]') ?? this.element.querySelector("button.card");
    button?.focus();
  }

  /** Enters the fan by an arrow, Home or End, from outside; false when there is no card. */
  enter(key) {
    this.focus();
    this.#move(["Home", "End"].includes(key) ? key : "");
    return this.element.contains(document.activeElement);
  }

  /** The button of a card, or null. */
  at(card) {
    return this.#buttons.get(card) ?? null;
  }

  #drawCards(cards) {
    const before = [...this.#buttons.keys()];
    const hadFocus = this.element.contains(document.activeElement);
    const legal = new Set(this.#scene.busy ? [] : legalCards(this.#scene.view));
    this.#forget(cards);
    this.#layOut(splitRows(cards).map((row) => row.map((card) => this.#buttonFor(card))));
    for (const card of cards) this.#dress(this.#buttonFor(card), card, legal);
    this.#setCurrent(this.#neighbour(cards, before));
    if (hadFocus && !this.element.contains(document.activeElement)) this.#refocus();
  }

  #drawBacks(count) {
    this.#forget([]);
    this.#layOut(splitRows(Array.from({ length: count }, () => "2S")).map((row) => makeBacks(row.length)));
  }

  #buttonFor(card) {
    if (!this.#buttons.has(card)) this.#buttons.set(card, this.#makeButton(card));
    return this.#buttons.get(card);
  }

  #makeButton(card) {
    const button = el("button", { class: "card", type: "button", "data-card": card,
      onclick: () => this.#actions.play(card),
      onfocus: () => this.#focused(card),
      onblur: () => this.#actions.hint(null),
      onpointerenter: () => this.#actions.hint(this.#hintFor(card)),
      onpointerleave: () => this.#actions.hint(null) },
      face(card), el("span", { class: "card-lock" }, icon(LOCK)), lamp());
    makeDraggable(button, { mayDrag: () => button.dataset.state === "legal",
      onDrop: () => this.#actions.play(card, true),
      isTarget: (x, y) => y < this.element.getBoundingClientRect().top });
    return button;
  }

  #focused(card) {
    this.#setCurrent(card);
    this.#actions.hint(this.#isRefocusing ? null : this.#hintFor(card));
  }

  #hintFor(card) {
    const { view } = this.#scene;
    const why = view.locked[card];
    return isMyTurn(view) && why ? reasonText(why, view) : null;
  }

  #refocus() {
    this.#isRefocusing = true;
    this.#buttons.get(this.#current)?.focus();
    this.#isRefocusing = false;
  }

  #setCurrent(card) {
    this.#current = card;
    for (const [each, button] of this.#buttons) button.tabIndex = each === card ? 0 : -1;
  }

  #forget(cards) {
    for (const card of this.#buttons.keys()) if (!cards.includes(card)) this.#buttons.delete(card);
  }

  /** The current card, or the one that took its place. */
  #neighbour(cards, before) {
    if (cards.includes(this.#current)) return this.#current;
    return cards[Math.min(Math.max(before.indexOf(this.#current), 0), cards.length - 1)] ?? null;
  }

  #dress(button, card, legal) {
    const state = stateOf(card, this.#scene.view, legal);
    button.dataset.state = state;
    button.toggleAttribute("data-raised", this.#scene.raised === card);
    const isBest = state === "legal" && isHinted(this.#scene.hint, "play", card);
    button.toggleAttribute("data-hinted", isBest);
    button.setAttribute("aria-label", nameOf(card, state, isBest));
    toggleAttribute(button, "aria-disabled", state === "legal" ? null : "true");
    toggleAttribute(button, "aria-describedby", state === "locked" ? this.#reason.id : null);
  }

  #layOut(nodesByRow) {
    const all = nodesByRow.flat();
    this.element.style.setProperty("--count", all.length);
    all.forEach((node, at) => node.style.setProperty("--at", at - (all.length - 1) / 2));
    nodesByRow.forEach((nodes, at) => fillRow(this.#rows[at], nodes));
    this.element.toggleAttribute("data-one-row", nodesByRow[1].length === 0);
  }

  /** Moves the focus by arrow, Home or End; false when the key is none of these. */
  #move(key) {
    const order = [...this.element.querySelectorAll("button.card")];
    const at = order.indexOf(document.activeElement);
    const last = order.length - 1;
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 7, ArrowDown: at + 7, Home: 0, End: last };
    if (at < 0 || !(key in steps)) return false;
    order[Math.min(Math.max(steps[key], 0), last)].focus();
    return true;
  }
}
