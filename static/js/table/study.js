/** Owns the line that says a game is a study, and where it was begun. */

import { el, setText } from "./dom.js";
import { fill } from "./words.js";

/** Where the game that it was begun from can be replayed, at the hand in which it was left. */
const linkTo = ({ origin, hand }) => `/matches/${origin}/replay/?hand=${hand + 1}`;

/** The line above the felt; hidden for a game that is no study. */
export function makeStudyLine() {
  const text = el("span", { class: "study-text" });
  const link = el("a", { text: gettext("Replay that game") });
  const element = el("p", { class: "study-line", hidden: true },
    el("strong", { text: gettext("Study") }), " ", text, " ", link);

  function draw({ message: { study } }) {
    element.hidden = study === null;
    if (study === null) return;
    setText(text, fill(gettext("Begun from hand %(number)s of a game. It counts nowhere and has no transcript."),
      { number: study.hand + 1 }));
    link.href = linkTo(study);
  }

  return { element, draw };
}
