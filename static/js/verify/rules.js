/** Owns rule sets: their thirteen options, what each may be, which contradict each other, and hash and id. */

import { asciiBytes, taggedHash, toHex } from "./bytes.js";
import { canon } from "./canon.js";
import { finding } from "./wrong.js";

const isWhole = (low, high, step = 1) => (value) =>
  Number.isSafeInteger(value) && value >= low && value <= high && value % step === 0;
const isOptional = (check) => (value) => value === null || check(value);
const isWord = (...words) => (value) => words.includes(value);

const OPTIONS = {
  name: (value) => typeof value === "string" && /^[A-Za-z0-9._-]{1,32}$/.test(value),
  target: isOptional(isWhole(100, 1000, 50)),
  floor: isOptional(isWhole(-1000, -100)),
  hand_limit: isOptional(isWhole(1, 50)),
  level_at_end: isWord("draw", "play_on"),
  nil: isWord(true, false),
  blind_nil: isWord("off", "always", "trailing"),
  blind_nil_deficit: isOptional(isWhole(50, 300)),
  nil_value: isWhole(50, 200),
  blind_nil_value: isOptional(isWhole(100, 400)),
  bag_limit: isWhole(5, 10),
  bag_penalty: isWhole(50, 100),
  bag_carry: isWord("restart", "remainder"),
};

/** The finding on the header's rules: an option, options together, their hash, their id; null if all is right. */
export async function checkRules({ rules, rules_hash: hash, rules_id: id }) {
  const wrong = findWrongOption(rules) ?? findContradiction(rules);
  if (wrong) return finding("E_RULESVER", 0, ...wrong);
  const right = toHex(await taggedHash("rules", asciiBytes(canon(rules))));
  if (hash !== right) return finding("E_RULESVER", 0, "other_rules_hash");
  return id === `${rules.name}@${right.slice(0, 12)}` ? null : finding("E_RULESVER", 0, "other_rules_id");
}

function findWrongOption(rules) {
  for (const option of Object.keys(OPTIONS)) if (!Object.hasOwn(rules, option)) return ["missing_option", { option }];
  for (const key of Object.keys(rules)) {
    if (!Object.hasOwn(OPTIONS, key)) return ["unknown_option", { option: key.slice(0, 40) }];
  }
  for (const [option, isRight] of Object.entries(OPTIONS)) if (!isRight(rules[option])) return ["wrong_option", { option }];
  return null;
}

function findContradiction(rules) {
  if (rules.target === null && rules.floor === null && rules.hand_limit === null) return ["no_end"];
  if (rules.blind_nil !== "off" && !rules.nil) return ["blind_nil_without_nil"];
  if ((rules.blind_nil_deficit !== null) !== (rules.blind_nil === "trailing")) {
    return ["blind_nil_number", { option: "blind_nil_deficit" }];
  }
  if ((rules.blind_nil_value !== null) !== (rules.blind_nil !== "off")) {
    return ["blind_nil_number", { option: "blind_nil_value" }];
  }
  return null;
}
