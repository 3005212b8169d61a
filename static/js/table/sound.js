/** Owns the few small sounds, made on the spot; off until they are asked for. */

import { get } from "../preferences.js";
import { isMyTurn, playsOfHand } from "./facts.js";

let context = null;

function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

function fade(audio, at, length, loudness) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function tone(frequency, delay, length, loudness) {
  const audio = ready();
  const at = audio.currentTime + delay;
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = frequency;
  source.connect(fade(audio, at, length, loudness));
  source.start(at);
  source.stop(at + length);
}

/** A card laid on felt: a breath of filtered noise. */
function tap() {
  const audio = ready();
  const samples = audio.createBuffer(1, audio.sampleRate * 0.05, audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = samples;
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = 1800;
  source.connect(filter).connect(fade(audio, audio.currentTime, 0.06, 0.35));
  source.start();
}

const SOUNDS = {
  card: tap,
  trick: () => tone(392, 0, 0.16, 0.05),
  turn: () => { tone(587, 0, 0.14, 0.06); tone(784, 0.09, 0.2, 0.05); },
  refused: () => tone(160, 0, 0.16, 0.08),
};

/** Plays "card", "trick", "turn" or "refused", if sound is switched on. */
export function sound(name) {
  // Browsers keep silent before the first touch or key.
  const isAllowed = navigator.userActivation?.hasBeenActive ?? true;
  if (get("sound") && isAllowed && "AudioContext" in window) SOUNDS[name]();
}

/** The sounds of what happened between two messages. */
export function soundsOf(previous, { view }) {
  if (previous === null) return [];
  const names = [];
  if (view.tricks.length > previous.view.tricks.length) names.push("trick");
  else if (playsOfHand(view).length !== playsOfHand(previous.view).length) names.push("card");
  if (isMyTurn(view) && previous.view.turn !== view.turn) names.push("turn");
  return names;
}
