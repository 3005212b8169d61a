/** Owns the page of one challenge: its four seats as at a table, and what one may do with them. */

import { el, setText } from "../table/dom.js";
import { askButton } from "./forms.js";
import { freeSeats, nameOf, SEAT_NAMES, sayStanding, sayTerms } from "./words.js";

const PLACES = ["north", "east", "south", "west"];

/** Which seat's player is being moved, by its number; null while none is. */
let moving = null;

function occupant(challenge, seat) {
  const found = challenge.seats[seat];
  if (found !== null) {
    const notes = [found.you && gettext("you"), found.host && !found.you && gettext("offers the table"),
      found.level && interpolate(gettext("bot, %(level)s"), found, true)].filter(Boolean);
    return el("p", { class: "plate" }, el("bdi", { text: found.name }), el("span", { text: notes.join(" · ") }));
  }
  if (challenge.held?.seat === seat) {
    const words = interpolate(gettext("held for %(name)s"), challenge.held, true);
    return el("p", { class: "plate free" }, gettext("free"), el("span", { text: words }));
  }
  return el("p", { class: "plate free" }, gettext("free"));
}

function maySit(state, seat) {
  const { challenge } = state;
  if (challenge.seats[seat] !== null && challenge.seats[seat].level === null) return false;
  if (challenge.you === null && state.seat !== null) return false;
  return challenge.held?.seat !== seat || challenge.is_invited || challenge.is_host;
}

function sitButton({ challenge }, seat) {
  const isSeated = challenge.you !== null;
  const text = isSeated ? gettext("Move here") : gettext("Sit here");
  return askButton(challenge, "sit", text, {
    fields: { seat }, key: `sit-${seat}`, primary: !isSeated,
    label: interpolate(gettext("%(text)s: %(seat)s"), { text, seat: SEAT_NAMES()[seat] }, true),
  });
}

function moveButton({ challenge }, seat, redraw) {
  const isMoving = moving === seat;
  const words = { name: nameOf(challenge.seats[seat]) };
  const label = interpolate(isMoving ? gettext("Leave %(name)s there") : gettext("Move %(name)s"), words, true);
  const move = () => {
    moving = isMoving ? null : seat;
    redraw();
  };
  const button = el("button", { type: "button", class: "button", onclick: move, "aria-label": label,
    text: isMoving ? gettext("Leave there") : gettext("Move") });
  button.dataset.key = `move-${seat}`;
  return button;
}

function swapButton({ challenge }, seat) {
  const name = nameOf(challenge.seats[moving]);
  return askButton(challenge, "swap", gettext("To here"), {
    fields: { a: moving, b: seat }, key: `swap-${seat}`, primary: true,
    label: interpolate(gettext("Move %(name)s to here: %(seat)s"), { name, seat: SEAT_NAMES()[seat] }, true),
  });
}

function buttonsOf(state, seat, redraw) {
  const { challenge } = state;
  const found = challenge.seats[seat];
  if (moving !== null) return [moving === seat ? moveButton(state, seat, redraw) : swapButton(state, seat)];
  if (challenge.you !== seat && maySit(state, seat)) return [sitButton(state, seat)];
  const mayMove = challenge.is_host && found !== null && found.level === null && !found.you;
  return mayMove ? [moveButton(state, seat, redraw)] : [];
}

function place(state, seat, redraw) {
  const name = SEAT_NAMES()[seat];
  return el("div", { class: `place ${PLACES[seat]}`, role: "group", "aria-label": name },
    el("p", { class: "place-name", text: name, "aria-hidden": "true" }),
    occupant(state.challenge, seat), ...buttonsOf(state, seat, redraw));
}

function middle({ seats }) {
  const words = interpolate(gettext("%s of 4 sit"), [4 - seats.filter((seat) => seat === null).length]);
  return el("div", { class: "challenge-middle" }, el("p", { text: words }),
    el("p", { class: "sides", text: gettext("North and South play East and West") }));
}

function fillButton(challenge) {
  if (!challenge.is_host || !challenge.may_fill || freeSeats(challenge) === 0) return [];
  const words = ngettext("Fill %(free)s seat with a bot and begin", "Fill %(free)s seats with bots and begin",
    freeSeats(challenge));
  return [askButton(challenge, "fill", interpolate(words, { free: freeSeats(challenge) }, true))];
}

function partnerButton(challenge) {
  if (challenge.is_invited && challenge.you === null) {
    return [askButton(challenge, "uninvite", gettext("Decline the invitation"))];
  }
  if (!challenge.is_host || challenge.held === null) return [];
  const words = interpolate(gettext("Take back the invitation of %(name)s"), challenge.held, true);
  return [askButton(challenge, "uninvite", words)];
}

function actions({ challenge, seat }) {
  const elsewhere = challenge.you === null && seat !== null;
  const leave = challenge.you === null ? [] : [askButton(challenge, "get_up", gettext("Leave the table"))];
  const back = el("a", { class: "button primary", href: seat?.url, text: gettext("Back to your table"),
    "data-key": "back" });
  return [...fillButton(challenge), ...partnerButton(challenge), ...leave, ...(elsewhere ? [back] : [])];
}

function terms(challenge) {
  const { rules } = challenge;
  const name = el("a", { href: rules.url, text: rules.name });
  const sentences = rules.changes.length > 0 ? rules.changes : rules.sentences;
  const first = el("li", {}, name, ": ", sentences.join(" "), " ", el("code", { text: rules.id }));
  return [first, ...sayTerms(challenge).map((text) => el("li", { text }))];
}

function isThere(challenge, seat) {
  return challenge.is_host && challenge.seats[seat] !== null;
}

/** Draws the challenge from one message; `redraw()` draws the same once more. */
export function drawChallenge(root, state, redraw) {
  const { challenge } = state;
  if (moving !== null && !isThere(challenge, moving)) moving = null;
  setText(root.querySelector("[data-standing]"), sayStanding(challenge));
  const seats = PLACES.map((_, seat) => place(state, seat, redraw));
  root.querySelector("[data-seats]").replaceChildren(seats[0], seats[3], middle(challenge), seats[1], seats[2]);
  root.querySelector("[data-actions]").replaceChildren(...actions(state));
  root.querySelector("[data-terms]").replaceChildren(...terms(challenge));
  root.querySelector("[data-invite]").hidden = !challenge.is_host || challenge.held !== null;
}

/** Nobody is being moved any more, when what was asked has been done. */
export function restMoving() {
  moving = null;
}
