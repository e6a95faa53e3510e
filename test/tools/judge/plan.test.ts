import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { kindOf } from "../../../bench/judge-order/cover.js";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";
import { detectives } from "../../../src/tools/judge/mutants/detectives.js";
import { mistakeOf } from "../../../src/tools/judge/mutants/order.js";
import { judgedShop } from "../../support/judged-shop.js";
import { rightSale } from "../../support/sale-shop.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

/** A busy machine answers within it. */
const PATIENT_MS = 30_000;

const losses = ["connection-reset", "no-response", "http-502", "garbage-body"];
const lost = (...placed: readonly string[]) => placed.flatMap((one) => losses.map((loss) => `${one}/${loss}`));
const refused = [
  "invalid-parameter",
  "invalid-signature",
  "no-public-key",
  "merchant-not-found",
  "rate-limited",
  "maintenance",
  "system-error",
].map((refusal) => `refusal/${refusal}`);
const declined = [
  "do-not-honour",
  "lost-card",
  "stolen-card",
  "insufficient-funds",
  "expired-card",
  "suspected-fraud",
  "limit-exceeded",
  "authentication-failed",
  "issuer-unavailable",
].map((decline) => `decline/${decline}`);
const notified = [
  ...["amount", "status", "reference", "signature"].flatMap((forged) =>
    ["before", "after"].map((sent) => `notice/forged-${forged}-${sent}`),
  ),
  "notice/forged-signature-alone",
  "notice/never",
  "notice/late-by-an-hour",
  "notice/before-the-answer",
  "notice/doubled",
  "notice/three-copies",
  "notice/amount-signed",
];
const atOnce = ["race/with-copy", "race/retried-while-running"];
const halves = ["after-commit/empty-body", "after-commit/truncated-body"];
const called = [...lost("after-commit", "before-commit"), ...halves, ...refused, "slow/20s"];
const copied = "lost/client-sends-again";

const answered = ["extra-member", "unknown-code", "member-order", "slow", "unknown-status"].map(
  (one) => `future/${one}`,
);
const forgedUnpaid = [
  "notice/forged-for-unpaid",
  "forged/no-signature",
  "forged/empty-signature",
  "foreign/other-merchant",
];
const byHand = ["state/refunded-by-hand", "state/refunded-a-cent", "state/refunded-all-but-a-cent"];

/** What is changed at each call of the right shop's day: a sale, a page, its refund, a sale, its void. */
const changes: Readonly<Record<string, readonly string[]>> = {
  "sale#1": [
    ...called,
    ...declined,
    "decline-lost/connection-reset",
    ...notified,
    ...answered,
    ...forgedUnpaid,
    ...atOnce,
    "order/notice-answer",
    "order/answer-notice",
    "future/extra-field",
    "again/an-hour-later",
    "notice/down-for-an-hour",
    "notice/swapped",
    "state/token-gone",
    "state/token-expired",
  ],
  "create#1": [...called, copied, ...answered, ...forgedUnpaid, "notice/forged-late-for-unpaid", "foreign/other-order"],
  "pay#1": [
    ...declined,
    ...notified,
    ...atOnce,
    "race/with-redirect",
    "race/with-query",
    "order/notice-answer-redirect-query",
    "order/notice-answer-query-redirect",
    "order/answer-redirect-notice-query",
    "order/answer-redirect-query-notice",
    "again/an-hour-later",
    "again/work-failed",
    "notice/success-after-decline",
    "notice/swapped",
    "notice/replayed",
    "notice/forged-late",
    "page/never-returns",
    "page/returns-unpaid",
    "page/returns-without-notice",
    "page/returns-before-notice",
    "page/returns-after-notice",
    "page/returns-twice",
    "page/cancels-then-pays",
    "page/dawdles",
    "page/expires-while-paying",
  ],
  "query#1": [...lost("after-commit"), ...halves, ...refused, "slow/20s", ...answered, ...byHand, "state/settled"],
  "refund#1": [
    ...called,
    copied,
    ...answered,
    "refusal/insufficient-unsettled-balance",
    ...declined,
    "refusal/refund-not-allowed",
    "again/at-the-end",
    "state/balance-short",
    "state/settled",
    ...byHand,
  ],
  "void#1": [
    ...called,
    copied,
    ...answered,
    ...declined,
    "refusal/void-not-allowed",
    "again/at-the-end",
    "state/settled",
    ...byHand,
  ],
};

