import { describe, expect, it } from "vitest";
import { type Beliefs, DryRunFailed, judge, type SandboxLane } from "../../../src/index.js";
import { judgeFunction, printedReport } from "../../../src/tools/judge/judge-function.js";
import { judgeReport } from "../../support/judge-report.js";
import { callOf, rightSale, saleAt } from "../../support/sale-shop.js";
import { timersByHand } from "../../support/timers-by-hand.js";

/** Without the one that the shop waits for. */
const SOME_LOST = ["connection-reset", "empty-body"].map((fault) => `sale#1/after-commit/${fault}`);

type Answer = Awaited<ReturnType<typeof callOf>>;

describe("judge", () => {
  it("accuses a shop of nothing that asks wherever it is in doubt", async () => {
    const report = await judge(rightSale, { jobs: 2, depth: 1 });
    expect(report.findings).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.counts.run).toBeGreaterThan(15);
    expect(report.mutants.map(({ id }) => id)).toContain("sale#1/after-commit/connection-reset");
  });

  it("finds a shop that sells again under another reference", async () => {
    const report = await judge(
      async (lane) => {
        for (const reference of ["A-1", "A-2"])
          if ((await saleAt(lane, reference))?.responseCode === "0000")
            return { [reference]: { paid: 20, cart: "c1" } };
        return {};
      },
      { only: SOME_LOST, jobs: 1 },
    );
    expect(report.exitCode).toBe(6);
    expect(report.findings.map(({ verdict }) => verdict)).toContain("paid-unknown");
    expect(report.text).toMatch(/^1 mistake \(and 1 grave practice\), shown by \d of \d mutants\n/);
    expect(report.text).toContain("\n    replay  judge(run, { only:");
    expect(report.text).toContain("✗ grave practice  retried-under-new-reference");
    expect(JSON.parse(JSON.stringify(report))).not.toHaveProperty("text");
  });

  it.each<[string, (retry: Answer, query: Answer) => boolean, string[]]>([
    ["a query's 0000, the order exists, for", (_, query) => query?.responseCode === "0000", ["paid-unpaid"]],
    ["the refusal of its retry, 2002, for", (retry) => retry?.responseCode === "2002", ["paid-unpaid"]],
    ["the status alone, SUCCESS, for", (_, query) => query?.order?.status === "SUCCESS", []],
  ])("a declined charge's answer is lost, and the shop takes %s paid", async (_, takesForPaid, found) => {
    const shop = async (lane: SandboxLane): Promise<Beliefs> => {
      const sold = await saleAt(lane, "A-1");
      if (sold) return { "A-1": { paid: sold.responseCode === "0000" ? 20 : 0 } };
      let retry: Answer;
      // Copies within 100 ms look like the HTTP client's own, so up to four of them are lost, too.
      for (let tries = 0; !retry && tries < 6; tries++) retry = await saleAt(lane, "A-1");
      const query = await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
      return { "A-1": { paid: retry?.responseCode === "0000" || takesForPaid(retry, query) ? 20 : 0 } };
    };
    const only = ["sale#1/after-commit/connection-reset", "sale#1/decline/do-not-honour", "sale#1/decline-lost/*"];
    const { findings, counts } = await judge(shop, { only, jobs: 1 });
    expect(counts.run).toBe(3);
    expect(findings.map(({ verdict, mutant }) => [mutant, verdict])).toEqual(
      found.map((verdict) => ["sale#1/decline-lost/connection-reset", verdict]),
    );
  });

  it("names in its text the function's options, not the command's", () => {
    const counts = { ...judgeReport.counts, notRun: 1, unresolved: 2 };
    const notes = Array.from({ length: 5 }, (_, i) => `note ${i}`);
    const text = printedReport({ ...judgeReport, findings: [], practices: [], counts, notes });
    expect(text).toMatch(/\(a longer budget runs them, as does only '\S+'; strict fails without them\)/);
    expect(text).toContain("With strict they fail; maxUnresolved 2 accepts them");
    expect(text).toContain("\nnote 2\n2 more notes: all are in the report\n");
  });

  it("counts a run that hangs before it comes to its change as noticed", async () => {
    let runs = 0;
    const { timers, hangFor } = timersByHand();
    const hangs: typeof rightSale = (lane) => (runs++ === 0 ? rightSale(lane) : hangFor(60_000));
    const options = { only: "sale#1/after-commit/connection-reset", timeout: "60s" };
    const report = await judgeFunction(hangs, options, timers);
    expect(report.mutants.map(({ verdict }) => verdict)).toEqual(["noticed"]);
  });

  it("accuses nobody of a run that never came to its change", async () => {
    let runs = 0;
    // Gives its sale up in all runs but the first, as on a busy machine, and then never queries.
    const impatient: typeof rightSale = async (lane) => {
      if (runs++ === 0) {
        await saleAt(lane, "A-1");
        await lane.call("direct/query", { merchantReference: "A-1" });
        return { "A-1": { paid: 20 } };
      }
      await saleAt(lane, "A-1");
      return { "A-1": { paid: 0 } };
    };
    const report = await judge(impatient, { only: "direct-query#1/after-commit/connection-reset", jobs: 1 });
    expect([report.exitCode, report.findings, report.mutants]).toEqual([4, [], []]);
    expect([report.unproven, Object.values(report.inconclusive)]).toEqual([
      ["no mutant applied, so nothing is proven: the shop made no such call in that run"],
      ["not-applied"],
    ]);
  });

  it("tells where the shop is not right when all goes well", async () => {
    const judged = judge(async (lane) => {
      await saleAt(lane, "A-1");
      return { "A-1": { paid: 0 } };
    });
    await expect(judged).rejects.toThrow(DryRunFailed);
    await expect(judged).rejects.toThrow("A-1: money came, the shop does not know");
  });

  it("names the lane of a test that breaks an answer itself", async () => {
    const judged = judge(async (lane) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ fault: "connection-reset", placed: "after-commit" });
      await fetch(`${lane.url}/_sandbox/next`, { method: "POST", headers, body });
      await saleAt(lane, "A-1");
      return { "A-1": { paid: 0 } };
    });
    await expect(judged).rejects.toThrow(
      /A-1: money came.*; in lane \S+ a rule of the test's own broke the answer to \S+ \(connection-reset\): leave out/,
    );
  });

  it("refuses a function that returns nothing, and takes null for a shop that nobody can ask", async () => {
    const forgetful = async (lane: SandboxLane) => void (await rightSale(lane));
    // @ts-expect-error The compiler says so, too.
    await expect(judge(forgetful)).rejects.toThrow(
      /^the function returned nothing, expected the shop's beliefs, such as .*; \{\} says .* null/,
    );
    const report = await judge((lane) => forgetful(lane).then(() => null), {
      only: "sale#1/after-commit/connection-reset",
    });
    expect([report.hasBeliefs, report.exitCode]).toEqual([false, 0]);
  });

  it("says where a function that made no call finds the sandbox", async () => {
    await expect(judge(async () => ({}))).rejects.toThrow("it made no call: its base URL must be lane.url");
  });

  it.each([
    [{ onyl: "x" }, "judge: unknown member onyl, did you mean only?"],
    [{ prot: 1 }, 'judge: unknown member "prot", expected one of port, host'],
  ])("names the judge's own options where %j is misspelt", async (options, why) => {
    await expect(judge(rightSale, options as object)).rejects.toThrow(why);
  });

  it("notes what the first run did more often than it was paid", async () => {
    const mailsTwice: typeof rightSale = async (lane) => {
      const beliefs = await rightSale(lane);
      return Object.fromEntries(Object.entries(beliefs).map(([key, one]) => [key, { ...one, effects: { mailed: 2 } }]));
    };
    const { notes, findings } = await judge(mailsTwice, { only: "sale#1/after-commit/connection-reset" });
    expect(notes).toContain(
      "the first run, in which nothing went wrong: cart c1 mailed 2 times. The judge takes this as intended",
    );
    expect(findings).toEqual([]);
  });

  it("judges the first run by the same rules: what left twice was not paid twice", async () => {
    const shipsTwice =
      (times?: Record<string, number>): typeof rightSale =>
      async (lane) => {
        const beliefs = await rightSale(lane);
        const more = { effects: { shipped: 2 }, ...(times && { times }) };
        return Object.fromEntries(Object.entries(beliefs).map(([key, one]) => [key, { ...one, ...more }]));
      };
    const only = "sale#1/after-commit/connection-reset";
    await expect(judge(shipsTwice(), { only })).rejects.toThrow(
      'cart c1: shipped 2 times, and paid once (20.00), though nothing went wrong. If you mean it, say "times": { "shipped": 2 } in its beliefs',
    );
    const { findings, notes } = await judge(shipsTwice({ shipped: 2 }), { only });
    expect(findings).toEqual([]);
    expect(notes.filter((note) => note.includes("intended"))).toEqual([]);
  });

  it("takes several patterns in only", async () => {
    const report = await judge(rightSale, {
      only: ["sale#1/after-commit/connection-reset", "sale#1/before-*/http-502"],
    });
    expect(new Set(report.mutants.map(({ id }) => id))).toEqual(
      new Set(["sale#1/after-commit/connection-reset", "sale#1/before-commit/http-502"]),
    );
  });

  it("shows what the function threw first, not the report", async () => {
    const failed = await judge(async () => {
      throw new TypeError("no such cart");
    }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      message: expect.stringMatching(/^the dry run failed: no such cart/),
      cause: expect.any(TypeError),
    });
    expect(Object.keys(failed as object)).not.toContain("report");
    expect((failed as DryRunFailed).report.dryRun.problems).toHaveLength(2);
  });

  it("sees a lane that the shop's test drops when it is done", async () => {
    const report = await judge(
      async (lane) => {
        const said = await rightSale(lane);
        await lane.reset();
        return said;
      },
      { only: SOME_LOST, jobs: 1 },
    );
    expect(report.dryRun.problems).toEqual([]);
    expect(report.mutants.length).toBe(2);
    expect(report.findings).toEqual([]);
  });

  it("counts a call once in the lanes that the shop's test restores", async () => {
    const expectation = { calls: { operation: "tokenization/sale", count: 1 } };
    const restoring = async (lane: SandboxLane): Promise<Beliefs> => {
      const said = await rightSale(lane);
      await lane.snapshot(`${lane.name}-sold`);
      await lane.restore(`${lane.name}-sold`);
      await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
      return said;
    };
    const only = "sale#1/after-commit/connection-reset";
    const report = await judge(restoring, { only, scenario: { name: "one sale", expect: [expectation] } });
    expect([report.dryRun.problems, report.findings]).toEqual([[], []]);
  });
});

it.each<[string, (reference: string) => string | undefined]>([
  ["that no belief names", () => undefined],
  ["of the same name in each run", () => "tea"],
  ["named anew in each run", (reference: string) => `cart of ${reference}`],
])("a cart %s that is charged twice is harmed by one charge", async (_, cartOf) => {
  let runs = 0;
  const again = async (lane: SandboxLane): Promise<Beliefs> => {
    const reference = `A-${++runs}`;
    const named = cartOf(reference);
    const cart = named === undefined ? {} : { cart: named };
    const first = await saleAt(lane, reference);
    if (first?.responseCode === "0000") return { [reference]: { paid: 20, ...cart } };
    const second = await saleAt(lane, `${reference}-again`);
    return { [reference]: { paid: 0, ...cart }, [`${reference}-again`]: { paid: second ? 20 : null, ...cart } };
  };
  const { harm, mutants } = await judge(again, { only: "sale#1/after-commit/connection-reset", jobs: 1 });
  expect(mutants[0]?.verdict).toBe("charged-twice");
  expect(harm.find(({ verdict }) => verdict === "charged-twice")).toMatchObject({ amount: 20, runs: 1 });
});
