/** Owns what a transcript says of itself, to show beside the verdict. */

/** Plain facts of a transcript as it is written, whether or not they hold. */
export function tell({ header, events, seal }, head) {
  const ends = events.filter(({ type }) => type === "hand_end");
  const end = events.find(({ type }) => type === "match_end");
  return {
    match: header.match,
    rulesId: header.rules_id,
    createdMs: header.created_ms,
    commit: header.commit,
    head,
    keyId: seal?.key_id ?? null,
    isSealed: seal !== null,
    isShared: header.deal !== undefined,
    hasSeed: header.deal?.kind === "league" || events.some(({ type }) => type === "reveal"),
    contributions: header.client_commits.filter(Boolean).length,
    events: events.length,
    hands: ends.length,
    score: (end ?? ends.at(-1))?.score ?? null,
    reason: end?.reason ?? null,
    winner: end?.winner ?? null,
  };
}
