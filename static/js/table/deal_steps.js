/** Owns the steps by which a deal was made, each with what this browser finds of it. */

import { canCheck, clientCommit, seedKeepsPromise } from "./chain.js";

const done = (text) => ({ kind: "good", text });
const failed = (text) => ({ kind: "bad", text });
const open = (text) => ({ kind: "open", text });
const judged = (isGood, text) => (isGood ? done(text) : failed(text));

async function isListed({ match, client_commits: commits, view }, own) {
  return (await clientCommit(match, view.seat, own)) === commits[view.seat];
}

/** Lines are canonical: what stands in one stands there in one way only. */
function isLogged(seat, own, lines) {
  return lines.some((line) => line.startsWith(`{"e":"${own}",`) && line.includes(`"seat":${seat},`));
}

async function promiseStep(message, own) {
  const text = gettext("The server then drew its seed and published its promise, with your commitment in it.");
  if (!message.commit) return open(text);
  return judged(await isListed(message, own), text);
}

function gift(message, own, lines) {
  const text = gettext("Your browser gave its number: it stands in the log.");
  return lines.length ? judged(isLogged(message.view.seat, own, lines), text) : open(text);
}

async function seedStep(message) {
  const text = gettext("After the game the seed is shown, and it fits the promise.");
  if (!message.seed) return open(text);
  return judged(await seedKeepsPromise(message).catch(() => false), text);
}

/** Four steps, `{kind: "good", "bad" or "open", text}`; none where this browser has given nothing to the deal. */
export async function stepsOf(message, lines, own) {
  if (!canCheck() || !own || message.client_commits[message.view.seat] === "") return [];
  return [
    done(gettext("Your browser drew a number of its own and committed to it.")),
    await promiseStep(message, own),
    gift(message, own, lines),
    await seedStep(message),
  ];
}
