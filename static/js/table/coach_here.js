/** Owns where the coach looks at a table: at the hand that is over, as long as its result is there. */

import { el } from "./dom.js";

/** Leads from an act that the coach judges to its step in the replay. */
export const linkToStep = ({ match, hand }, { step, name }) => el("a", { class: "coach-link",
  href: `/matches/${match}/replay/?hand=${hand + 1}&step=${step}`, text: name });

/** The coach waits for the end of a hand; at live tables for that of the game: there is no time to sit and read. */
export function mayCoach({ view, live }) {
  const phases = live ? ["match_over"] : ["hand_over", "match_over"];
  return view.seat !== null && phases.includes(view.phase) && view.results.at(-1)?.hand === view.hand;
}

/** The hand and the seat that the coach may be asked about, or null. */
export const coached = (message) => (mayCoach(message)
  ? { match: message.match, hand: message.view.hand, seat: message.view.seat } : null);
