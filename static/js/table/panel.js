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
export function makePanel(table, showKeys, sections) {
  const tabs = makeTabs(sections, choose);
  const nodes = sections.map(({ name, title, part }) => makeSection(name, title, part.element));
  const keys = el("button", { type: "button", class: "panel-keys", text: gettext("Keys at the table"),
    onclick: showKeys });
  const content = el("div", { class: "panel-content" }, tabs, nodes, keys);
  const aside = el("aside", { class: "panel", "aria-label": gettext("Score and tricks") });
  const close = el("button", { type: "button", class: "panel-close", "aria-label": gettext("Close"),
    onclick: () => drawer.close() }, icon(CLOSE));
  const drawer = el("dialog", { class: "drawer", "aria-label": gettext("Score and tricks") }, close);

  function choose(name) {
    content.dataset.chosen = name;
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
  }

  function settle() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isWide = table.clientWidth >= WIDE_REM * rem;
    table.toggleAttribute("data-wide", isWide);
    if (isWide && drawer.open) drawer.close();
    if (content.parentElement !== (isWide ? aside : drawer)) (isWide ? aside : drawer).append(content);
  }

  /** Shows one section: the drawer opens where there is no room beside the table. */
  function open(name) {
    choose(name);
    if (!table.hasAttribute("data-wide") && !drawer.open) drawer.showModal();
    nodes.find((node) => node.dataset.section === name).querySelector("h2").focus();
  }

  drawer.addEventListener("click", (event) => event.target === drawer && drawer.close());
  choose(sections[0].name);
  new ResizeObserver(settle).observe(table);

  function draw(scene) {
    settle(); // the text size may have changed, and with it the room
    for (const { part } of sections) part.draw(scene);
  }

  return { aside, drawer, open, draw };
}
