/** Owns the controls of a replay: the slider, the buttons, the choice of the hand, the link. */

import { el, icon, setText } from "../table/dom.js";
import { fill } from "../table/words.js";
import { stepText } from "./narrative.js";

const FIRST = "M6 5v14M19 5l-9 7 9 7z";
const BACK = "M16 5l-9 7 9 7z";
const FORWARD = "M8 5l9 7-9 7z";
const LAST = "M18 5v14M5 5l9 7-9 7z";
const PLAY_ON = "M12 20H6V4h10v6M13 16h8M17 12l4 4-4 4";
const LINK = "M10 14l4-4M11 7l2-2a4 4 0 0 1 6 6l-2 2M13 17l-2 2a4 4 0 0 1-6-6l2-2";

function makeButton(path, name, act) {
  const isOff = () => button.getAttribute("aria-disabled") === "true";
  const button = el("button", { type: "button", class: "replay-button", "aria-label": name, title: name,
    onclick: () => !isOff() && act() }, icon(path));
  return button;
}

function name(button, text) {
  button.setAttribute("aria-label", text);
  button.title = text;
}

function options({ hands }) {
  return hands.map((hand) => el("option", { value: hand,
    text: fill(gettext("Hand %(number)s / %(count)s"), { number: hand + 1, count: hands.length }) }));
}

function makePlayOn(act) {
  return el("button", { type: "button", class: "replay-play-on", "aria-keyshortcuts": "p",
    "aria-label": gettext("Play on from here"), title: gettext("Play on from here"), onclick: act },
  icon(PLAY_ON), el("span", { class: "replay-play-on-text", text: gettext("Play on from here") }));
}

/** `actions`: `go(step)`, `first()`, `back()`, `forward()`, `last()`, `open(hand)`, `copy()` and `playOn()`. */
export function makeControls(actions) {
  const slider = el("input", { type: "range", class: "replay-slider", min: 0, step: 1, "aria-label": gettext("Step"),
    oninput: () => actions.go(Number(slider.value)) });
  const count = el("span", { class: "replay-count", "aria-hidden": "true" });
  const first = makeButton(FIRST, gettext("To the deal"), actions.first);
  const back = makeButton(BACK, "", actions.back);
  const forward = makeButton(FORWARD, "", actions.forward);
  const last = makeButton(LAST, gettext("To the end of the hand"), actions.last);
  const copy = makeButton(LINK, gettext("Copy a link to this step"), actions.copy);
  const playOn = makePlayOn(actions.playOn);
  const choice = el("select", { class: "replay-hand", "aria-label": gettext("Hand"),
    onchange: () => actions.open(Number(choice.value)) });
  const buttons = el("div", { class: "replay-buttons", role: "group", "aria-label": gettext("Steps") },
    first, back, forward, last);
  const element = el("div", { class: "replay-controls" },
    el("div", { class: "replay-slide" }, slider, count), copy, playOn, buttons, choice);

  function draw({ hand, hands, steps, playOn: lastToPlayOn }, at) {
    const end = steps.length - 1;
    if (choice.length !== hands.length) choice.replaceChildren(...options({ hands }));
    choice.value = String(hand);
    slider.max = end;
    slider.value = at;
    slider.setAttribute("aria-valuetext", stepText(at, end));
    setText(count, `${at} / ${end}`);
    playOn.setAttribute("aria-disabled", String(at > lastToPlayOn));
    drawButtons({ isStart: at === 0, isEnd: at === end, isFirstHand: hand === hands[0],
      isLastHand: hand === hands.at(-1) });
  }

  function drawButtons({ isStart, isEnd, isFirstHand, isLastHand }) {
    name(back, isStart && !isFirstHand ? gettext("The hand before") : gettext("One step back"));
    name(forward, isEnd && !isLastHand ? gettext("The next hand") : gettext("One step on"));
    first.setAttribute("aria-disabled", String(isStart));
    last.setAttribute("aria-disabled", String(isEnd));
    back.setAttribute("aria-disabled", String(isStart && isFirstHand));
    forward.setAttribute("aria-disabled", String(isEnd && isLastHand));
  }

  return { element, draw };
}
