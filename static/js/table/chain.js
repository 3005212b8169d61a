/** Owns the checks a browser makes by itself: the chain of the log, and the promise once the seed is known. */

const bytesOf = (text) => new TextEncoder().encode(text);

/** Bytes of lower-case hex. */
function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Lower-case hex of bytes. */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Can this browser check at all? Only over https, or on this very machine. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

function lengthPrefixed(bytes) {
  const out = new Uint8Array(4 + bytes.length);
  new DataView(out.buffer).setUint32(0, bytes.length);
  out.set(bytes, 4);
  return out;
}

/** TH of the fairness page: SHA-256 over the tag and the parts, each with its length before it. */
async function taggedHash(name, ...parts) {
  const pieces = [bytesOf(`spades-fair/1/${name}`), ...parts].map(lengthPrefixed);
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/** K of the fairness page, as hex: the commitment of a seat to its contribution in a match, both hex. */
export async function clientCommit(match, seat, entropy) {
  return toHex(await taggedHash("client-commit", fromHex(match), Uint8Array.of(seat), fromHex(entropy)));
}

const promiseOf = ({ header, commit, client_commits: shares }) => JSON.stringify([header, commit, shares]);

/** What the server gave first for a match, and the heads of its log, one for each length from 0 on, to compare. */
export class Chain {
  #match = null;
  #promise = null;
  #heads = [];
  #work = Promise.resolve();

  /** Follows the log of a view; resolves to true when its head is the one the server names, null when lines lack. */
  follow(message, lines) {
    const work = this.#work.then(() => this.#extend(message, lines));
    this.#work = work.catch(() => undefined);
    return work;
  }

  /** Is the promise of a view the one the match began with? To be asked after `follow`. */
  isFirstPromise(message) {
    return this.#match !== message.match || promiseOf(message) === this.#promise;
  }

  async #extend(message, lines) {
    if (this.#match !== message.match) {
      this.#match = message.match;
      this.#promise = promiseOf(message);
      this.#heads = [await taggedHash("chain-genesis", bytesOf(message.header))];
    }
    while (this.#heads.length <= message.seq) {
      const line = lines[this.#heads.length - 1];
      if (line === undefined) return null;
      this.#heads.push(await taggedHash("chain", this.#heads[this.#heads.length - 1], bytesOf(line)));
    }
    return toHex(this.#heads[message.seq]) === message.head;
  }
}

/** With the seed public: is the commitment the hash of it, of the rules and of the match? */
export async function seedKeepsPromise(message) {
  const header = JSON.parse(message.header);
  const commits = message.client_commits.map(fromHex);
  const parts = [fromHex(message.match), fromHex(header.rules_hash), ...commits, fromHex(message.seed)];
  const hash = await taggedHash("commit", ...parts);
  return toHex(hash) === message.commit && header.commit === message.commit;
}