it("each call, notification and page is changed in each way, one of each kind first; what the budget leaves out is not run", async () => {
  class Cancelling extends Shop {
    particulars(order: object) {
      const { callbackUrl, ...rest } = super.particulars(order);
      return { ...rest, callbackUrl: { ...callbackUrl, cancel: callbackUrl.success } };
    }
  }
  const day = (lane: { readonly url: string }) => shopDay(Cancelling, { url: lane.url, timeoutMs: PATIENT_MS });
  const { mutants, counts, exitCode, notTried, unproven } = await judge(day, {
    budget: "1ms",
    jobs: 1,
    slow: "20s",
    depth: 1,
  });
  const planned = Map.groupBy(mutants, ({ id }) => id.split("/")[0]!);
  for (const [call, expected] of Object.entries(changes))
    expect(
      planned
        .get(call)
        ?.map(({ id }) => id.slice(call.length + 1))
        // At the shop's last query: a slow machine tells whether that is the page's or the handler's.
        .filter((change) => !change.startsWith("again/once-"))
        .sort(),
      call,
    ).toEqual([...expected].sort());
  const once = mutants.flatMap(({ id }) => (id.includes("/again/once-") ? id.replace(/^query#\d\//, "") : []));
  expect(once.sort()).toEqual(["again/once-refunded", "again/once-settled"]);
  expect(mutants[0]!.family).toBe("after-commit");
  // The two lost sales have amounts with other cents.
  const first = mutants.slice(0, 41).map((one) => `${one.operation} ${mistakeOf(one)}`);
  expect(new Set(first).size).toBe(40);
  const minute = new Set(mutants.slice(0, 60).map(({ family }) => family));
  const families = new Set(mutants.map(({ family }) => family));
  expect([...families].filter((family) => !minute.has(family))).toEqual(["slow"]);
  expect(counts).toMatchObject({ run: 0, pruned: 0, notRun: counts.planned });
  expect(mutants.at(-1)).toMatchObject({ verdict: "notRun", run: null });
  expect(notTried).toContainEqual(expect.stringMatching(/^No mutant ran of .+: the budget was used up\.$/));
  expect([exitCode, unproven]).toEqual([4, ["no mutant was run: give it a longer --budget"]]);
});

it("lost charges whose amounts have other cents come before what finds no known mistake", async () => {
  class Sells extends Shop {
    async run() {
      for (const amount of [7, 8, 4.35, 1.1]) await this.sell("tea", amount);
    }
  }
  const day = (lane: { readonly url: string }) => shopDay(Sells, { url: lane.url, timeoutMs: PATIENT_MS });
  const { mutants } = await judge(day, { budget: "1ms", jobs: 1, depth: 1 });
  const known = mutants.findLastIndex((one) => detectives.includes(kindOf(one.id)) && one.call === 1);
  const places = [2, 3, 4].map((k) => mutants.findIndex(({ id }) => id === `sale#${k}/after-commit/connection-reset`));
  expect(places.map((place) => place <= known + 2)).toEqual([false, true, true]);
});

it("second faults take every fourth turn, once the set that finds each known mistake has run", async () => {
  const base = "sale#1/after-commit/connection-reset";
  const refusals = ["invalid-parameter", "no-public-key", "merchant-not-found", "rate-limited", "maintenance"];
  const order: string[] = [];
  const progress = { begun: (id: string) => void order.push(id) };
  const only = [
    base,
    `${base}+query#1/connection-reset`,
    `${base}+query#1/refusal/*`,
    ...refusals.map((one) => `sale#1/refusal/${one}`),
    ...[
      "sale#1/refusal/system-error",
      "sale#1/decline/do-not-honour",
      "sale#1/before-commit/connection-reset",
      "pay#1/page/never-returns",
    ],
  ];
  await judgedShop(({ url }) => shopDay(Shop, { url, timeoutMs: PATIENT_MS }), { only, jobs: 1, progress });
  expect(order.slice(0, 11).map((id) => (id.includes("+") ? "second" : "first"))).toEqual([
    ...["first", "first", "first"],
    ...["first", "first", "first", "second"],
    ...["first", "first", "first", "second"],
  ]);
});

it("what has run and waits for an earlier result is told as soon as its run ends", async () => {
  let runs = 0;
  const first = Promise.withResolvers<void>();
  const waiting: number[] = [];
  const firstEndsLast = async (lane: SandboxLane): Promise<Beliefs> => {
    const run = runs++;
    const beliefs = await rightSale(lane);
    if (run === 1) await first.promise;
    return beliefs;
  };
  await judgedShop(firstEndsLast, {
    ...{ only: ["connection-reset", "http-502", "garbage-body"].map((loss) => `sale#1/after-commit/${loss}`), jobs: 2 },
    progress: {
      ran: (count) => {
        waiting.push(count);
        if (count === 2) first.resolve();
      },
    },
  });
  expect([waiting.slice(0, 2), waiting.at(-1)]).toEqual([[1, 2], 0]);
});
