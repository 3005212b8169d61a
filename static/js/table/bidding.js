/** Owns the bidding bar: one button a bid, and the blind-nil offer while it is open. */

import { el } from "./dom.js";
import { isMyTurn, legalBids, mayLook } from "./facts.js";
import { isHinted, lamp } from "./hint.js";
import { bidAct, fill } from "./words.js";

const lookAct = () => gettext("Look at my cards");

function bidButton(bid, act) {
  const isBlind = bid === "blind_nil";
  const text = isBlind ? bidAct(bid) : bid === 0 ? gettext("Nil") : String(bid);
  return el("button", { type: "button", class: "bid", "data-bid": bid, "aria-label": bidAct(bid),
    onclick: () => act({ type: "bid", bid }) }, el("span", { text }), lamp());
}

function offer(view, act) {
  const values = { value: view.rules.blind_nil_value };
  return [
    el("p", { class: "bids-note", text: fill(gettext(
      "Blind nil: you bid no trick before you see a card. It scores +%(value)s, or −%(value)s."), values) }),
    el("button", { type: "button", class: "bid bid--first", "data-look": true, "aria-label": lookAct(),
      onclick: () => act({ type: "look" }) }, el("span", { text: lookAct() }), lamp()),
    bidButton("blind_nil", act),
  ];
}

/** Marks the bid, or the look, that is hinted at: with a lamp, and in its name. */
function mark(button, view, hint) {
  const bid = legalBids(view).find((each) => String(each) === button.dataset.bid);
  const isBest = bid === undefined ? isHinted(hint, "look") : isHinted(hint, "bid", bid);
  const name = bid === undefined ? lookAct() : bidAct(bid);
  button.toggleAttribute("data-hinted", Boolean(isBest));
  button.setAttribute("aria-label", isBest ? fill(gettext("%(act)s, the hint"), { act: name }) : name);
}

/** Figures first, nil last, as they stand on the bar. */
function ordered(bids) {
  return [...bids].sort((a, b) => (a === 0 ? 14 : a) - (b === 0 ? 14 : b));
}

function buttons(view, act) {
  if (mayLook(view)) return offer(view, act);
  return ordered(legalBids(view)).map((bid) => bidButton(bid, act));
}

/** `actions.act(action)` is called with the bid or the look. */
export class Bidding {
  #actions;
  #shown = "";
  #typed = "";

  constructor(actions) {
    this.#actions = actions;
    this.element = el("div", { class: "bids", role: "group", "aria-label": gettext("Your bid"), hidden: true });
    this.element.addEventListener("keydown", (event) => this.#move(event));
  }

  draw({ view, busy, hint }) {
    this.#lay(view, busy);
    for (const button of this.element.querySelectorAll("button")) mark(button, view, hint);
  }

  #lay(view, busy) {
    const isOpen = isMyTurn(view) && view.phase === "bidding" && !busy;
    const now = isOpen ? JSON.stringify([view.hand, view.legal]) : "";
    if (now === this.#shown) return;
    this.#shown = now;
    this.#typed = "";
    this.element.hidden = !isOpen;
    this.element.toggleAttribute("data-offer", isOpen && mayLook(view));
    this.element.replaceChildren(...(isOpen ? buttons(view, this.#actions.act) : []));
  }

  focus() {
    this.element.querySelector("button")?.focus();
  }

  /** Enters the bar by an arrow, Home or End, from outside; false when it is closed. */
  enter(key) {
    if (this.element.hidden) return false;
    this.element.querySelector(key === "End" ? "button:last-of-type" : "button")?.focus();
    return true;
  }

  /** Handles a key of the bar; false when it is none. */
  key(name) {
    if (this.element.hidden) return false;
    if (/^\d$/.test(name)) return this.#type(name);
    const targets = { n: () => this.#find(0), b: () => this.#find("blind_nil"),
      v: () => this.element.querySelector("[data-look]") };
    const target = targets[name]?.();
    target?.focus();
    return Boolean(target);
  }

  #find(bid) {
    return this.element.querySelector(`[data-bid="${bid}"]`);
  }

  /** A digit typed: 1 and then 2 means 12. The bid gets the focus, Enter makes it. */
  #type(digit) {
    const longer = this.#find(this.#typed + digit);
    this.#typed = longer ? this.#typed + digit : digit;
    this.#find(this.#typed)?.focus();
    return true;
  }

  #move(event) {
    const order = [...this.element.querySelectorAll("button")];
    const at = order.indexOf(document.activeElement);
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: order.length - 1 };
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    order[Math.min(Math.max(steps[event.key], 0), order.length - 1)].focus();
  }
}
