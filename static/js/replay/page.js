/** Owns the replay page: mounts a replay on every element that asks for one. */

import { mountReplay } from "./replay.js";

for (const element of document.querySelectorAll("[data-replay]")) {
  const { replay: address, hand, step } = element.dataset;
  mountReplay(element, { address, hand: Number(hand) - 1, step: Number(step) });
}
