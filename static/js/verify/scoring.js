/** Owns the arithmetic: what a finished hand scores for each side, and whether the match ends after it. */

export const MOST_HANDS = 200;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const isNil = (bid) => bid === 0 || bid === "blind_nil";
const ofSide = (bySeat, side) => [bySeat[side], bySeat[side + 2]];

/** The numbers a `hand_end` has to carry, from the hand and the running score and bags. */
export function scoreHand(rules, hand, score, bags) {
  const sides = [0, 1].map((side) => scoreSide(rules, ofSide(hand.bids, side), ofSide(hand.won, side), bags[side]));
  const delta = sides.map(({ points }) => points);
  return { won: [...hand.won], delta, bags: sides.map((side) => side.bags), score: delta.map((points, side) => score[side] + points) };
}

function scoreSide(rules, bids, won, bagsBefore) {
  const nils = sum(bids.map((bid, place) => (isNil(bid) ? scoreNil(rules, bid, won[place]) : 0)));
  const { points, bags } = scoreContract(bids, won);
  const { left, penalties } = carryBags(rules, bagsBefore + bags);
  return { points: nils + points + bags - rules.bag_penalty * penalties, bags: left };
}

function scoreNil(rules, bid, tricks) {
  const value = bid === "blind_nil" ? rules.blind_nil_value : rules.nil_value;
  return tricks === 0 ? value : -value;
}

/** Only tricks of those who did not bid nil count towards the contract; a nil bidder's are always bags. */
function scoreContract(bids, won) {
  const contract = sum(bids.filter((bid) => !isNil(bid)));
  const tricks = sum(won.filter((_, place) => !isNil(bids[place])));
  const nilTricks = sum(won) - tricks;
  if (contract === 0) return { points: 0, bags: nilTricks };
  if (tricks < contract) return { points: -10 * contract, bags: nilTricks };
  return { points: 10 * contract, bags: tricks - contract + nilTricks };
}

function carryBags({ bag_limit: limit, bag_carry: carry }, bags) {
  if (carry === "remainder") return { left: bags % limit, penalties: Math.floor(bags / limit) };
  return bags >= limit ? { left: 0, penalties: 1 } : { left: bags, penalties: 0 };
}

/** How the match ends after so many finished hands, `{reason, winner}`, or null if it goes on. */
export function endAfter(rules, [north, east], hands) {
  const leader = north === east ? null : Number(east > north);
  const ends = leader !== null || rules.level_at_end === "draw";
  if (rules.target !== null && Math.max(north, east) >= rules.target && leader !== null) return { reason: "target", winner: leader };
  if (rules.floor !== null && Math.min(north, east) <= rules.floor && ends) return { reason: "floor", winner: leader };
  if (rules.hand_limit !== null && hands >= rules.hand_limit && ends) return { reason: "hand_limit", winner: leader };
  return hands >= MOST_HANDS ? { reason: "abandoned", winner: null } : null;
}
