/** Owns one's own cards: sorted, in one fan or two rows, with what may be played raised and the rest locked. */

import { get } from "../preferences.js";
import { back, face } from "./cards.js";
import { el, icon, setText, toggleAttribute, uniqueId } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { isMyTurn, legalCards, sortHolding, splitRows } from "./facts.js";
import { cardName, fill, reasonText } from "./words.js";

const LOCK = "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z";

function stateOf(card, view, legal) {
  if (legal.has(card)) return "legal";
  return isMyTurn(view) && view.locked[card] ? "locked" : "idle";
}

function nameOf(card, state) {
  const name = cardName(card);
  return state === "locked" ? fill(gettext("%(card)s, locked"), { card: name }) : name;
}

function makeBacks(count) {
  return Array.from({ length: count }, () => el("div", { class: "card card--back" }, back()));
}

/** `actions.play(card)` and `actions.hint(text or null)` are called; a card dropped above the fan is played. */
export function makeFan(actions) {
  const rows = [el("div", { class: "fan-row" }), el("div", { class: "fan-row" })];
  const reason = el("p", { class: "table-sr", id: uniqueId("reason") });
  const element = el("div", { class: "fan", role: "group", "aria-label": gettext("Your cards") }, rows, reason);
  const buttons = new Map();
  let scene = null;
  let current = null;
  let isRefocusing = false; // the focus is put back, not moved by the player: no reason to explain a card

  function refocus(button) {
    isRefocusing = true;
    button?.focus();
    isRefocusing = false;
  }

  function hintFor(card) {
    const why = scene.view.locked[card];
    return isMyTurn(scene.view) && why ? reasonText(why, scene.view) : null;
  }

  function makeButton(card) {
    const button = el("button", { class: "card", type: "button", "data-card": card,
      onclick: () => actions.play(card),
      onfocus: () => { setCurrent(card); actions.hint(isRefocusing ? null : hintFor(card)); },
      onblur: () => actions.hint(null),
      onpointerenter: () => actions.hint(hintFor(card)),
      onpointerleave: () => actions.hint(null) },
      face(card), el("span", { class: "card-lock" }, icon(LOCK)));
    makeDraggable(button, { mayDrag: () => button.dataset.state === "legal", onDrop: () => actions.play(card, true),
      isTarget: (x, y) => y < element.getBoundingClientRect().top });
    return button;
  }

  function buttonFor(card) {
    if (!buttons.has(card)) buttons.set(card, makeButton(card));
    return buttons.get(card);
  }

  function setCurrent(card) {
    current = card;
    for (const [each, button] of buttons) button.tabIndex = each === current ? 0 : -1;
  }

  function dress(button, card, legal) {
    const state = stateOf(card, scene.view, legal);
    button.dataset.state = state;
    button.toggleAttribute("data-raised", scene.raised === card);
    button.setAttribute("aria-label", nameOf(card, state));
    toggleAttribute(button, "aria-disabled", state === "legal" ? null : "true");
    toggleAttribute(button, "aria-describedby", state === "locked" ? reason.id : null);
  }

  function place(row, nodes) {
    row.style.setProperty("--row-count", nodes.length);
    const isSame = nodes.length === row.childElementCount && nodes.every((node, at) => row.children[at] === node);
    if (!isSame) row.replaceChildren(...nodes);
    nodes.forEach((node, at) => node.style.setProperty("--at-row", at - (nodes.length - 1) / 2));
  }

  function layOut(nodesByRow) {
    const all = nodesByRow.flat();
    element.style.setProperty("--count", all.length);
    all.forEach((node, at) => node.style.setProperty("--at", at - (all.length - 1) / 2));
    nodesByRow.forEach((nodes, at) => place(rows[at], nodes));
    element.toggleAttribute("data-one-row", nodesByRow[1].length === 0);
  }

  function forget(cards) {
    for (const card of buttons.keys()) if (!cards.includes(card)) buttons.delete(card);
  }

  function neighbour(cards, before) {
    if (cards.includes(current)) return current;
    return cards[Math.min(Math.max(before.indexOf(current), 0), cards.length - 1)] ?? null;
  }

  function drawCards(cards) {
    const before = [...buttons.keys()];
    const hadFocus = element.contains(document.activeElement);
    const legal = new Set(scene.busy ? [] : legalCards(scene.view));
    forget(cards);
    layOut(splitRows(cards).map((row) => row.map(buttonFor)));
    for (const card of cards) dress(buttonFor(card), card, legal);
    setCurrent(neighbour(cards, before));
    if (hadFocus && !element.contains(document.activeElement)) refocus(buttons.get(current));
  }

  function draw(next) {
    scene = next;
    const { view } = scene;
    const locked = Object.values(view.locked)[0];
    setText(reason, locked ? reasonText(locked, view) : "");
    element.toggleAttribute("data-my-turn", isMyTurn(view) && view.phase === "playing" && !scene.busy);
    if (view.holding) return drawCards(sortHolding(view.holding, get("sort")));
    forget([]);
    const count = view.seat === null || view.phase === "hand_over" ? 0 : view.counts[view.seat];
    return layOut(splitRows(Array.from({ length: count }, () => "2S")).map((row) => makeBacks(row.length)));
  }

  /** Moves the focus by arrow, Home or End; false when the key is none of these. */
  function move(key) {
    const order = [...element.querySelectorAll("button.card")];
    const at = order.indexOf(document.activeElement);
    const last = order.length - 1;
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 7, ArrowDown: at + 7, Home: 0, End: last };
    if (at < 0 || !(key in steps)) return false;
    order[Math.min(Math.max(steps[key], 0), last)].focus();
    return true;
  }

  /** Focuses the first card that may be played, else the current one. */
  function focus() {
    const button = element.querySelector('[data-state="legal"]') ?? element.querySelector("button.card");
    button?.focus();
    return Boolean(button);
  }

  element.addEventListener("keydown", (event) => move(event.key) && event.preventDefault());
  return { element, draw, focus, at: (card) => buttons.get(card) ?? null };
}
