/** The settings a visitor keeps on this device: read, change, and be told of changes. */

const STORAGE_KEY = "pllay.preferences";

export const DEFAULTS = Object.freeze({
  text: 18,
  theme: "auto",
  contrast: "normal",
  deck: "two",
  sort: "spades-last",
  pace: 600,
  sound: false,
  confirm: false,
  forced: false,
  keys: true,
});

/** What each key may be; anything else found in the storage counts as not set. */
export const CHOICES = Object.freeze({
  text: [16, 18, 21, 25],
  theme: ["auto", "light", "dark"],
  contrast: ["normal", "high"],
  deck: ["two", "four"],
  sort: ["spades-last", "spades-first"],
  pace: [0, 300, 600, 1000],
  sound: [false, true],
  confirm: [false, true],
  forced: [false, true],
  keys: [false, true],
});

const listeners = new Set();
let chosen = readStored();

function keepAllowed(found) {
  const entries = Object.entries(found).filter(([key, value]) => CHOICES[key]?.includes(value));
  return Object.fromEntries(entries);
}

function readStored() {
  try {
    return keepAllowed(JSON.parse(window.localStorage.getItem(STORAGE_KEY)) ?? {});
  } catch {
    return {};
  }
}

function store() {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(chosen));
  } catch {
    // Storage is refused or full: the choice then lasts as long as the page.
  }
}

function notify(key) {
  for (const listener of listeners) listener(key, get(key));
}

/** The value in force; with reduced motion asked of the system, `pace` is 0 whatever was chosen. */
export function get(key) {
  if (!(key in DEFAULTS)) throw new RangeError(`no preference is called ${key}`);
  if (key === "pace" && window.matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return chosen[key] ?? DEFAULTS[key];
}

/** What the visitor chose themselves, without the defaults. */
export function getChosen() {
  return { ...chosen };
}

/** Keeps a choice and tells every listener, the other tabs' included. */
export function set(key, value) {
  if (!CHOICES[key]?.includes(value)) throw new RangeError(`${key} cannot be ${value}`);
  chosen = { ...chosen, [key]: value };
  store();
  notify(key);
}

/** Calls `listener(key, value)` after each change; gives back the function that ends this. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener("storage", (event) => {
  if (event.key !== STORAGE_KEY && event.key !== null) return;
  const before = chosen;
  chosen = readStored();
  for (const key of Object.keys(DEFAULTS)) if (before[key] !== chosen[key]) notify(key);
});
