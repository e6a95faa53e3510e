import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";
import { clientCopiesIn } from "../../../src/tools/judge/observe/copies.js";
import type { Fact } from "../../../src/tools/judge/observe/facts.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

/** Posts like an HTTP client that sends a lost call again by itself. Only a dead connection counts as lost. */
async function postedTwice(url: string, body: string, userAgent: string): Promise<string> {
  const post = async () => {
    const headers = { "Content-Type": "application/json", "User-Agent": userAgent };
    const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
    return response.text();
  };
  try {
    return await post();
  } catch (error) {
    if (error instanceof TypeError) return post();
    throw error;
  }
}

/** How a shop reacts to a sale that was not answered by 0000. */
interface Habit {
  /** True if it queries a sale that no answer came to. */
  readonly asks: boolean;
  readonly userAgent?: string;
  /** True if it reports no beliefs. */
  readonly isSilent?: boolean;
}

/** Sells one cart. Any answer but 0000 makes it charge again under a new reference. */
const sellAgain =
  ({ asks, userAgent = "okhttp/3.13.1", isSilent = false }: Habit) =>
  async (lane: SandboxLane): Promise<Beliefs | null> => {
    const post = async (path: string, params: object) => {
      const body = JSON.stringify(await lane.sign({ merchantId: 3, ...params }));
      return postedTwice(`${lane.url}/${path}`, body, userAgent).then(JSON.parse, () => undefined);
    };
    const beliefs: Record<string, { paid: number; cart: string }> = {};
    for (const merchantReference of ["A-1", "A-2"]) {
      const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }];
      const sale = { userId: "user1", tokenId: 351, merchantReference, amount: 20, lineItems };
      let answer = await post("tokenization/sale", sale);
      if (answer === undefined && asks) answer = await post("hosted-checkout/query", { merchantReference });
      const paid = answer?.responseCode === "0000" ? 20 : 0;
      beliefs[merchantReference] = { paid, cart: "c1" };
      if (paid > 0) break;
    }
    return isSilent ? null : beliefs;
  };

const COPY = "sale#1/lost/client-sends-again";
const CUT = "sale#1/after-commit/connection-reset";

describe("a shop that charges again after any answer but 0000, behind a client that sends lost calls again", () => {
  it("is found at the client's copy, and told to query", async () => {
    const { findings, practices } = await judge(sellAgain({ asks: true }), { only: COPY });
    expect(findings.map(({ verdict, mutant }) => [verdict, mutant])).toEqual([
      ["charged-twice", COPY],
      ["paid-unknown", COPY],
    ]);
    expect(findings.map(({ cure }) => cure.includes("Query the reference"))).toEqual([true, true]);
    expect(findings[0]!.schedule.join("\n")).toMatch(/the same bytes as req-1 \d+ ms after it was lost: 2002/);
    expect(practices.map(({ id, grave }) => [id, grave])).toEqual([
      ["retried-under-new-reference", true],
      ["client-sends-again", false],
    ]);
    expect(practices[1]!.cure).toContain("o turn that off in OkHttp: retryOnConnectionFailure(false)");
  });

  it.each([
    ["the copy is answered", COPY],
    ["the copy is cut too", CUT],
  ])("is found without beliefs if %s", async (_, only) => {
    const report = await judge(sellAgain({ asks: false, isSilent: true }), { only });
    expect(report.practices.filter(({ grave }) => grave).map(({ id }) => id)).toEqual(["retried-under-new-reference"]);
    expect(report.exitCode).toBe(6);
  });
});

describe("the same bytes again", () => {
  const reset = { fault: "connection-reset" } as const;
  it.each([
    ["from an unnamed client at once", { afterMs: 3, ...reset }, undefined, true],
    ["from an unnamed client after a while", { afterMs: 200, ...reset }, undefined, false],
    ["from an unknown client after a while", { afterMs: 200, ...reset }, "MyShop/1.0", false],
    ["from an unnamed client after another call", { afterMs: 3, isAfterOthers: true, ...reset }, undefined, false],
    ["from a client that does so, late on a busy machine", { afterMs: 200, ...reset }, "Java/17.0.15", true],
    ["from one that does so only on a used connection", { afterMs: 3, isOnNew: true, ...reset }, "curl/8.5", false],
    ["from one that never does so", { afterMs: 3, ...reset }, "python-requests/2.32", false],
    ["after an answer", { afterMs: 3, fault: "http-502" }, undefined, false],
    ["after the client had left", { afterMs: 3 }, undefined, false],
  ] as const)("%s", (_, resend, userAgent, isCopy) => {
    const call = { kind: "call", by: "shop" };
    const facts = [
      { ...call, id: 1, arrival: { userAgent } },
      { ...call, id: 2, arrival: { userAgent, resend: { of: 1, ...resend } } },
    ] as unknown as readonly Fact[];
    expect(clientCopiesIn({ facts }).map(({ copy }) => copy.id)).toEqual(isCopy ? [2] : []);
  });
});

describe("a mutant proves nothing, and says why", () => {
  it.each<[string, Habit, string, RegExp]>([
    [
      "if the client's copy of a call that never reached the service is answered",
      { asks: true },
      "sale#1/before-commit/connection-reset",
      /: the same bytes came again at once, .* so the shop's code saw no loss$/,
    ],
    [
      "if it is about the client's copy, and the client sends none",
      { asks: true, userAgent: "node" },
      COPY,
      /: the shop's HTTP client did not send the lost call again by itself$/,
    ],
  ])("%s", async (_, habit, only, why) => {
    const { inconclusive, findings, unproven } = await judge(sellAgain(habit), { only });
    expect([findings, inconclusive]).toEqual([[], { [only]: "not-applied" }]);
    expect(unproven).toEqual([expect.stringMatching(why)]);
  });
});

it("the right shop is accused of nothing, whatever its client sends again", async () => {
  class Resending extends Shop {
    async post(path: string, body: object) {
      return { http: 200, ...JSON.parse(await postedTwice(this.url + path, JSON.stringify(body), "Java/17.0.15")) };
    }
  }
  const report = await judge((lane) => shopDay(Resending, { url: lane.url, timeoutMs: 10_000 }), {
    only: ["*/lost/*", "*/after-commit/connection-reset", "*/before-commit/connection-reset"],
  });
  expect(report.findings).toEqual([]);
  expect(report.practices.map(({ id }) => id)).toEqual(["client-sends-again"]);
  // A run that equals an earlier one is pruned: on a busy machine a copy comes too late to be cut, and is answered.
  const ran = [...report.mutants.filter(({ verdict }) => verdict === "survived").map(({ id }) => id), ...report.pruned];
  const notApplied = Object.keys(report.inconclusive);
  const shown = ran.filter((id) => id.includes("/lost/") && !notApplied.includes(id));
  const calls = ["create#1", "refund#1", "sale#1", "sale#2", "void#1"];
  const copied = calls.filter((call) => call !== "sale#1");
  expect(shown.sort()).toEqual(copied.map((call) => `${call}/lost/client-sends-again`));
  const hidden = notApplied.filter((id) => id.includes("/before-commit/"));
  expect(hidden.sort()).toEqual(calls.map((call) => `${call}/before-commit/connection-reset`));
});
