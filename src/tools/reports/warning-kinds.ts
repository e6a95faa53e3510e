import { plural } from "../../core/scenario/values/plural.js";
import { DUPLICATE } from "../../lane/ports/explanation.js";

/** Kinds of warnings about calls, each with the words of the count and what to do about it. */
const kinds = {
  "number-for-text": {
    said: "a number where a text was expected",
    next: "send ids and references as JSON texts; X-Sandbox-Warnings of each answer names the member",
  },
  "text-for-flag": {
    said: "a text where true or false was expected",
    next: "send true or false without quotes; X-Sandbox-Warnings of each answer names the member",
  },
  "duplicate-member": {
    said: "a member twice",
    next: "write each member once, because only the last one counts",
  },
  encoding: {
    said: "a body that is not UTF-8",
    next: "convert texts to UTF-8 before you serialise and sign them; X-Sandbox-Warnings of each answer says where the wrong byte is",
  },
  "double-noise": {
    said: "an amount of more digits than cents, such as 0.1 + 0.2",
    next: "round amounts to two decimals before you send them",
  },
  "unknown-parameter": {
    said: "an unknown parameter or path",
    next: "correct the names that the warnings above list",
  },
  resend: {
    said: "the bytes of an earlier call",
    next: "find what sent a call again: your HTTP client or your code; within 100 ms after a cut connection, most likely the client",
  },
  "second-charge": {
    said: "a second charge under a new reference after a lost answer",
    next: "query the lost reference first: if that charge went well, the shopper has paid twice",
  },
  "amount-of-items": {
    said: "an amount 100 times its line items, or a hundredth of them",
    next: "send amounts in dollars, not cents; X-Sandbox-Warnings of each answer has both sums",
  },
  "no-key": {
    said: "a merchant that has no public key",
    next: "correct merchantId, or register the key that signs: `merchants` in the config, or PUT /_sandbox/merchants/<id> {publicKeys}; --signature off if none needs to sign",
  },
  "notify-address": {
    said: "an address to which no notification can be sent",
    next: "set callbackUrl.notify (notifyUrl) to an address of the shop such as http://localhost:8080/notify; X-Sandbox-Warnings of each answer says what is wrong with it",
  },
  "redirect-address": {
    said: "an address to which no shopper can be led",
    next: "give callbackUrl.success, fail and cancel whole, such as https://shop.example/thanks; X-Sandbox-Warnings of each answer names the member",
  },
  "second-fault": {
    said: "more than one invalid parameter",
    next: "correct all that the warnings above name: the answer names only the first",
  },
  "turned-away": {
    said: "an address that is refused",
    next: "correct the addresses that the warnings above name: these calls reached no lane",
  },
  other: { said: "another warning", next: "look at X-Sandbox-Warnings of the answers" },
} as const;

export type WarningKind = keyof typeof kinds;

/** How many calls of a run had a warning of each kind. */
export type WarningCounts = Readonly<Partial<Record<WarningKind, number>>>;

/** Their words in a warning's text. */
const words: readonly (readonly [RegExp, WarningKind])[] = [
  [/^invalid, too: |more invalid parameters?$/, "second-fault"],
  [/expected a text, found a number/, "number-for-text"],
  [/expected true or false, found a text/, "text-for-flag"],
  [/^the body is not UTF-8/, "encoding"],
  [DUPLICATE, "duplicate-member"],
  [/its line items come to/, "amount-of-items"],
  [/^no notification can be sent/, "notify-address"],
  [/^the shopper cannot be led/, "redirect-address"],
  [/unknown (parameter|path)|is not a parameter of|there is no|no such path|Did you mean/i, "unknown-parameter"],
];

export const warningKind = (text: string): WarningKind => words.find(([pattern]) => pattern.test(text))?.[1] ?? "other";

/** What a double leaves of a sum, such as 0.30000000000000004. */
const NOISE = /"(?:amount|unitAmount)"\s*:\s*"?-?\d*\.\d{11,}/;

/** True if a request has an amount that was calculated with doubles and not rounded. */
export const hasNoise = (request: string): boolean => NOISE.test(request);

const counted = (counts: WarningCounts): readonly (readonly [WarningKind, number])[] =>
  (Object.entries(counts) as [WarningKind, number][]).filter(([, calls]) => calls > 0).sort(([, a], [, b]) => b - a);

/** One line with the count of each kind, the most frequent first. Undefined without warnings. */
export function warningCountsLine(counts: WarningCounts): string | undefined {
  const found = counted(counts);
  if (found.length === 0) return undefined;
  return `warnings: ${found.map(([kind, calls]) => `${plural(calls, "call")} with ${kinds[kind].said}`).join(", ")}`;
}

/** What to do about the most frequent kind, but first about a merchantId that may be wrong: its calls succeed. */
export const nextFor = (counts: WarningCounts): string | undefined => {
  const [most] = counted(counts);
  const kind = counts["no-key"] ? "no-key" : most?.[0];
  return kind && kinds[kind].next;
};
