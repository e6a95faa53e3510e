import type { Delay, Rule, Then, When } from "./rule.js";

/** Describes a rule as a sentence, for people who don't know the file format. */
export const ruleSentence = ({ when = {}, then, ...counting }: Rule): string =>
  [`${callsText(when)}: ${effectsText(then)}.`, ...countTexts(counting)].join(" ");

function callsText({ operation, ...conditions }: When): string {
  const calls = operation === undefined || operation === "*" ? "Any call" : `A call of ${operation}`;
  const texts = Object.entries(conditions).flatMap(([member, value]) =>
    value === undefined ? [] : [conditionText(member as keyof typeof conditions, value)],
  );
  return texts.length === 0 ? calls : `${calls} if ${list(texts)}`;
}

const subjects = {
  merchantId: "the merchant",
  merchantReference: "the reference",
  userId: "the user",
  reason: "the reason",
  amount: "the amount",
  currency: "the currency",
  tokenId: "the token",
  orderId: "the order",
  cardType: "the card type",
  paymentMethod: "the payment method",
  isRecurring: "the order",
  orderStatus: "the order's status",
} as const satisfies Record<Exclude<keyof When, "operation">, string>;

const comparisons = {
  lt: "below",
  lte: "at most",
  gt: "above",
  gte: "at least",
  ne: "not",
  endsWith: "one that ends with",
} as const;

function conditionText(member: keyof typeof subjects, value: unknown): string {
  if (member === "isRecurring") return `the order is ${value === true ? "" : "not "}recurring`;
  if (typeof value !== "object" || value === null) return `${subjects[member]} is ${String(value)}`;
  const told = Object.entries(value).map(([how, limit]) => `${comparisons[how as keyof typeof comparisons]} ${limit}`);
  return `${subjects[member]} is ${told.join(" and ")}`;
}

type Tell<T> = { readonly [M in keyof T]-?: (value: NonNullable<T[M]>, all: T) => string | undefined };

const effects: Tell<Then> = {
  meanwhile: (act) => `somebody else acts just before (${act})`,
  outcome: (outcome) => {
    if (typeof outcome === "object") return `the answer is ${outcome.responseCode} "${outcome.message}"`;
    return outcome === "approve" ? "it is approved" : `the answer is ${outcome}`;
  },
  delay: (delay) => `the answer takes ${delayText(delay)}`,
  fault: (fault, { placed }) => `${fault} ${placedTexts[placed ?? "before-commit"]}`,
  placed: () => undefined,
  gate: ({ name, idleMs }) => `the answer waits at gate ${name}${idleMs === undefined ? "" : `, ${idleMs} ms at most`}`,
  evolve: (evolution) => `the answer is one of a later version (${evolution})`,
  notify: (notify) => list(tellAll(notifyEffects, notify)),
  visits: (visits) => `the shopper's browser comes back (${visits.map(({ to, at }) => `${to}, ${at}`).join("; ")})`,
  page: ({ auto, after, card, reason }) =>
    [
      auto === "close" ? "the shopper closes the page" : `the shopper's part is done (${auto})`,
      card === undefined ? "" : ` with ${card}`,
      reason === undefined ? "" : ` for ${reason}`,
      after === undefined ? "" : ` after ${after}`,
    ].join(""),
};

const placedTexts = {
  "before-parse": "before the call is read",
  "before-commit": "before anything happens",
  "after-commit": "after it happened",
} as const;

const notifyEffects: Tell<NonNullable<Then["notify"]>> = {
  drop: () => "its notification is never sent",
  delay: (delay) => `its notification comes ${delayText(delay)} later`,
  copies: (copies) => `its notification is sent ${copies} times`,
  overlap: () => "a copy of its notification leaves at the same time",
  giveUp: () => "its notification times out while the shop waits at a gate",
  hold: () => "its notification waits until it is released",
  forge: (what) => `its notification is forged (${what})`,
  before: () => "its notification comes before the answer",
  beside: ({ forge, sent }) => `a forged notification (${forge}) comes ${sent} the genuine one`,
  again: (later) => `its notification comes again ${later} later`,
  extra: () => "its notification has one more member",
  swap: () => "its notification comes after that of another order",
  replay: () => "an earlier order's notification comes again",
};

const tellAll = <T extends object>(tell: Tell<T>, values: T): readonly string[] =>
  (Object.keys(tell) as (keyof T)[]).flatMap((member) => {
    const value = values[member];
    return value === undefined || value === null ? [] : (tell[member](value as NonNullable<T[keyof T]>, values) ?? []);
  });

const effectsText = (then: Then): string => list(tellAll(effects, then));

function delayText(delay: Delay): string {
  if (typeof delay !== "object") return String(delay);
  return "min" in delay ? `${delay.min} to ${delay.max}` : `about ${delay.median}, at most ${delay.p99} in 99 of 100`;
}

function countTexts({ times, after, chance, until, key }: Omit<Rule, "when" | "then">): readonly string[] {
  return [
    after ? `Lets the first ${after === 1 ? "one" : after} pass.` : "",
    times === undefined ? "" : times === 1 ? "Fires once." : `Fires ${times} times.`,
    chance === undefined ? "" : `Fires in ${Number((chance * 100).toFixed(2))} % of cases.`,
    until === undefined ? "" : `Ends: ${until}.`,
    key === undefined || key === "rule" ? "" : `Counted for each ${key}.`,
  ].filter((text) => text !== "");
}

const list = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
