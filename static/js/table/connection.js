/** Owns the line to the server: opens it again when it breaks, and sends what was not acknowledged once more. */

const PING_MS = 5000;
const SILENCE_MS = 12000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10000;
const FINAL_CODES = new Set([4403, 4404, 4429]);

/** A name for one decision, fresh for each and the same when it is sent again. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function address(code, have) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws/tables/${encodeURIComponent(code)}/?have=${have}`;
}

/**
 * `onMessage(message)` for each message; `onState(state, code)` with "connecting", "open", "waiting" or "closed";
 * `have()` tells how many log lines are known.
 */
export class Connection {
  #code;
  #handlers;
  #socket = null;
  #tries = 0;
  #unanswered = new Map();
  #heardAt = 0;
  #ping = null;
  #retry = null;

  constructor(code, handlers) {
    this.#code = code;
    this.#handlers = handlers;
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  open() {
    this.#handlers.onState("connecting");
    const socket = new WebSocket(address(this.#code, this.#handlers.have()));
    this.#socket = socket;
    socket.addEventListener("open", () => this.#isCurrent(socket) && this.#opened());
    socket.addEventListener("message", (event) => this.#isCurrent(socket) && this.#heard(event.data));
    socket.addEventListener("close", (event) => this.#isCurrent(socket) && this.#lost(event.code));
  }

  /** Sends a message that the server acknowledges; it is kept and sent again until it does. */
  ask(message) {
    this.#unanswered.set(message.id, message);
    this.#send(message);
  }

  /** Sends a message that may be lost. */
  say(message) {
    this.#send(message);
  }

  /** Forgets a message: nothing hangs on its answer any more. */
  drop(id) {
    this.#unanswered.delete(id);
  }

  close() {
    this.#stop();
    this.#socket?.close();
    this.#socket = null;
  }

  #isCurrent(socket) {
    return socket === this.#socket;
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #opened() {
    this.#heardAt = performance.now();
    this.#ping = setInterval(() => this.#beat(), PING_MS);
    this.#handlers.onState("open");
    for (const message of this.#unanswered.values()) this.#send(message);
  }

  #beat() {
    if (performance.now() - this.#heardAt > SILENCE_MS) this.#socket.close();
    else this.#send({ type: "ping" });
  }

  #heard(data) {
    this.#heardAt = performance.now();
    this.#tries = 0;
    const message = JSON.parse(data);
    if (message.type === "accepted" || message.type === "refused") this.#unanswered.delete(message.id);
    this.#handlers.onMessage(message);
  }

  #stop() {
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    this.#retry = null;
  }

  #lost(code) {
    this.#stop();
    this.#socket = null;
    if (FINAL_CODES.has(code)) return this.#handlers.onState("closed", code);
    this.#handlers.onState("waiting", code);
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#reopen(), longest * (0.5 + Math.random() / 2));
    return undefined;
  }

  #reopen() {
    this.#retry = null;
    this.open();
  }

  #hurry() {
    if (this.#retry === null) return;
    clearTimeout(this.#retry);
    this.#reopen();
  }
}
