import { limits } from "../../core/facts/limits.js";
import { objectIn } from "../../package/json.js";

/** What to do about a `request` that isn't JSON. Undefined if the fault is another one. `detail`: that of the refusal. */
export function adviceOnRequestText(detail: string | undefined): string | undefined {
  if (!detail?.startsWith("the text of request is ")) return undefined;
  const [, word = "", after, place] =
    /unexpected (.+?)( after its end,)? (at line \d+, column \d+);/.exec(detail) ?? [];
  if (after !== undefined) return `Send nothing after the JSON in \`request\`: the rest begins ${place}.`;
  if (place !== undefined) return `In the text of \`request\` ${place}: ${cureOf(word)}`;
  if (detail.includes("breaks off"))
    return "The text of `request` was cut, or lacks a bracket or a quote at its end. Look for a limit of length, such as a column's or a buffer's.";
  if (detail.includes("compressed")) return "Write `request` as JSON text, not compressed.";
  return "Write `request` as a JSON object. The body around it is right.";
}

const cureOf = (word: string): string =>
  cures.find(([token]) => token.test(word))?.[1] ??
  "JSON allows nothing of the kind there. Let a JSON library write the text.";

/** What other software writes in place of a JSON value. */
const cures: readonly (readonly [token: RegExp, cure: string])[] = [
  [/NaN|Infinity|^inf$|^nan$/, "JSON has no such number. Look for an amount that was never set, or divided by zero."],
  [/^[-+]?\.\d/, "write a digit before the point, such as 0.50."],
  [/^\+/, "a JSON number has no plus sign."],
  [/^-?0\d/, "a JSON number has no leading zeros. Leave them out, or send the amount as a text."],
  [/^-?\d+\.$/, "write digits after the point, such as 100.00, or leave the point out."],
  [/^(None|True|False|undefined|nil|NULL)/, "write null, true or false: this is a word of a programming language."],
  [/^"'"$|U\+201[89CD]/, "JSON has double quotes only."],
  [/U\+FEFF/, "a byte order mark stands there. Write the text without it."],
];

/** What to do about a merchantId that was sent but can't be one. Undefined if it was left out. */
export function adviceOnMerchantId(request: string): string | undefined {
  const merchantId = objectIn(request)?.merchantId;
  if (merchantId === undefined || merchantId === null) return undefined;
  const found = JSON.stringify(merchantId).slice(0, 40);
  return `merchantId is ${found}. Send a whole number from 1 to ${limits.idMax.value}: it names the key that checks the signature.`;
}
