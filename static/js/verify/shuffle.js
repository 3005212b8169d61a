/** Owns the shuffle: from the seed and the contributions to the dealer and the four holdings of every hand. */

import { NO_BYTES, hmac, hmacKey, join, lengthPrefixed, tag, taggedHash, u32 } from "./bytes.js";
import { SEATS } from "./cards.js";

const BLOCK_ONE = Uint8Array.of(1);

export class Shuffle {
  #key;
  #firstDealer;

  /** From raw bytes: the match id, the commitment, four contributions (empty where there is none) and the seed. */
  static async of(matchId, commitment, contributions, seed) {
    const salt = await taggedHash("mix", matchId, commitment, ...contributions);
    const shuffle = new Shuffle();
    shuffle.#key = await hmacKey(await hmac(await hmacKey(salt), seed));
    shuffle.#firstDealer = (await shuffle.#expand(lengthPrefixed(tag("dealer"))))[0] & 3;
    return shuffle;
  }

  /** HKDF-Expand to 32 bytes, which is its first block. */
  #expand(info) {
    return hmac(this.#key, join(info, BLOCK_ONE));
  }

  dealer(hand) {
    return (this.#firstDealer + hand) % 4;
  }

  /** The holdings of a hand by seat: one card at a time from the dealer's left. */
  async deal(hand) {
    const deck = await shuffleDeck(await this.#expand(join(lengthPrefixed(tag("hand")), u32(hand))));
    const first = this.dealer(hand) + 1;
    return SEATS.map((seat) => deck.filter((_, place) => (first + place) % 4 === seat));
  }
}

async function shuffleDeck(seed) {
  const stream = await openStream(seed);
  const deck = Array.from({ length: 52 }, (_, card) => card);
  for (let i = 51; i > 0; i -= 1) {
    const j = await below(stream, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** Gives, at each call, the next of the endless bytes a hand is shuffled with. */
async function openStream(seed) {
  const key = await hmacKey(seed);
  const prefix = lengthPrefixed(tag("stream"));
  let [block, number, at] = [NO_BYTES, 0, 0];
  return async () => {
    if (at === block.length) {
      block = await hmac(key, join(prefix, u32(number)));
      [number, at] = [number + 1, 0];
    }
    at += 1;
    return block[at - 1];
  };
}

/** A number below n, all equally likely: bytes that would favour the low ones are passed over. */
async function below(stream, n) {
  const limit = 256 - (256 % n);
  let byte = await stream();
  while (byte >= limit) byte = await stream();
  return byte % n;
}
