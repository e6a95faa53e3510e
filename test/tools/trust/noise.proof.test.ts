import { expect, it } from "vitest";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { driftBetween } from "../../../src/tools/trust/calibrate/results/drift.js";
import { type HttpAnswer, LostAnswer, type Target } from "../../../src/tools/trust/target/target.js";
import { limitedTarget, noisyTarget } from "../../support/noise.js";
import { casesFor } from "../../support/proof.js";
import { distinct, hiddenSet, settledBut, startStandIn, willing } from "../../support/stand-in.js";
import { wrongly } from "../../support/verdicts.js";

// npm run stand-ins takes more sets.
it("gateway errors, refusals and lost answers lead to no wrong claim, no finding and no drift", async () => {
  const hidden = hiddenSet(1);
  await using standIn = await startStandIn(hidden);
  const { calibration: clean } = await calibrate(standIn.options());
  const options = standIn.options();
  const { calibration, stopped } = await calibrate({ ...options, target: noisyTarget(options.target, { seed: 1 }) });
  expect(stopped).toBeUndefined();
  expect(wrongly(calibration, hidden)).toEqual([]);
  expect(calibration.findings).toEqual(clean.findings);
  expect(driftBetween(clean, calibration)).toEqual([]);
  expect(Object.keys(calibration.assumptions).length).toBeGreaterThan(25);
});

it.each(casesFor([0, 1]))(
  "concludes nothing from a rate limit that hits every second call, from call %i",
  async (from) => {
    const hidden = distinct(hiddenSet(4));
    await using standIn = await startStandIn(hidden);
    const options = standIn.options();
    const { code } = hidden.responseCodes["rate-limited"]!;
    const { calibration } = await calibrate({ ...options, target: limitedTarget(options.target, { from, code }) });
    expect(wrongly(calibration, hidden)).toEqual([]);
    expect(Object.keys(calibration.undetermined).length).toBeGreaterThan(5);
  },
);

const later: HttpAnswer = {
  http: 200,
  text: '{"responseCode":"9093"}',
  contentType: "application/json",
  body: { responseCode: "9093" },
  code: "9093",
  message: undefined,
};

const chosen = (over: Readonly<Record<string, string>>) => {
  const hidden = distinct(hiddenSet(4));
  return { ...hidden, assumptions: { ...hidden.assumptions, ...over } };
};

it.each(casesFor([1, 2, 3]))("a charge whose answer is lost leads to no wrong retry: charge %i", async (lost) => {
  await using standIn = await startStandIn(chosen({ "retry-schedule": "older", acknowledgement: "trimmed" }));
  const { target, ...options } = standIn.options({ known: settledBut("retry-schedule", "acknowledgement") });
  let charges = 0;
  const losing: Target = {
    ...target,
    call: async (path, params) => {
      const answer = await target.call(path, params);
      if (path === "tokenization/sale" && "callbackUrl" in params && ++charges === lost)
        throw new LostAnswer("it did not answer within 30 s");
      return answer;
    },
  };
  const { calibration } = await calibrate({ ...options, target: losing });
  expect(charges).toBeGreaterThan(lost);
  expect(calibration.findings).toEqual({});
  expect(calibration.assumptions["retry-schedule"]?.choice).toBe("older");
  expect(calibration.assumptions.acknowledgement?.choice).toBe("trimmed");
});

it("malformed bodies that are refused for another reason lead to no finding", async () => {
  await using standIn = await startStandIn(chosen({ "missing-signature": "malformed-envelope" }));
  const { target, ...options } = standIn.options({ known: settledBut("missing-signature") });
  let malformed = 0;
  const refusing: Target = {
    ...target,
    post: async (path, body) => (body === "{}" && ++malformed < 3 ? later : target.post(path, body)),
  };
  const { calibration } = await calibrate({ ...options, target: refusing });
  expect(calibration.findings).toEqual({});
  expect(calibration.assumptions["missing-signature"]?.choice).toBe("malformed-envelope");
});

it("a refused query of a wallet's order leads to no claim about its members", async () => {
  await using standIn = await startStandIn(chosen({ "wallet-orders": "method" }));
  const { target, ...options } = standIn.options({ person: willing(standIn), known: settledBut("wallet-orders") });
  const queries = new Map<unknown, number>();
  const refusing: Target = {
    ...target,
    call: async (path, params) => {
      const { orderId } = params;
      if (path !== "hosted-checkout/query" || orderId === undefined) return target.call(path, params);
      queries.set(orderId, (queries.get(orderId) ?? 0) + 1);
      return queries.get(orderId) === 2 ? later : target.call(path, params);
    },
  };
  const { calibration } = await calibrate({ ...options, target: refusing });
  expect(calibration.assumptions["wallet-orders"]?.choice).toBe("method");
});
