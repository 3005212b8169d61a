/** Owns the line to the server: opens it again when it breaks, and sends what was not acknowledged once more. */

const PING_MS = 5000;
const SILENCE_MS = 12000;
const CONNECT_MS = 10000;
const HEALTHY_MS = 10000;
const MOST_SENDS = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10000;
/** The close code of a table that waits for its players. */
export const NOT_BEGUN = 4409;
const FINAL_CODES = new Set([4403, 4404, NOT_BEGUN, 4429, 4430, 4431]);

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
 * `onDrop(id)` when a message was sent again and again without an answer; `have()` tells how many log lines are known,
 * `known()` the same with the match, for pings.
 */
export class Connection {
  #code;
  #handlers;
  #socket = null;
  #tries = 0;
  #unanswered = new Map(); // id -> {message, sends}
  #heardAt = 0;
  #timers = {};

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
    this.#timers.connect = setTimeout(() => this.#abandon(), CONNECT_MS);
    socket.addEventListener("open", () => this.#isCurrent(socket) && this.#opened());
    socket.addEventListener("message", (event) => this.#isCurrent(socket) && this.#heard(event.data));
    socket.addEventListener("close", (event) => this.#isCurrent(socket) && this.#lost(event.code));
  }

  /** Sends a message that the server acknowledges; it is kept and sent again on a new line until it does. */
  ask(message) {
    const entry = { message, sends: 0 };
    this.#unanswered.set(message.id, entry);
    this.#sendCounted(entry);
  }

  /** Sends a message that may be lost. */
  say(message) {
    this.#send(message);
  }

  /** Forgets a message: nothing hangs on its answer any more. */
  drop(id) {
    this.#unanswered.delete(id);
  }

  #isCurrent(socket) {
    return socket === this.#socket;
  }

  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #sendCounted(entry) {
    if (this.#send(entry.message)) entry.sends += 1;
  }

  #opened() {
    clearTimeout(this.#timers.connect);
    this.#heardAt = performance.now();
    this.#timers.ping = setInterval(() => this.#beat(), PING_MS);
    this.#timers.healthy = setTimeout(() => this.#trust(), HEALTHY_MS);
    this.#handlers.onState("open");
    for (const entry of [...this.#unanswered.values()]) this.#sendAgain(entry);
  }

  /** A message that breaks the line each time must not break it for ever. */
  #sendAgain(entry) {
    if (entry.sends < MOST_SENDS) return this.#sendCounted(entry);
    this.drop(entry.message.id);
    return this.#handlers.onDrop(entry.message.id);
  }

  /** The line holds: should it break, the first try to mend it comes soon. */
  #trust() {
    this.#tries = 0;
  }

  #beat() {
    if (performance.now() - this.#heardAt > SILENCE_MS) this.#abandon();
    else this.#ping();
  }

  /** Tells what is here, so that a view that was lost on its way is sent again. */
  #ping() {
    this.#send({ type: "ping", ...this.#handlers.known() });
  }

  #heard(data) {
    this.#heardAt = performance.now();
    const message = JSON.parse(data);
    // Answered here and not by a timer: browsers let the timers of a hidden tab sleep.
    if (message.type === "ping") this.#ping();
    if (message.id !== undefined) this.drop(message.id);
    if (message.type === "accepted" || message.type === "refused") this.#trust();
    this.#handlers.onMessage(message);
  }

  #stop() {
    clearInterval(this.#timers.ping);
    for (const name of ["connect", "healthy", "retry"]) clearTimeout(this.#timers[name]);
    this.#timers = {};
  }

  /** Gives a silent socket up at once: it may be long in closing. */
  #abandon() {
    const socket = this.#socket;
    this.#lost();
    socket.close();
  }

  #lost(code) {
    this.#stop();
    this.#socket = null;
    if (FINAL_CODES.has(code)) return this.#handlers.onState("closed", code);
    this.#handlers.onState("waiting", code);
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries);
    this.#tries += 1;
    this.#timers.retry = setTimeout(() => this.#reopen(), longest * (0.5 + Math.random() / 2));
    return undefined;
  }

  #reopen() {
    this.#stop();
    this.open();
  }

  #hurry() {
    if (this.#timers.retry !== undefined) this.#reopen();
  }
}
