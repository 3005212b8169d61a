/** Owns how the deals came about: players' contributions, the server's commitment, and the seed that opens it. */

import { NO_BYTES, asciiBytes, fromHex, taggedHash, toHex } from "./bytes.js";
import { SEATS } from "./cards.js";
import { Shuffle } from "./shuffle.js";
import { finding } from "./wrong.js";

/** The first thing wrong with the contributions: each commitment of a browser is opened, once, by what it is of. */
export async function checkClient({ header, events }) {
  const commits = header.client_commits;
  const silent = SEATS.find((seat) => commits[seat] && (header.seats[seat].kind === "bot" || header.deal));
  if (silent !== undefined) return finding("E_CLIENT", 0, "no_say", { seat: silent });
  const given = new Set();
  for (const [number, event] of events.entries()) {
    if (event.type !== "entropy") continue;
    const reason = given.has(event.seat) ? "contributed_twice" : await judgeContribution(header, event);
    if (reason) return finding("E_CLIENT", number + 1, reason, { seat: event.seat });
    given.add(event.seat);
  }
  return findMissing(events, SEATS.find((seat) => commits[seat] && !given.has(seat)));
}

async function judgeContribution(header, { seat, e }) {
  const hash = await taggedHash("client-commit", fromHex(header.match), Uint8Array.of(seat), fromHex(e));
  return toHex(hash) === header.client_commits[seat] ? null : "other_contribution";
}

/** Before the first deal a contribution may still come. */
function findMissing(events, seat) {
  const deal = events.findIndex(({ type }) => type === "hand_start");
  return seat === undefined || deal < 0 ? null : finding("E_CLIENT", deal + 1, "no_contribution", { seat });
}

/** The first thing wrong with the commitment; `kept` is the one a browser was given (hex), or null. */
export async function checkCommit(transcript, kept) {
  const { header } = transcript;
  if (kept !== null && header.commit !== kept) return finding("E_COMMIT", 0, "other_kept_commitment");
  if (header.deal && header.match !== (await matchOf(header.deal))) return finding("E_COMMIT", 0, "other_deal");
  const { line, seed } = await findSeed(transcript);
  if (seed === null) return null;
  const leagueSeed = await leagueSeedOf(header);
  if (leagueSeed !== null && leagueSeed !== seed) return finding("E_COMMIT", line, "other_league_seed");
  return (await commitmentOf(header, seed)) === header.commit ? null : finding("E_COMMIT", line, "other_commitment");
}

/** The seed in hex and the line that tells it: the first reveal, else, for a league's deal, the header. */
export async function findSeed({ header, events }) {
  const number = events.findIndex(({ type }) => type === "reveal");
  return number < 0 ? { line: 0, seed: await leagueSeedOf(header) } : { line: number + 1, seed: events[number].seed };
}

async function leagueSeedOf({ deal }) {
  if (deal?.kind !== "league") return null;
  return toHex(await taggedHash("league-seed", asciiBytes(deal.league), asciiBytes(deal.deal)));
}

async function matchOf(deal) {
  const ids = deal.kind === "daily" ? [deal.day] : [deal.league, deal.deal];
  return toHex((await taggedHash(`${deal.kind}-id`, ...ids.map(asciiBytes))).subarray(0, 16));
}

/** C over the rules hash as the header has it, which another stage compares with the rules. */
async function commitmentOf(header, seed) {
  const parts = [header.match, header.rules_hash, ...header.client_commits, seed];
  return toHex(await taggedHash("commit", ...parts.map(fromHex)));
}

/** The shuffle of a transcript whose contributions and commitment hold; null while its seed is not known. */
export async function shuffleOf(transcript) {
  const { header, events } = transcript;
  const { seed } = await findSeed(transcript);
  if (seed === null) return null;
  const contributions = SEATS.map(() => NO_BYTES);
  for (const event of events) if (event.type === "entropy") contributions[event.seat] = fromHex(event.e);
  return Shuffle.of(fromHex(header.match), fromHex(header.commit), contributions, fromHex(seed));
}
