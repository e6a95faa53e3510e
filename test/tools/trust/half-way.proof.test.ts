import { describe, expect, it } from "vitest";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { httpTarget, type Target } from "../../../src/tools/trust/target/target.js";
import { demoKey } from "../../support/client.js";
import { hiddenSet, startStandIn } from "../../support/stand-in.js";

it("a target that goes away half way keeps what was learnt", async () => {
  await using standIn = await startStandIn(hiddenSet(7));
  const options = standIn.options();
  const still = { now: options.clock.now, wait: async () => {} };
  let calls = 0;
  const cut = httpTarget({
    url: standIn.url,
    merchantId: 3,
    key: demoKey,
    timeoutMs: 10_000,
    turn: async () => {
      if (++calls === 60) await standIn[Symbol.asyncDispose]();
    },
  });
  const { calibration, stopped } = await calibrate({ ...options, target: cut, prefix: "cal-cut", clock: still });
  expect(stopped).toMatch(/nothing listens there|closed the connection/);
  expect(Object.keys(calibration.responseCodes).length).toBeGreaterThan(2);
});

describe("a target that is no payment service any more half way", () => {
  const strange = { http: 401, text: "", contentType: "", body: {}, code: undefined, message: undefined };
  it("ends the run with one line, keeps what was learnt, and a second run goes on from there", async () => {
    await using standIn = await startStandIn({
      ...hiddenSet(7),
      assumptions: { "duplicate-reference": "return-existing" },
    });
    const options = standIn.options();
    let calls = 0;
    const guarded: Target = {
      ...options.target,
      call: async (path, params) => (++calls > 80 ? strange : options.target.call(path, params)),
    };
    const first = await calibrate({ ...options, target: guarded });
    expect(first.stopped).toMatch(/^the target answered HTTP 401: an access guard protects it; allow this machine$/);
    const learnt = Object.keys(first.calibration.assumptions);
    expect(learnt.length).toBeGreaterThan(2);
    expect(first.calibration.charged!.length).toBeGreaterThan(2);
    // By reference: a service that was reset may have given the ids to other orders.
    expect(first.calibration.charged!.filter((one) => !one.startsWith(`${options.prefix}-`))).toEqual([]);
    const second = await calibrate(standIn.options({ known: first.calibration }));
    expect(second.stopped).toBeUndefined();
    expect(second.calibration).not.toHaveProperty("charged");
    const paid = await standIn.lane.orders({ status: "SUCCESS", limit: 1000 });
    expect(paid.map(({ id, netAmount }) => [id, netAmount])).toEqual([]);
    expect(Object.keys(second.calibration.assumptions)).toEqual(expect.arrayContaining(learnt));
    expect(Object.keys(second.calibration.assumptions).length).toBeGreaterThan(learnt.length);
    expect(Object.keys(second.calibration.answers!)).toContain("direct/query order-not-found");
  });
});
