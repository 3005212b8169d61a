/** Owns the fields of a transcript's lines and the form of each; what they mean is judged elsewhere. */

import { PROTO, isHex } from "./bytes.js";
import { isCard } from "./cards.js";
import { Wrong } from "./wrong.js";

const BOT = /^[a-z][a-z0-9_]*-[A-Za-z0-9._]+$/;

const oneOf = (...allowed) => (value) => allowed.includes(value);
const hex = (length) => (value) => isHex(value, length);
const listOf = (length, check) => (value) => Array.isArray(value) && value.length === length && value.every(check);
const either = (...checks) => (value) => checks.some((check) => check(value));
const isInteger = (value) => Number.isSafeInteger(value);
const isText = (value) => typeof value === "string" && value !== "";
const isBot = (value) => typeof value === "string" && BOT.test(value);
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function integer(low, high = Infinity) {
  return (value) => isInteger(value) && value >= low && value <= high;
}

/** A day of the calendar, YYYY-MM-DD. */
export function isDay(value) {
  const parts = typeof value === "string" && /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year, month) {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
}

const count = integer(0);
const seat = integer(0, 3);
const pair = listOf(2, isInteger);
const NUMBERED = { i: count, t: count, type: isText };
const ACT = { hand: count, seat };
const EVENTS = new Map(
  Object.entries({
    entropy: { seat, e: hex(32) },
    hand_start: { hand: count, dealer: seat },
    look: ACT,
    bid: { ...ACT, bid: either(integer(0, 13), oneOf("blind_nil")) },
    play: { ...ACT, card: isCard },
    chat: { seat, msg: isText },
    away: { seat },
    back: { seat },
    takeover: { seat, bot: isBot },
    return: { seat },
    concede: { seat },
    hand_end: { hand: count, won: listOf(4, integer(0, 13)), delta: pair, bags: listOf(2, count), score: pair },
    match_end: { reason: isText, winner: oneOf(0, 1, null), score: pair },
    reveal: { seed: hex(32) },
  }),
);
const ACTS = ["look", "bid", "play"];
const BY = { by: oneOf("clock", "bot", "claim") };
const HEADER = {
  proto: oneOf(PROTO),
  match: hex(16),
  rules: isObject,
  rules_id: isText,
  rules_hash: hex(32),
  commit: hex(32),
  client_commits: listOf(4, either(oneOf(""), hex(32))),
  seats: listOf(4, isObject),
  created_ms: count,
};
const SHARED = { attempt: hex(16), deal: isObject };
const SEAT = { kind: oneOf("human", "bot"), ref: isText };
const DEALS = new Map(
  Object.entries({ daily: { kind: isText, day: isDay }, league: { kind: isText, league: isText, deal: isText } }),
);
const SEAL = { type: oneOf("seal"), n: integer(0, 2 ** 32 - 1), head: hex(32), key_id: isText, sig: hex(64) };

/** Wrong unless these are the fields of line 0; whether its rules are valid is not asked here. */
export function checkHeader(header) {
  const isShared = Object.hasOwn(header, "attempt") || Object.hasOwn(header, "deal");
  checkFields(header, isShared ? { ...HEADER, ...SHARED } : HEADER);
  header.seats.forEach(checkSeat);
  if (isShared) checkDeal(header.deal);
}

function checkSeat(one) {
  checkFields(one, SEAT);
  if (one.kind === "bot" && !isBot(one.ref)) throw new Wrong("bot_reference");
}

function checkDeal(deal) {
  const fields = DEALS.get(deal.kind);
  if (!fields) throw new Wrong("deal_kind");
  checkFields(deal, fields);
}

/** Wrong unless the object has exactly the fields of an event of its type. */
export function checkEvent(event) {
  const fields = EVENTS.get(event.type);
  if (!fields) throw new Wrong("unknown_type");
  const hasBy = ACTS.includes(event.type) && Object.hasOwn(event, "by");
  checkFields(event, { ...NUMBERED, ...fields, ...(hasBy ? BY : {}) });
}

export const checkSeal = (seal) => checkFields(seal, SEAL);

function checkFields(data, checks) {
  for (const field of Object.keys(data)) {
    if (!Object.hasOwn(checks, field)) throw new Wrong("unknown_field", { field: field.slice(0, 20) });
  }
  for (const [field, isRight] of Object.entries(checks)) {
    if (!Object.hasOwn(data, field)) throw new Wrong("missing_field", { field });
    if (!isRight(data[field])) throw new Wrong("wrong_field", { field });
  }
}
