/** Owns the side panel: score sheet, last trick and deal, beside a wide table and in a drawer on a narrow one. */

import { face } from "./cards.js";
import { el, icon, setText } from "./dom.js";
import { lastTrick, placeOf, playsOf } from "./facts.js";
import { trickSentence } from "./tale.js";
import { cardName, seatName } from "./words.js";

const CLOSE = "M6 6l12 12M18 6L6 18";
const WIDE_REM = 61;

function lastCard(message, { seat, card }, winner) {
  const name = seatName(message, seat);
  return el("li", { "data-place": placeOf(seat, message.view), "data-won": seat === winner },
    el("div", { class: "card", role: "img", "aria-label": cardName(card) }, face(card)),
    el("bdi", { text: name }));
}

/** The section with the last finished trick of this hand. */
export function makeLastTrick() {
  const text = el("p", {});
  const cards = el("ul", { class: "last-cards" });
  const element = el("div", { class: "panel-body" }, text, cards);
  let shown = null;

  function draw({ message }) {
    const { view } = message;
    const trick = view.hand === null ? null : lastTrick(view);
    const now = `${message.match}/${view.hand}/${trick ? view.tricks.length : 0}`;
    if (now === shown) return;
    shown = now;
    setText(text, trick ? trickSentence(message, trick) : gettext("No trick is finished in this hand yet."));
    cards.replaceChildren(...(trick ? playsOf(trick).map((play) => lastCard(message, play, trick.winner)) : []));
  }

  return { element, draw };
}

function makeSection(name, title, body) {
  const heading = el("h2", { tabindex: "-1", text: title });
  body.tabIndex = 0;
  body.setAttribute("role", "region");
  body.setAttribute("aria-label", title);
  return el("div", { class: "panel-section", "data-section": name }, heading, body);
}

function makeTabs(sections, choose) {
  const buttons = sections.map(({ name, tab, title }) => el("button", { type: "button", class: "panel-tab",
    "data-tab": name, text: tab ?? title, onclick: () => choose(name) }));
  return el("div", { class: "panel-tabs", role: "group", "aria-label": gettext("Show") }, buttons);
}

/**
 * `sections`: `[{name, title, tab, part}]`, `tab` a shorter title; `table` is the element whose width decides where
 * the panel stands; `showKeys()` opens the list of keys.
 */
export class Panel {
  #table;
  #sections;
  #content;
  #hands = 0;

  constructor(table, showKeys, sections) {
    this.#table = table;
    this.#sections = sections;
    this.aside = el("aside", { class: "panel", "aria-label": gettext("Score and tricks") });
    this.drawer = this.#makeDrawer();
    this.#content = this.#makeContent(showKeys);
    this.#choose(sections[0].name);
    new ResizeObserver(() => this.#settle()).observe(table);
  }

  draw(scene) {
    this.#settle(); // the text size may have changed, and with it the room
    for (const { part } of this.#sections) part.draw(scene);
    this.#showNewHand(scene.message.view.results.length);
  }

  /** Shows one section: the drawer opens where there is no room beside the table. */
  open(name) {
    this.#choose(name);
    if (!this.#table.hasAttribute("data-wide") && !this.drawer.open) this.drawer.showModal();
    const heading = this.#content.querySelector(`[data-section="${name}"] h2`);
    heading.scrollIntoView({ block: "nearest" });
    heading.focus();
    this.#reveal();
  }

  /** Gives the sheet its room again when a hand was added, unless something is just being read in the drawer. */
  #showNewHand(hands) {
    if (hands === this.#hands) return;
    this.#hands = hands;
    if (this.drawer.open) return;
    this.#choose(this.#sections[0].name);
    this.#reveal();
  }

  #makeDrawer() {
    const close = el("button", { type: "button", class: "panel-close", "aria-label": gettext("Close"),
      onclick: () => drawer.close() }, icon(CLOSE));
    const drawer = el("dialog", { class: "drawer", "aria-label": gettext("Score and tricks") }, close);
    drawer.addEventListener("click", (event) => event.target === drawer && drawer.close());
    return drawer;
  }

  #makeContent(showKeys) {
    const keys = el("button", { type: "button", class: "panel-keys", text: gettext("Keys at the table"),
      onclick: showKeys });
    return el("div", { class: "panel-content" }, makeTabs(this.#sections, (name) => this.#choose(name)),
      this.#sections.map(({ name, title, part }) => makeSection(name, title, part.element)), keys);
  }

  #choose(name) {
    this.#content.dataset.chosen = name;
    for (const tab of this.#content.querySelectorAll(".panel-tab")) {
      tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    }
  }

  /** Beside the table where there is room, else in the drawer. */
  #settle() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isWide = this.#table.clientWidth >= WIDE_REM * rem;
    const home = isWide ? this.aside : this.drawer;
    this.#table.toggleAttribute("data-wide", isWide);
    if (isWide && this.drawer.open) this.drawer.close();
    if (this.#content.parentElement === home) return;
    home.append(this.#content);
    this.#reveal(); // what moves in the page forgets how far it was scrolled
  }

  #reveal() {
    for (const { part } of this.#sections) part.reveal?.();
  }
}
