/** Owns taking an act back: its button, why it is off, and the question before a game becomes a study. */

import { el, icon, setText, toggleAttribute, uniqueId } from "./dom.js";
import { isAlone, playsOfHand, sideOf } from "./facts.js";
import { makeQuestion } from "./question.js";

const BACK = "M9 7L4 12l5 5M5 12h9a5 5 0 0 1 0 10h-2";

/** Had this seat an offer to bid blind when the hand was dealt? The score stays as it was until the hand is over. */
function wasOffered({ rules, score, seat }) {
  if (rules.blind_nil === "always") return true;
  const behind = score[1 - sideOf(seat)] - score[sideOf(seat)];
  return rules.blind_nil === "trailing" && behind >= rules.blind_nil_deficit;
}

function bidRefusal(view) {
  const bid = view.bids[view.seat];
  if (bid === "blind_nil") return gettext("A blind nil cannot be taken back");
  if (bid !== null) return "";
  if (wasOffered(view) && !view.offers[view.seat]) return gettext("A look at the cards cannot be taken back");
  return gettext("You have not bid or played in this hand yet");
}

const OVER = {
  ready: () => gettext("The cards are not dealt yet"),
  hand_over: () => gettext("The hand is over: its acts stay"),
  match_over: () => gettext("The game is over"),
};

/** Why nothing can be taken back now, in words; empty when one's last bid or card can. */
export function undoRefusal({ view }) {
  if (OVER[view.phase]) return OVER[view.phase]();
  return playsOfHand(view).some(({ seat }) => seat === view.seat) ? "" : bidRefusal(view);
}

/** `actions.undo()` takes back, `actions.hint(text or null)` says why the button is off, `actions.refuse(text)` too. */
export class Undo {
  #actions;
  #scene = null;
  #reason = el("span", { class: "table-sr", id: uniqueId("reason") });

  constructor(actions) {
    this.#actions = actions;
    this.question = makeQuestion({ title: gettext("Take it back?"), yes: gettext("Take back"), no: gettext("Leave it"),
      text: gettext("This game then counts nowhere: it goes on as a study, without a transcript."),
      sure: () => this.#actions.undo() });
    this.button = el("button", { type: "button", class: "undo", "aria-describedby": this.#reason.id,
      title: gettext("Take back"), "aria-keyshortcuts": "u", onclick: () => this.ask() }, icon(BACK),
    el("span", { class: "undo-text", text: gettext("Take back") }));
    for (const name of ["focus", "pointerenter"]) this.button.addEventListener(name, () => this.#explain());
    for (const name of ["blur", "pointerleave"]) this.button.addEventListener(name, () => this.#actions.hint(null));
    this.element = el("div", { class: "undo-area", hidden: true }, this.button, this.#reason);
  }

  draw(scene) {
    this.#scene = scene;
    const reason = undoRefusal(scene.message);
    this.element.hidden = !isAlone(scene.message);
    toggleAttribute(this.button, "aria-disabled", reason || scene.busy ? "true" : null);
    setText(this.#reason, reason);
  }

  /** Takes back, once the player is sure that the game becomes a study; says why where it cannot be. */
  ask() {
    if (this.#scene === null || this.element.hidden || this.#scene.busy) return;
    const reason = undoRefusal(this.#scene.message);
    if (reason) this.#actions.refuse(reason);
    else if (this.#scene.message.study) this.#actions.undo();
    else this.question.open();
  }

  #explain() {
    this.#actions.hint(undoRefusal(this.#scene.message) || null);
  }
}
