/** Owns the sentences of the verifier: what each finding says to a player. */

const fill = (text, values) => interpolate(text, values, true);

const SEATS = [() => gettext("North"), () => gettext("East"), () => gettext("South"), () => gettext("West")];
const SIDES = [() => gettext("North and South"), () => gettext("East and West")];
const NUMBERS = {
  won: () => gettext("The tricks won by North, East, South and West are %(right)s by the rules, not %(said)s."),
  delta: () => gettext("The points of the hand for North–South and East–West are %(right)s by the rules, not %(said)s."),
  bags: () => gettext("The bags of North–South and East–West are %(right)s by the rules, not %(said)s."),
  score: () => gettext("The score of North–South and East–West is %(right)s by the rules, not %(said)s."),
};

const FORMAT = {
  too_large: () => gettext("The file is larger than 10 MB, the most that is read; no game is as long as that."),
  archive: () => gettext("This is a packed archive: take the transcript, a .jsonl file, out of it first."),
  no_text: () => gettext("This is not a text file, and a transcript is one."),
  other_version: () => gettext("The transcript is of version “%(version)s”; this page reads spades-fair/1 only."),
  empty: () => gettext("The file is empty."),
  no_line_feed: () => gettext("The file does not end with a whole line: its end has been cut off."),
  blank_line: () => gettext("The line is blank, and a transcript has no blank lines."),
  carriage_return: () => gettext("The line ends in a carriage return, which a program for Windows may have added."),
  byte_order_mark: () => gettext("The file starts with a byte order mark, which a text editor may have added."),
  strange_character: () => gettext("The line holds a character that no transcript has."),
  not_json: () => gettext("The line cannot be read: it is not JSON."),
  not_canonical: () => gettext("The line is not written in the one way there is: a blank too many, say, or another order."),
  not_an_object: () => gettext("The line is not an object with fields."),
  unknown_type: () => gettext("There is no event of this type."),
  unknown_field: () => gettext("A line of this type has no field “%(field)s”."),
  missing_field: () => gettext("The field “%(field)s” is missing."),
  wrong_field: () => gettext("The field “%(field)s” does not have the form it must have."),
  bot_reference: () => gettext("A bot is not named by its level and version, like novice-1."),
  deal_kind: () => gettext("The kind of a shared deal is neither daily nor league."),
};

const CHAIN = {
  gap: () => gettext("Event %(expected)s was to come here, not %(found)s: the log has a gap."),
  other_count: () => gettext("The seal is for %(n)s events; there are %(events)s."),
  other_head: () => gettext("The lines are not those that were sealed: their chain ends in another head."),
  other_kept_head: () => gettext("The chain ends in another head than the one your browser kept."),
  unknown_key: () => gettext("The seal names the key “%(key)s”, which is not among the keys used for this check."),
  other_signature: () => gettext("The signature of the seal is not the server's."),
};

const RULES = {
  missing_option: () => gettext("The option “%(option)s” of the rules is missing."),
  unknown_option: () => gettext("The rules have no option “%(option)s”."),
  wrong_option: () => gettext("The option “%(option)s” of the rules has a value it cannot have."),
  no_end: () => gettext("The rules have neither target nor floor nor hand limit: such a game would have no end."),
  blind_nil_without_nil: () => gettext("The rules allow blind nil without nil, which contradict each other."),
  blind_nil_number: () => gettext("The option “%(option)s” does not fit the rules' choice of blind nil."),
  other_rules_hash: () => gettext("The rules written here have another hash than the one named beside them."),
  other_rules_id: () => gettext("The rules written here have another id than the one named beside them."),
};

const DEAL = {
  no_say: () => gettext("%(seat)s has no say in this deal, yet committed to a contribution."),
  contributed_twice: () => gettext("%(seat)s contributes to the shuffle a second time."),
  other_contribution: () => gettext("%(seat)s's contribution is not the one that %(seat)s's browser had committed to."),
  no_contribution: () => gettext("The first hand is dealt, yet %(seat)s's contribution is nowhere."),
  other_kept_commitment: () => gettext("The commitment is not the one your browser was given before the first card."),
  other_deal: () => gettext("The game's id is not that of the shared deal it names."),
  other_league_seed: () => gettext("The seed is not that of the league's deal."),
  other_commitment: () => gettext("The seed is not the one the server had committed to before the first card."),
};

