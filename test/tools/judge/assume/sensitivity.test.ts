import { describe, expect, it } from "vitest";
import { assumptions, defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { defaultSettings } from "../../../../src/server/options/settings.js";
import {
  type JudgedAssumption,
  ofVerdict,
  reportOf,
  reportOfSensitivity,
} from "../../../../src/tools/judge/assume/report.js";
import {
  type SensitivityOptions,
  sensitivity,
  UnchangedRunFailed,
} from "../../../../src/tools/judge/assume/sensitivity.js";
import { functionRunner } from "../../../../src/tools/judge/run/function-runner.js";
import { htmlOf } from "../../../../src/tools/reports/html.js";
import { junitOf } from "../../../../src/tools/reports/junit.js";
import { terminalLines } from "../../../../src/tools/reports/terminal.js";
import { realTimers } from "../../../../src/tools/runs/idle.js";
import { type Client, clientOf, type Params, reference, requests } from "../../../support/client.js";
import { control } from "../../../support/sandbox.js";

/** A small shop; it throws where it is not content, and may answer what it believes. */
type Shop = (client: Client, url: string) => Promise<unknown>;

function insist(fact: boolean, what: string): void {
  if (!fact) throw new Error(what);
}

const judged = async (shop: Shop, over: Partial<SensitivityOptions> = {}) => {
  const touched = new Set<string>();
  const runner = await functionRunner({
    run: async ({ url }) => (await shop(clientOf(url), url)) as never,
    settings: defaultSettings,
    log: silentLog,
    timeoutMs: 60_000,
    idleMs: 500,
    timers: realTimers,
    choiceWatcher: (id) => touched.add(id),
  });
  try {
    const { signal } = new AbortController();
    const own = { runner, touched, policy: defaultPolicy, observed: new Set<string>(), jobs: 2, only: [], signal };
    return await sensitivity({ ...own, ...over });
  } finally {
    await runner.close();
  }
};
const find = async (shop: Shop, over: Partial<SensitivityOptions> = {}): Promise<readonly JudgedAssumption[]> =>
  (await judged(shop, over)).assumptions;

it.each([
  ["looks at no answer", async (client: Client) => void (await madeBy(client).catch(() => undefined)), true],
  ["looks at one", async (client: Client) => insist((await madeBy(client))?.status === "OPEN", "not open"), false],
])("a suite that %s is told apart by a run in which every call is refused", async (_, shop, isBlind) => {
  expect((await judged(shop, { only: ["query-order"] })).assertsNothing).toBe(isBlind);
});

const namesOf = (found: readonly JudgedAssumption[], verdict: JudgedAssumption["verdict"]): readonly string[] =>
  ofVerdict({ assumptions: found }, verdict).map(({ id }) => id);
const fails = ({ body }: { readonly body: { readonly responseCode: string } }): boolean => body.responseCode !== "0000";
const madeBy = async (client: Client, over: Params = {}) =>
  (await client("hosted-checkout/create", requests.create(over))).body.order;

const tokenOf = { merchantId: 3, userId: "user1", tokenId: 375 };

/** Each leans on one guess, and on no other. */
const shops: readonly (readonly [keyof Policy, Shop])[] = [
  [
    "duplicate-reference",
    async (client) => {
      const { merchantReference } = await madeBy(client);
      insist(fails(await client("hosted-checkout/create", requests.create({ merchantReference }))), "made twice");
    },
  ],
  [
    "response-codes",
    async (client) => {
      const { body } = await client("hosted-checkout/query", { merchantId: 3, orderId: 9 });
      insist(body.responseCode === "2001", "not the code of an unknown order");
    },
  ],
  [
    "date-spelling",
    async (client) => insist(/T[\d:.]+\+00:00$/.test((await madeBy(client)).createTime), "no time that it can read"),
  ],
  [
    "cancel",
    async (client, url) => {
      const { id: orderId } = await madeBy(client);
      await control(url, "POST", `orders/${orderId}/simulate`, { action: "cancel" });
      const { body } = await client("hosted-checkout/query", { merchantId: 3, orderId });
      insist(body.order.status === "OPEN", `the order is ${body.order.status}`);
    },
  ],
  [
    "void-open-order",
    async (client) => {
      const { id: orderId } = await madeBy(client);
      insist(fails(await client("hosted-checkout/void", { merchantId: 3, orderId })), "voided before it was paid");
    },
  ],
  [
    "issuer-country",
    async (client) => {
      const { body } = await client("tokenization/sale", requests.sale());
      insist(body.order.issuerCountryCode === "HK", "no country");
    },
  ],
  [
    "id-reference-mismatch",
    async (client) => {
      const [one, other] = [await madeBy(client), await madeBy(client)];
      const both = { merchantId: 3, orderId: one.id, merchantReference: other.merchantReference };
      insist(fails(await client("hosted-checkout/query", both)), "found one of two");
    },
  ],
  [
    "number-reading",
    async (client) => {
      const { body } = await client("hosted-checkout/create", requests.create({ amount: "19.989999999999998" }));
      insist(body.responseCode === "0000", "its sums of doubles are refused");
    },
  ],
  [
    "text-numbers",
    async (client) => {
      const { body } = await client("hosted-checkout/create", requests.create({ merchantReference: 4711 }));
      insist(body.responseCode === "0000", "its order numbers are refused");
    },
  ],
  [
    "token-brand",
    async (client) => {
      const { body } = await client("tokenization/query-token", { merchantId: 3, userId: "user2" });
      insist(body.list[0].cardBrand === "MASTERCARD", `an unknown brand, ${body.list[0].cardBrand}`);
    },
  ],
  [
    "past-expiry",
    async (client) =>
      insist(
        fails(await client("hosted-checkout/create", requests.create({ expiryTime: "2020-01-01T00:00:00Z" }))),
        "made an order that is over",
      ),
  ],
  [
    "declined-token-order",
    async (client) => {
      const merchantReference = reference();
      const headers = { "X-Sandbox-Outcome": "do-not-honour" };
      await client("tokenization/sale", requests.sale({ merchantReference }), { headers });
      const { body } = await client("hosted-checkout/query", { merchantId: 3, merchantReference });
      insist(body.order?.status === "OPEN", "the order of a declined charge is not open");
    },
  ],
  [
    "delete-token",
    async (client) => {
      await client("tokenization/delete-token", tokenOf);
      insist(fails(await client("tokenization/delete-token", tokenOf)), "deleted twice");
    },
  ],
];

describe("a shop that leans on one guess", () => {
  it.each(shops)("%s: names it and no other", async (id, shop) => {
    const found = await find(shop);
    expect(namesOf(found, "leaning")).toEqual([id]);
    expect(found).toHaveLength(assumptions.filter(({ choices }) => choices.length > 1).length);
  });
});

describe("what is found", () => {
  it("tells safe guesses from those that nothing touched, and the first call that differed", async () => {
    const [, shop] = shops[0]!;
    const found = await find(shop);
    expect(namesOf(found, "safe")).toEqual(expect.arrayContaining(["response-codes", "date-spelling"]));
    expect(namesOf(found, "not-touched")).toContain("token-brand");
    const { tried } = found.find(({ id }) => id === "duplicate-reference")!;
    expect(tried.map(({ choice, passes }) => [choice, passes])).toEqual([
      ["return-existing", false],
      ["free-after-closed", true],
      ["replace-open", false],
      ["return-existing-while-open", false],
      ["return-existing-always", false],
    ]);
    expect(tried[0]?.firstDifference).toMatchObject({
      lane: 1,
      call: 2,
      operation: "hosted-checkout/create",
      was: expect.stringContaining('"2002"'),
      became: expect.stringContaining('"0000"'),
    });
    expect(tried[0]?.output).toBe("made twice");
  });

  it("compares the money where the shop says what it believes", async () => {
    const found = await find(
      async (client, url) => {
        const { id: orderId, merchantReference } = await madeBy(client);
        await control(url, "POST", `orders/${orderId}/simulate`, { action: "pay" });
        await client("direct/void", { merchantId: 3, orderId });
        return { [merchantReference]: { paid: 50, refunded: 50 } };
      },
      { only: ["void-*"] },
    );
    expect(namesOf(found, "leaning")).toEqual(["void-paths"]);
    expect(found.find(({ id }) => id === "void-paths")?.tried[0]).toMatchObject({
      why: null,
      unmet: [expect.stringContaining("no money went back")],
    });
  });

  it("leaves out what a calibration settled, and what does not fit --only", async () => {
    const [, shop] = shops[0]!;
    const found = await find(shop, { observed: new Set(["duplicate-reference"]), only: ["d*"] });
    expect(namesOf(found, "observed")).toEqual(["duplicate-reference"]);
    expect(namesOf(found, "safe")).toEqual(["date-spelling"]);
  });

  it("is told as not tried where the budget is used up", async () => {
    const [, shop] = shops[0]!;
    const found = await find(shop, { budgetMs: 1, only: ["d*"] });
    expect(namesOf(found, "left")).toEqual(["date-spelling", "duplicate-reference"]);
  });

  it("is nothing where the shop is not content as it is", async () => {
    const shop = async () => insist(false, "closed today");
    await expect(find(shop)).rejects.toThrow(UnchangedRunFailed);
  });
});

describe("a report", () => {
  let leaning: ReturnType<typeof find> | undefined;
  const report = async (maxLeaning?: number) => {
    const run = { command: ["npm", "test"], seed: 1, maxLeaning, startedAt: new Date() };
    leaning ??= find(shops[0]![1], { only: ["d*"] });
    return reportOf(run, await leaning);
  };

  it("fails where more guesses are leaned on than allowed", async () => {
    expect([(await report()).exitCode, (await report(1)).exitCode, (await report(0)).exitCode]).toEqual([0, 0, 7]);
  });

  it.each([
    [undefined, 0, 0],
    [0, 7, 1],
  ])("tells tests that assert nothing, and fails them if there is a limit: %s", (maxLeaning, exitCode, failures) => {
    const about = { command: ["npm", "test"], seed: 1, startedAt: new Date(), assertsNothing: true } as const;
    const found = reportOf({ ...about, maxLeaning }, []);
    expect(found.exitCode).toBe(exitCode);
    const junit = junitOf(reportOfSensitivity(found));
    expect(junit).toContain(`tests="1" errors="0" failures="${failures}"`);
    expect(junit).toContain("its tests assert nothing");
  });

  it("says on a terminal what is leaned on, why, and how to settle it", async () => {
    const text = terminalLines(reportOfSensitivity(await report(0))).join("\n");
    expect(text).toMatch(/^1 guess is leaned on; 1 touched and safe; \d+ not touched .*more than --max-leaning 0\n/);
    expect(text).toMatch(/\n✗ leaning {2}duplicate-reference: .* \(refuse\)\n/);
    expect(text).toMatch(/\n {4}return-existing +made twice\n +first call that differed: hosted-checkout\/create /);
    expect(text).toMatch(/\n {4}settle it +Try it once in the provider's test environment\.\n/);
    expect(text).toContain("\ntouched, and safe whichever way they go: date-spelling");
  });

  it("fails a case for each guess that is leaned on, and one for a command that fails unchanged", async () => {
    const found = reportOfSensitivity(await report());
    const junit = junitOf(found);
    expect(junit).toMatch(/<testsuites [^>]*tests="2" errors="0" failures="1"/);
    expect(junit).toContain('<failure type="leaning" message="');
    const page = await htmlOf(found);
    expect(page).toContain("<h2>Your tests lean on these guesses</h2>");
    expect(page).toContain("&quot;2002&quot;");
    const run = { command: ["npm", "test"], seed: 1, startedAt: new Date(), problem: "it ended with 3" };
    const failed = reportOfSensitivity(reportOf(run, []));
    expect(failed.exitCode).toBe(1);
    expect(junitOf(failed)).toContain('<failure type="unchanged" message="it ended with 3">');
  });
});
