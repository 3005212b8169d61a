/** Owns the coach: asks for the review of a seat's acts in a finished hand, follows it, and lists what cost most. */

import { el, setText } from "./dom.js";
import { fill } from "./words.js";

const POLL_MS = 500;

async function read(response) {
  const body = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : {};
  if (response.ok) return body;
  throw new Error(body.text ?? gettext("The coach could not be asked. Reload the page, then try again."));
}

function addressOf({ match, hand, seat }) {
  return { path: `/matches/${match}/coach/`, fields: { hand: hand + 1, seat } };
}

async function fetchReview(about) {
  const { path, fields } = addressOf(about);
  return read(await fetch(`${path}?${new URLSearchParams(fields)}`, { headers: { Accept: "application/json" } }));
}

async function askForReview(about) {
  const { path, fields } = addressOf(about);
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token });
  return read(await fetch(path, { method: "POST", body, headers: { Accept: "application/json" } }));
}

const explain = (error) => (error instanceof TypeError
  ? gettext("The coach could not be reached. Look at your connection, then try again.") : error.message);

const isSame = (a, b) => a.match === b.match && a.hand === b.hand && a.seat === b.seat;

/** The reviews of one page, each fetched as often as it changes; `onChange()` is called when something is new. */
export class Coach {
  #kept = new Map();
  #onChange;

  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** What is known of a review: `{state, …}` as the site tells it, "unknown", "asking" or "refused" with a text. */
  of(about) {
    return this.#kept.get(this.#key(about)) ?? { ...about, state: "unknown", acts: [], worst: [] };
  }

  /** Looks whether there is a review already. */
  async look(about) {
    if (this.of(about).state === "unknown") await this.#follow(about, fetchReview);
  }

  async ask(about) {
    if (!["unknown", "none", "failed", "refused"].includes(this.of(about).state)) return;
    this.#keep(about, { ...this.of(about), state: "asking" });
    await this.#follow(about, askForReview);
  }

  #key({ match, hand, seat }) {
    return `${match}/${hand}/${seat}`;
  }

  #keep(about, review) {
    this.#kept.set(this.#key(about), review);
    this.#onChange(about);
  }

  async #follow(about, get) {
    try {
      const review = await get(about);
      this.#keep(about, review);
      if (review.state === "working") setTimeout(() => this.#follow(about, fetchReview), POLL_MS);
    } catch (error) {
      this.#keep(about, { ...this.of(about), state: "refused", text: explain(error) });
    }
  }
}

/** One act: what was done, what it cost, and what was better; `link(step)` makes what leads to it. */
function item(act, link) {
  const head = el("div", { class: "coach-act" }, link(act), el("span", { class: "coach-price", text: act.price }));
  if (!act.cost) return el("li", {}, head);
  const better = fill(gettext("Better: “%(hint)s”"), { hint: act.why });
  return el("li", { "data-cost": act.cost }, head, el("p", { class: "coach-why", text: better }));
}

function list(acts, link, name) {
  return el("ol", { class: "coach-acts", "aria-label": name }, acts.map((act) => item(act, link)));
}

function results(review, link) {
  const byStep = new Map(review.acts.map((act) => [act.step, act]));
  const worst = review.worst.map((step) => byStep.get(step));
  const all = el("details", {}, el("summary", { text: gettext("All your acts") }),
    list(review.acts, link, gettext("All your acts")));
  return [el("p", { class: "coach-summary", text: review.summary }),
    worst.length ? list(worst, link, gettext("What cost most")) : null, all];
}

function progress({ done, total }) {
  const text = fill(gettext("The coach is at it: %(done)s of %(total)s acts"), { done, total });
  return [el("label", {}, el("span", { text }), el("progress", { value: done, max: Math.max(total, 1) }))];
}

function invitation(ask, text) {
  return [el("p", { text }), el("button", { type: "button", class: "coach-ask", text: gettext("Ask the coach"),
    onclick: ask })];
}

const INTRODUCTION = () => gettext("The coach looks at each bid and card of yours in this hand: what it cost, by all "
  + "you could know at that moment, and what was better. Bad luck costs nothing.");

/**
 * The section of the panel. `link(about, act)` makes the control that leads to the step of an act;
 * `say(sentences)` tells when a review is done; `onDone()` is called then, too.
 */
export function makeCoach({ link, say, onDone = () => {} }) {
  const body = el("div", { class: "coach" });
  const element = el("div", { class: "panel-body" }, body);
  const reviews = new Coach((changed) => about && isSame(changed, about) && show());
  let about = null; // {match, hand, seat} of the finished hand that is looked at
  let shown = "";

  const parts = {
    unknown: () => invitation(ask, INTRODUCTION()),
    none: () => invitation(ask, INTRODUCTION()),
    asking: () => progress({ done: 0, total: 0 }),
    working: (review) => progress(review),
    done: (review) => results(review, (act) => link(about, act)),
    failed: () => invitation(ask, gettext("The coach could not finish. Ask once more.")),
    refused: (review) => invitation(ask, review.text),
  };

  function ask() {
    if (about) reviews.ask(about);
  }

  function show() {
    const review = reviews.of(about);
    const now = JSON.stringify([about, review.state, review.done, review.text]);
    if (now === shown) return;
    const was = body.dataset.state;
    const hadFocus = body.contains(document.activeElement);
    shown = now;
    body.dataset.state = review.state;
    body.replaceChildren(...parts[review.state](review).filter(Boolean));
    if (hadFocus) (body.querySelector(".coach-ask") ?? element).focus();
    if (review.state === "done") tell(was, review);
  }

  function tell(was, review) {
    if (["asking", "working"].includes(was)) say([review.summary]);
    onDone(review);
  }

  /** Turns to a hand, or to none: nothing is told of a hand that is still being played. */
  function turnTo(next) {
    if (next === null) {
      about = null;
      shown = "";
      setText(body, gettext("When a hand is over the coach can look at it with you."));
      delete body.dataset.state;
    } else if (about === null || !isSame(next, about)) {
      about = next;
      show();
      reviews.look(next);
    }
  }

  /** What is said of the act that a step shows, or null. */
  function at(step) {
    return about === null ? null : (reviews.of(about).acts.find((act) => act.step === step) ?? null);
  }

  return { element, turnTo, ask, at, draw() {} };
}
