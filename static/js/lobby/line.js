/** Owns the line to the lobby: it opens again when it breaks, tells how things stand, and asks (docs/protocol.md). */

const PING_MS = 5000;
const SILENCE_MS = 12000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10000;
const FINAL_CODES = new Set([4404, 4429, 4430]);

function address(code) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws/lobby/?table=${encodeURIComponent(code)}`;
}

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `onState(state)` for each message that tells how things stand; `onEnd(code)` when it will not open again. */
export class Line {
  #code;
  #handlers;
  #socket = null;
  #asked = new Map(); // id -> resolve
  #tries = 0;
  #heardAt = 0;
  #timers = {};

  constructor(code, handlers) {
    this.#code = code;
    this.#handlers = handlers;
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    const socket = new WebSocket(address(this.#code));
    this.#socket = socket;
    this.#heardAt = performance.now();
    this.#timers.ping = setInterval(() => this.#beat(), PING_MS);
    socket.addEventListener("message", (event) => socket === this.#socket && this.#heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#lost(event.code));
  }

  /** Gives the answer, `accepted` or `error`; null when the line broke before it came. */
  ask(message) {
    const id = freshId();
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#socket.send(JSON.stringify({ ...message, id }));
    });
  }

  #heard(message) {
    this.#heardAt = performance.now();
    // Answered here and not by a timer: browsers let the timers of a hidden tab sleep.
    if (message.type === "ping") this.#ping();
    if (message.type === "lobby") {
      this.#tries = 0;
      this.#handlers.onState(message);
    }
    this.#asked.get(message.id)?.(message);
    this.#asked.delete(message.id);
  }

  #ping() {
    if (this.isOpen) this.#socket.send(JSON.stringify({ type: "ping" }));
  }

  /** A silent socket is given up at once: it may be long in closing. */
  #beat() {
    if (performance.now() - this.#heardAt <= SILENCE_MS) return this.#ping();
    const socket = this.#socket;
    this.#lost();
    return socket.close();
  }

  #lost(code) {
    clearInterval(this.#timers.ping);
    this.#socket = null;
    for (const resolve of this.#asked.values()) resolve(null);
    this.#asked.clear();
    if (FINAL_CODES.has(code)) return this.#handlers.onEnd(code);
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries);
    this.#tries += 1;
    this.#timers.retry = setTimeout(() => this.#reopen(), longest * (0.5 + Math.random() / 2));
    return undefined;
  }

  #reopen() {
    clearTimeout(this.#timers.retry);
    delete this.#timers.retry;
    this.open();
  }

  #hurry() {
    if (this.#timers.retry !== undefined) this.#reopen();
  }
}
