/** Owns what a verdict means: what the check of this file proves, and what it does not. */

/** Sentences that hold for a file without findings; `given` tells which of commitment and head were compared. */
export function listProved({ signature, facts }, given) {
  return [
    signature === "ok" && gettext("The lines are those that the server sealed: none was changed, added or left out since."),
    facts.hasSeed && gettext("Every deal follows from one seed, and the commitment in the file fits that seed alone."),
    facts.hasSeed && facts.contributions > 0 && sayContributions(facts.contributions),
    gettext("All bids, cards, tricks and scores are as the rules have them."),
    given.commitment && gettext("The commitment is the one your browser was given, so the deals were fixed before the first card."),
    given.head && gettext("The lines are the very ones your browser saw."),
  ].filter(Boolean);
}

function sayContributions(count) {
  const text = ngettext(
    "%(count)s player's browser put a number of its own into the shuffle, so the server alone did not choose the deals.",
    "The browsers of %(count)s players put numbers of their own into the shuffle, so the server alone did not choose the deals.",
    count,
  );
  return interpolate(text, { count }, true);
}

/** What stays open, whatever the verdict. */
export function listUnproved({ signature, facts }, given) {
  return [
    signature !== "ok" && gettext("Who wrote this file: the signature was not checked, or there is none yet."),
    !facts.hasSeed && gettext("That the deals follow from the commitment: the seed is not public yet."),
    facts.contributions === 0 && sayUnchosen(facts),
    !given.commitment && gettext("That the commitment was there before the first card: for that, enter the one your browser kept."),
    !given.head && gettext("That no other file of this game was given out: for that, enter the head your browser kept."),
    gettext("That nobody looked at hidden cards, that bots played by their program, and that the times are right."),
  ].filter(Boolean);
}

function sayUnchosen({ isShared }) {
  if (isShared) return gettext("That we did not choose the deal: shared deals are fixed beforehand, by us.");
  return gettext("That the server did not choose the deals: no player's browser had a say in them.");
}
