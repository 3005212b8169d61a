/** Owns seats, sides and cards as numbers: 13 times the suit and the rank less 2, suits C D H S. */

const RANKS = "23456789TJQKA";
const SUITS = "CDHS";
export const SEATS = [0, 1, 2, 3];
export const SPADES = 3;

export const isCard = (text) => typeof text === "string" && /^[2-9TJQKA][CDHS]$/.test(text);

export const parseCard = (text) => 13 * SUITS.indexOf(text[1]) + RANKS.indexOf(text[0]);

export const suitOf = (card) => Math.floor(card / 13);

export const rankOf = (card) => (card % 13) + 2;
