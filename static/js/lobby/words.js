/** Owns the sentences of the lobby: what a table is, what is agreed there, and what has changed. */

export const SEAT_NAMES = () => [gettext("North"), gettext("East"), gettext("South"), gettext("West")];

export function freeSeats(challenge) {
  return challenge.seats.filter((seat) => seat === null).length;
}

export function sayFree(free) {
  return interpolate(ngettext("%s seat is free", "%s seats are free", free), [free]);
}

/** Who somebody at a seat is: a name, and of a bot its level. */
export function nameOf(seat) {
  if (seat.level === null) return seat.name;
  return interpolate(gettext("%(name)s (bot, %(level)s)"), seat, true);
}

export function joinNames(names) {
  if (names.length < 2) return names.join("");
  const most = names.slice(0, -1).join(", ");
  return interpolate(gettext("%(most)s and %(last)s"), { most, last: names.at(-1) }, true);
}

/** How a table stands that waits for players. */
export function sayStanding(challenge) {
  const free = interpolate(gettext("%s."), [sayFree(freeSeats(challenge))]);
  const rest = challenge.you === null
    ? gettext("The game begins when all 4 are taken.")
    : gettext("You have yours. The game begins when all 4 are taken, and this page leads you there.");
  return `${free} ${rest}`;
}

function sayBots({ may_fill: mayFill, level }) {
  const words = mayFill
    ? gettext("Bots (%(level)s) may fill seats that stay empty, and stand in for who is gone.")
    : gettext("People alone begin. A bot (%(level)s) stands in only for who is gone.");
  return interpolate(words, { level }, true);
}

/** What is agreed for every game at a table, one sentence each, after the rules. */
export function sayTerms(challenge) {
  return [
    gettext("A turn lasts at most 30 seconds. Then the clock plays the lowest card that may be played."),
    sayBots(challenge),
    challenge.quick_chat ? gettext("Quick chat: 8 fixed messages, which everybody sees.") : gettext("There is no chat."),
    challenge.is_private ? gettext("Private: only who has the link finds it, and nobody watches.")
      : gettext("Open: everybody finds it in the lobby, and others may watch, a trick behind."),
  ];
}

function sayChange(before, after, name) {
  if (after === null) return interpolate(gettext("%(seat)s is free."), { seat: name }, true);
  return interpolate(gettext("%(who)s sits %(seat)s."), { who: nameOf(after), seat: name }, true);
}

/** What has changed at the seats since, in words for those who do not see it. */
export function sayChanges(before, after) {
  if (!before || !after) return "";
  const who = (seat) => seat && nameOf(seat);
  const changed = SEAT_NAMES().flatMap((name, seat) => {
    const [old, now] = [before.seats[seat], after.seats[seat]];
    return who(old) === who(now) ? [] : [sayChange(old, now, name)];
  });
  return changed.join(" ");
}
