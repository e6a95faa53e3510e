import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { judge } from "../../src/index.js";
import { packagePath } from "../../src/package/files.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

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
const called = [...lost("after-commit", "before-commit"), ...refused, "slow/20s"];

/** What is changed at each call of the right shop's day: a sale, a page, its refund, a sale, its void. */
const changes: Readonly<Record<string, readonly string[]>> = {
  "sale#1": [
    ...called,
    ...declined,
    ...notified,
    "notice/swapped",
    "notice/forged-for-unpaid",
    "state/token-gone",
    "state/token-expired",
  ],
  "create#1": [...called, "notice/forged-for-unpaid"],
  "pay#1": [
    ...declined,
    ...notified,
    "notice/swapped",
    "notice/replayed",
    "page/never-returns",
    "page/returns-unpaid",
    "page/returns-without-notice",
    "page/returns-before-notice",
    "page/returns-after-notice",
    "page/returns-twice",
    "page/cancels-then-pays",
    "page/expires-while-paying",
  ],
  "query#1": [...lost("after-commit"), ...refused, "slow/20s", "state/refunded-by-hand"],
  "refund#1": [
    ...called,
    "refusal/insufficient-unsettled-balance",
    ...declined,
    "refusal/refund-not-allowed",
    "state/balance-short",
    "state/refunded-by-hand",
  ],
  "void#1": [...called, ...declined, "refusal/void-not-allowed", "state/settled", "state/refunded-by-hand"],
};

it("each call, notice and page is changed in each way, gravest first; what the budget leaves out is not run, and no fault", async () => {
  class Cancelling extends Shop {
    particulars(order: object) {
      const { callbackUrl, ...rest } = super.particulars(order);
      return { ...rest, callbackUrl: { ...callbackUrl, cancel: callbackUrl.success } };
    }
  }
  const day = (lane: { readonly url: string }) => shopDay(Cancelling, { url: lane.url });
  const { mutants, counts, exitCode } = await judge(day, { budget: "1ms", jobs: 1, slow: "20s" });
  const planned = Map.groupBy(mutants, ({ id }) => id.split("/")[0]!);
  for (const [call, expected] of Object.entries(changes))
    expect(
      planned
        .get(call)
        ?.map(({ id }) => id.slice(call.length + 1))
        .sort(),
      call,
    ).toEqual([...expected].sort());
  expect(mutants[0]!.family).toBe("after-commit");
  expect(mutants.at(-1)!.family).toBe("slow");
  expect(counts).toMatchObject({ run: 1, pruned: 0, notRun: counts.planned - 1 });
  expect(mutants.at(-1)).toMatchObject({ verdict: "notRun", run: null });
  expect(exitCode).toBe(0);
});
