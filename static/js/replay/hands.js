/** Owns the hands of a replay: fetched one at a time, each step as a message that the table's parts can draw. */

/** The step's view, whole; the fourth card of the last trick stays on the table until the sum is shown. */
function asDrawn(view, event, seat) {
  const phase = event.type === "play" ? "playing" : view.phase;
  return { ...view, seat, phase, holding: null, legal: [], locked: {} };
}

/** Each step holds only what changed in it, so each builds on the one before. */
export function readHand({ match, hand, hands, seat, seats, steps, play_on: playOn }) {
  let view = {};
  const messages = steps.map(({ event, view: changes }, at) => {
    view = { ...view, ...changes };
    return { match, seq: `${hand}/${at}`, seats, event, study: null, view: asDrawn(view, event, seat) };
  });
  return { hand, hands, playOn, steps: messages };
}

async function askFor(address, hand) {
  const answer = await fetch(`${address}?hand=${hand + 1}`, { headers: { Accept: "application/json" } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.text);
  return readHand(body);
}

/** Fetches hands from `address`: `get(hand)` promises one, and asks the site only the first time. */
export function makeHands(address) {
  const kept = new Map();

  function get(hand) {
    if (!kept.has(hand)) {
      const asked = askFor(address, hand);
      asked.catch(() => kept.delete(hand));
      kept.set(hand, asked);
    }
    return kept.get(hand);
  }

  return { get };
}

/** The steps at which a trick is complete, and the first and the last step: where one goes trick by trick. */
export function stopsOf(steps) {
  const ends = steps.map((message, at) => at).filter((at) =>
    at > 0 && steps[at].view.tricks.length > steps[at - 1].view.tricks.length);
  return [...new Set([0, ...ends, steps.length - 1])];
}
