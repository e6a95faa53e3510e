import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aliens, alienTarget } from "../../../bench/prove/aliens.js";
import { TRY } from "../../../src/core/facts/assumptions/row.js";
import { assumptions } from "../../../src/core/facts/assumptions.js";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { planned } from "../../../src/tools/trust/calibrate/plan.js";
import { probes } from "../../../src/tools/trust/calibrate/probes/index.js";
import { calibrationSummary } from "../../../src/tools/trust/calibrate/results/summary.js";
import { rateLimit } from "../../../src/tools/trust/target/rate-limit.js";
import { casesFor } from "../../support/proof.js";
import { distinct, hiddenSet, settledBut, startStandIn, willing } from "../../support/stand-in.js";
import { wrongly } from "../../support/verdicts.js";

describe("what calls alone can settle", () => {
  it("has a probe, or its row says why not", () => {
    const unprobed = assumptions.filter(({ id }) => !probes.some((probe) => probe.id === id));
    // The codes have probes of their own, one each.
    expect(unprobed.filter(({ findOut }) => findOut === TRY).map(({ id }) => id)).toEqual(["response-codes"]);
  });
});

describe("the plan", () => {
  it("tells every call by its probe, what is waited for and what a person is asked for", async () => {
    const plan = await planned({ merchantId: 17, userId: "anna", listens: true });
    const told = new Set(plan.map(({ about }) => about));
    expect(probes.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([]);
    const lines = plan.map(({ line }) => line).join("\n");
    expect(lines).toContain("(waits 4 s)");
    expect(lines).toContain("(a person is asked to pay with AlipayHK)");
    expect(lines).toContain('tokenization/query-token {"merchantId":17,"userId":"anna"}');
    expect(lines).not.toMatch(/"signature":"(?!\*\*\*)/);
  });

  it("leaves out what nobody would hear, and what an earlier run settled", async () => {
    const plan = await planned({ merchantId: 17, userId: "anna", listens: false, known: settledBut("stan") });
    expect(plan.filter(({ about }) => !about.startsWith("responseCodes.")).map(({ about }) => about)).toContain("stan");
    const told = new Set(plan.map(({ about }) => about));
    expect(probes.map(({ id }) => id).filter((id) => told.has(id))).toEqual(["stan"]);
    expect(plan.filter(({ line }) => line.includes('"notify"'))).toEqual([]);
  });
});

describe("calibrate", () => {
  describe("of a stand-in, with a willing person", () => {
    const hidden = distinct(hiddenSet(1));
    let standIn: Awaited<ReturnType<typeof startStandIn>>;
    let known: Awaited<ReturnType<typeof calibrate>>["calibration"];
    beforeAll(async () => {
      standIn = await startStandIn(hidden);
      const { calibration, stopped } = await calibrate(standIn.options({ person: willing(standIn) }));
      expect(stopped).toBeUndefined();
      known = calibration;
    });
    afterAll(() => standIn[Symbol.asyncDispose]());

    it("finds the hidden choices and codes", () => {
      expect(wrongly(known, hidden)).toEqual([]);
      expect(Object.keys(known.assumptions).sort()).toEqual(probes.map(({ id }) => id).sort());
      expect(Object.keys(known.responseCodes).length).toBeGreaterThan(8);
      const bare = Object.entries(known.assumptions).filter(([, { evidence }]) => evidence.length === 0);
      expect(bare.map(([id]) => id)).toEqual([]);
      expect(known.answers!["two equal charges"]).toBe("answered");
      expect(calibrationSummary(known)).not.toContain("two equal charges");
    });

    it("charges 20.00 at most, and refunds or voids only what it made", async () => {
      const orders = await standIn.lane.orders({ limit: 1000 });
      const charged = orders.filter(({ status }) => status !== "OPEN" && status !== "CLOSED");
      expect(charged.length).toBeGreaterThan(10);
      expect(orders.every(({ merchantReference }) => merchantReference.startsWith("cal-"))).toBe(true);
      const moved = await Promise.all(charged.map(({ id }) => standIn.lane.order(id)));
      const sales = moved.flatMap(({ transactions }) => transactions.filter(({ type }) => type === "SALE"));
      expect(sales.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeLessThanOrEqual(20);
    });

    it("goes on from what an earlier run learnt", async () => {
      const { "past-expiry": missing, ...assumptions } = known.assumptions;
      const { target } = standIn.options();
      const created: unknown[] = [];
      const counted: typeof target = {
        ...target,
        call: (path, params) => {
          created.push(params);
          return target.call(path, params);
        },
      };
      const { calibration } = await calibrate(standIn.options({ known: { ...known, assumptions }, target: counted }));
      expect(calibration.assumptions["past-expiry"]?.choice).toBe(missing?.choice);
      expect(Object.keys(calibration.assumptions).sort()).toEqual(Object.keys(known.assumptions).sort());
      expect(calibration.responseCodes).toEqual(known.responseCodes);
      expect(created.length).toBeLessThan(30);
    });
  });

  it("leaves open what a decline, a shared code or a person's absence hides", async () => {
    const hidden = distinct(hiddenSet(3));
    const shared = {
      ...hidden.responseCodes["order-not-found"]!,
      code: hidden.responseCodes["invalid-parameter"]!.code,
    };
    await using standIn = await startStandIn({
      assumptions: { ...hidden.assumptions, "id-reference-mismatch": "not-found", "past-expiry": "refuse" },
      responseCodes: { ...hidden.responseCodes, "order-not-found": shared },
    });
    await standIn.lane.force({
      when: { operation: "tokenization/*" },
      after: 2,
      then: { outcome: "insufficient-funds" },
    });
    const known = settledBut("id-reference-mismatch", "past-expiry", "email-form", "cancel", "unpaid-card-type");
    const { calibration } = await calibrate(standIn.options({ known }));
    expect(calibration.undetermined).toMatchObject({
      "id-reference-mismatch": expect.stringContaining("stands for"),
      "past-expiry": expect.stringContaining("stands for"),
      "email-form": expect.stringContaining("was to succeed"),
      cancel: expect.stringContaining("needs a person"),
    });
    expect(calibration.assumptions).toHaveProperty("unpaid-card-type");
  });

  it.each([
    ["refuse", "sure"],
    ["decline", "likely"],
  ] as const)(
    "tells that an expired card leads to %s, also if declines leave no orders",
    async (choice, confidence) => {
      const hidden = distinct(hiddenSet(7));
      const over = { "declined-token-order": "none", "expired-token": choice };
      await using standIn = await startStandIn({ ...hidden, assumptions: { ...hidden.assumptions, ...over } });
      const { calibration } = await calibrate(standIn.options({ known: settledBut("expired-token") }));
      expect(calibration.assumptions["expired-token"]).toMatchObject({ choice, confidence });
    },
  );

  it("leaves an expired card open if an unknown parent is refused with the same code", async () => {
    const hidden = distinct(hiddenSet(7));
    const responseCodes = { ...hidden.responseCodes, "token-expired": hidden.responseCodes["parent-order-not-found"]! };
    const assumptions = { ...hidden.assumptions, "declined-token-order": "none", "expired-token": "refuse" };
    await using standIn = await startStandIn({ assumptions, responseCodes });
    const { calibration } = await calibrate(standIn.options({ known: settledBut("expired-token") }));
    expect(calibration.undetermined).toHaveProperty("expired-token");
  });

  it.each(casesFor([/each second equal sale/, /^an equal sale/]))(
    "tells a service that refuses equal charges: %s",
    async (name) => {
      await using standIn = await startStandIn(distinct(hiddenSet(11)));
      const options = standIn.options();
      const alien = aliens.find((one) => name.test(one.name))!;
      const { calibration } = await calibrate({
        ...options,
        known: settledBut(),
        target: alienTarget(options.target, alien),
      });
      expect(calibration.answers!["two equal charges"]).toContain('second refused with 7777 "duplicate transaction"');
      expect(calibrationSummary(calibration)).toMatch(
        /Findings.*two equal charges +first answered, second refused with 7777/s,
      );
    },
  );
});

describe("calls to another machine", () => {
  it.each([
    [2, 4500],
    [10, 900],
    [Number.POSITIVE_INFINITY, 0],
  ])("leave %d a second at most: ten of them take %d ms", async (perSecond, tookMs) => {
    let now = 0;
    const wait = async (ms: number) => {
      now += ms;
    };
    const turn = rateLimit(perSecond, { now: () => now, wait });
    for (let call = 0; call < 10; call++) await turn();
    expect(now).toBe(tookMs);
  });
});