const ACTS = {
  match_over: () => gettext("%(seat)s acts after the game has ended."),
  hand_over: () => gettext("%(seat)s acts while no hand is being played."),
  not_your_turn: () => gettext("%(seat)s acts when it is somebody else's turn."),
  bidding_over: () => gettext("%(seat)s bids or looks after the bidding has ended."),
  bidding_not_over: () => gettext("%(seat)s plays %(card)s before everybody has bid."),
  look_first: () => gettext("%(seat)s bids %(bid)s before looking at the cards or bidding blind nil."),
  blind_nil_not_offered: () => gettext("%(seat)s has no offer of blind nil here."),
  nil_not_allowed: () => gettext("%(seat)s bids nil, which these rules do not have."),
  not_in_hand: () => gettext("%(seat)s plays %(card)s, a card %(seat)s does not hold."),
  must_follow_suit: () => gettext("%(seat)s plays %(card)s, yet could follow the suit led."),
  spades_not_broken: () => gettext("%(seat)s leads %(card)s before spades are broken, yet holds other suits."),
  act_of_other_hand: () => gettext("The act is of another hand than the one being played."),
  claim_goes_on: () => gettext("After a claim every act of the hand is the claim's, and this one is not."),
  no_stand_in: () => gettext("A bot acts for %(seat)s without having taken the seat over."),
  stand_in_unsaid: () => gettext("A bot holds the seat of %(seat)s, so the line must say who acted."),
  not_default: () => gettext("A clock or a claim may only look, bid 1 or play the lowest legal card, and this act is another."),
};

const COURSE = {
  match_ended: () => gettext("The game has ended, yet it goes on here."),
  match_conceded: () => gettext("A side has conceded, so the game had to end here."),
  hand_end_due: () => gettext("The hand is played out, so its score must come here."),
  match_end_due: () => gettext("By the rules the game ends here, yet it goes on."),
  hand_in_play: () => gettext("A hand starts while another is being played."),
  other_hand: () => gettext("The number of the hand is wrong: it is hand %(hand)s of the game."),
  other_dealer: () => gettext("The dealer of this hand is %(dealer)s."),
  no_hand_ends: () => gettext("No hand ends here."),
  no_end_here: () => gettext("The game does not end here by its rules."),
  other_reason: () => gettext("By the rules the game ends for another reason: %(reason)s."),
  other_winner: () => gettext("By the rules the winner is another: %(winner)s."),
  no_person: () => gettext("%(seat)s is a bot's seat, and only a person's can be taken over, returned or conceded."),
  taken_over_twice: () => gettext("A bot holds the seat of %(seat)s already."),
  not_taken_over: () => gettext("No bot holds the seat of %(seat)s."),
  conceded_twice: () => gettext("%(seat)s has conceded already."),
  late_contribution: () => gettext("A contribution comes after the first deal."),
  early_reveal: () => gettext("The seed is revealed before the game has ended."),
  not_last: () => gettext("The seed is revealed here, yet more events follow."),
  not_revealed: () => gettext("The transcript is sealed, yet its seed is not revealed."),
};

const KEYS = {
  keys_not_json: () => gettext("The keys are not JSON."),
  keys_no_object: () => gettext("The keys must be an object of JSON."),
  key_without_id: () => gettext("Each of the keys must be an object with an id."),
  bad_key: () => gettext("The key “%(id)s” is not a public key: 64 digits 0–9 and a–f."),
  key_twice: () => gettext("Two keys have the same id."),
};

const SENTENCES = { ...FORMAT, ...CHAIN, ...RULES, ...DEAL, ...ACTS, ...COURSE, ...KEYS };

/** The sentence of a reason, with its values put in; the seats, the side and the dealer among them by name. */
export function say(reason, values) {
  if (reason === "other_numbers") return fill(NUMBERS[values.field](), values);
  return fill(SENTENCES[reason](), { ...values, ...nameSeats(values) });
}

function nameSeats({ seat, dealer, winner, reason }) {
  const named = {};
  if (seat !== undefined) named.seat = SEATS[seat]();
  if (dealer !== undefined) named.dealer = SEATS[dealer]();
  if (winner !== undefined) named.winner = winner === null ? gettext("nobody") : sideName(winner);
  if (reason !== undefined) named.reason = reasonName(reason);
  return named;
}

export const sideName = (side) => SIDES[side]();

const REASONS = {
  target: () => gettext("the target was reached"),
  floor: () => gettext("a side fell to the losing score"),
  hand_limit: () => gettext("the last hand was played"),
  concede: () => gettext("a side conceded"),
  left: () => gettext("everybody had left"),
  abandoned: () => gettext("it was closed unfinished"),
};

/** Why a game ended, in words; a reason nobody knows as it is written. */
export const reasonName = (reason) => (Object.hasOwn(REASONS, reason) ? REASONS[reason]() : reason);
