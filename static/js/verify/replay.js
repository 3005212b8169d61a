/** Owns the replay: every event judged after the ones before it, up to the first that does not follow. */

import { SEATS, parseCard } from "./cards.js";
import { Hand } from "./hand.js";
import { Match } from "./match.js";
import { Wrong, finding } from "./wrong.js";

const EVENTS_A_TURN = 200;

/** The first finding of the replay, or null. Without a shuffle deals are taken from the plays. */
export async function replay(transcript, shuffle, pause) {
  const { header, events, seal } = transcript;
  const match = new Match(header.rules, header.seats.map(({ kind }) => kind));
  const dealing = shuffle ?? playedDeals(events);
  for (const [number, event] of events.entries()) {
    if (number % EVENTS_A_TURN === 0) await pause("E_RULES", number / events.length);
    try {
      await step(match, event, dealing, number === events.length - 1);
    } catch (error) {
      return atLine(number + 1, event, error);
    }
  }
  const isRevealed = events.at(-1)?.type === "reveal";
  return seal && !isRevealed ? finding("E_RULES", events.length + 1, "not_revealed") : null;
}

function atLine(line, event, error) {
  if (!(error instanceof Wrong)) throw error;
  const code = error.reason === "other_numbers" ? "E_SCORE" : "E_RULES";
  return finding(code, line, error.reason, { type: event.type, seat: event.seat, card: event.card, bid: event.bid, ...error.values });
}

async function step(match, event, dealing, isLast) {
  if (event.type === "hand_start") await startHand(match, event, dealing);
  else match.fold(event);
  if (event.type === "reveal" && !isLast) throw new Wrong("not_last");
}

async function startHand(match, { hand, dealer }, dealing) {
  match.checkStart(hand, dealer);
  const right = dealing.dealer(hand);
  if (right !== null && right !== dealer) throw new Wrong("other_dealer", { dealer: right });
  match.hand = new Hand(hand, dealer, await dealing.deal(hand), match.offers());
}

/**
 * Deals each hand as the cards its players are seen to play, which are all of them once the hand is over.
 *
 * Of a hand that is not over these are fewer than were held, so a breach may go unseen; what is refused with the
 * fewer was wrong with all of them too. A card played by two seats belongs to the first.
 */
function playedDeals(events) {
  const hands = new Map();
  for (const event of events) {
    if (event.type !== "play") continue;
    if (!hands.has(event.hand)) hands.set(event.hand, new Map());
    const owners = hands.get(event.hand);
    const card = parseCard(event.card);
    if (!owners.has(card)) owners.set(card, event.seat);
  }
  const held = (hand, seat) => [...(hands.get(hand) ?? [])].filter(([, owner]) => owner === seat).map(([card]) => card);
  return { dealer: () => null, deal: (hand) => SEATS.map((seat) => held(hand, seat)) };
}
