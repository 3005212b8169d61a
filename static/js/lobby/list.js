/** Owns the lists of the lobby: one's own seat, invitations, tables that wait, games to watch. */

import { el } from "../table/dom.js";
import { askButton } from "./forms.js";
import { freeSeats, joinNames, nameOf, sayFree } from "./words.js";

function badge(text) {
  return el("span", { class: "badge", text });
}

function rulesOf({ rules }) {
  return rules.changes.length > 0 ? `${rules.name}: ${rules.changes.join(" ")}` : rules.name;
}

function factsOf(challenge) {
  const bots = challenge.may_fill ? gettext("Bots (%(level)s) may fill seats") : gettext("People alone");
  const facts = [interpolate(bots, challenge, true), challenge.quick_chat && gettext("quick chat"),
    challenge.is_private && gettext("private")];
  return facts.filter(Boolean).join(" · ");
}

function companyOf(challenge) {
  const others = challenge.seats.filter((seat) => seat !== null && !seat.host).map(nameOf);
  if (others.length === 0) return gettext("Nobody else is there yet");
  return interpolate(gettext("With %(names)s"), { names: joinNames(others) }, true);
}

function link(challenge, text, key) {
  const label = interpolate(gettext("%(text)s: the table of %(host)s"), { text, host: challenge.host }, true);
  const anchor = el("a", { class: "button", href: challenge.page, text, "aria-label": label });
  anchor.dataset.key = `${challenge.code}-${key}`;
  return anchor;
}

function sitButton(challenge) {
  const label = interpolate(gettext("Sit down at the table of %(host)s"), challenge, true);
  return askButton(challenge, "sit", gettext("Sit down"), { primary: true, label });
}

function challengeLine(challenge, mayParticipate, extra = []) {
  const buttons = mayParticipate && challenge.you === null ? [sitButton(challenge), ...extra] : extra;
  const text = challenge.you === null ? gettext("Have a look") : gettext("To your table");
  return el("li", { class: "table-line lobby-line" },
    el("p", { class: "table-standing" },
      el("strong", { text: interpolate(gettext("%(host)s’s table"), challenge, true) }), " ",
      badge(sayFree(freeSeats(challenge)))),
    el("p", { class: "table-people", text: companyOf(challenge) }),
    el("p", { class: "table-facts", text: rulesOf(challenge) }),
    el("p", { class: "table-facts", text: factsOf(challenge) }),
    el("div", { class: "line-buttons" }, buttons, link(challenge, text, "look")));
}

function invitationLine(challenge, mayParticipate) {
  const label = interpolate(gettext("Decline the invitation of %(host)s"), challenge, true);
  return challengeLine(challenge, mayParticipate, [askButton(challenge, "uninvite", gettext("Decline"), { label })]);
}

function sideNames(seats, side) {
  return joinNames([seats[side], seats[side + 2]].filter(Boolean).map(nameOf));
}

function watchLine(game) {
  const [ours, theirs] = game.score;
  const hand = interpolate(gettext("Hand %(hand)s · %(ours)s to %(theirs)s"), { hand: game.hand, ours, theirs }, true);
  const names = { one: sideNames(game.seats, 0), other: sideNames(game.seats, 1) };
  const people = interpolate(gettext("%(one)s against %(other)s"), names, true);
  const watching = game.watching === 0 ? gettext("nobody watches")
    : interpolate(ngettext("%s watches", "%s watch", game.watching), [game.watching]);
  const button = el("a", { class: "button", href: game.url, text: gettext("Watch"),
    "aria-label": interpolate(gettext("Watch %(people)s"), { people }, true) });
  button.dataset.key = `${game.code}-watch`;
  return el("li", { class: "table-line lobby-line" },
    el("p", { class: "table-standing", text: people }),
    el("p", { class: "table-people numbers", text: `${hand.replaceAll("-", "−")} · ${watching}` }),
    el("p", { class: "table-facts", text: rulesOf(game) }),
    el("div", { class: "line-buttons" }, button));
}

function ownSeat(seat) {
  if (seat === null) return [];
  const words = seat.waits
    ? interpolate(gettext("You have a seat at a table that waits: %s."), [sayFree(seat.free)])
    : gettext("You have a seat in a game that is being played.");
  const anchor = el("a", { class: "button primary", href: seat.url, text: gettext("Back to your table") });
  anchor.dataset.key = "own";
  return [el("div", { class: "note own-seat" }, el("p", { text: words }), anchor)];
}

function fill(root, part, lines) {
  const section = root.querySelector(`[data-part="${part}"]`);
  section.querySelector("[data-list]").replaceChildren(...lines);
  const empty = section.querySelector("[data-empty]");
  if (empty === null) section.hidden = lines.length === 0;
  else empty.hidden = lines.length > 0;
}

/** Draws the whole lobby from one message. */
export function drawLobby(root, state) {
  const isFree = state.seat === null;
  const invited = new Set(state.invitations.map(({ code }) => code));
  const others = state.challenges.filter(({ code }) => !invited.has(code));
  root.querySelector("[data-own]").replaceChildren(...ownSeat(state.seat));
  root.querySelector("[data-offer]").hidden = !isFree;
  fill(root, "invitations", state.invitations.map((challenge) => invitationLine(challenge, isFree)));
  fill(root, "challenges", others.map((challenge) => challengeLine(challenge, isFree)));
  fill(root, "running", state.running.map(watchLine));
}
