import fc from "fast-check";
import { type AssumptionId, assumptions } from "../../src/core/facts/assumptions.js";
import type { Json } from "../../src/package/json.js";
import { startSandbox } from "../../src/tools/library/sandbox.js";
import { guessesOfRecording } from "../../src/tools/trust/issue/from-recording.js";
import { optionsUnder } from "../../src/tools/trust/issue/issue.js";
import type { Recorded } from "../../src/tools/trust/recording/exchange.js";
import { compareRecording } from "../../src/tools/trust/replay/compare.js";

/** A random call. Orders are few, so that calls meet the same ones. */
interface Step {
  readonly operation: string;
  readonly order: number;
  readonly more: Json;
}

const order = fc.nat(3);
const drawn = (operations: readonly string[], more: readonly Json[]): fc.Arbitrary<Step> =>
  fc.record({ operation: fc.constantFrom(...operations), order, more: fc.constantFrom(...more) });

const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }];
const card = { userId: "user1", tokenId: 375 };
const walk = fc.array(
  fc.oneof(
    drawn(
      ["hosted-checkout/create"],
      [
        { lineItems },
        { lineItems, amount: 30 },
        { lineItems, currency: "" },
        { lineItems, amount: 10.005 },
        { lineItems, themeColor: "#abcdef80" },
        { lineItems, allowedBinRanges: [{ binStart: "411199", binEnd: "411111" }] },
        { lineItems, expiryTime: "2020-01-01T00:00:00.000+00:00" },
        { lineItems, amount: "a lot" },
      ],
    ),
    drawn(
      ["tokenization/sale"],
      [card, { ...card, email: "walk" }].map((one) => ({ ...one, lineItems })),
    ),
    drawn(["direct/sale"], [{ lineItems, paymentType: "ALIPAYHK", paymentTerminal: "SDK" }]),
    drawn(["hosted-checkout/query", "direct/query"], [{}, { orderId: "" }]),
    drawn(["hosted-checkout/void", "direct/void", "tokenization/void"], [{}]),
    drawn(["hosted-checkout/refund"], [{}, { amount: 5 }]),
  ),
  { minLength: 3, maxLength: 12 },
);

/** What a random set of choices hides from a caller of these calls. */
const hidden = fc.uniqueArray(
  fc.constantFrom(
    ...assumptions
      .filter(({ id }) => id !== "response-codes")
      .flatMap(({ id, choices }) => choices.slice(1).map((choice) => [id as AssumptionId, choice] as const)),
  ),
  { minLength: 1, maxLength: 3, selector: ([id]) => id },
);

/** Makes the calls of a walk at a service with these choices. */
async function recordedAt(chosen: Readonly<Record<string, string>>, steps: readonly Step[]): Promise<Recorded[]> {
  await using service = await startSandbox({ assumptions: chosen, signature: "off" });
  const lane = await service.lane();
  const recorded: Recorded[] = [];
  for (const { operation, order, more } of steps) {
    const params = { merchantId: 3, merchantReference: `walk-${order}`, amount: 20, ...more };
    const request = JSON.stringify({ request: JSON.stringify(params), signature: "" });
    const headers = { "Content-Type": "application/json" };
    const response = await lane.fetch(`/${operation}`, { method: "POST", headers, body: request });
    recorded.push({
      ...{ at: "2026-01-05T02:00:00Z", durationMs: 1, method: "POST", path: `/${operation}`, request },
      response: { status: response.status, contentType: "application/json", body: await response.text() },
    });
  }
  return recorded;
}

/**
 * Random calls to services with hidden choices: the report must name what makes a fresh sandbox answer all of them alike.
 * The smallest walk that it fails for, if there is one.
 */
export async function unexplainedWalks(seed: number, numRuns = 3): Promise<readonly string[]> {
  const result = await fc.check(
    fc.asyncProperty(walk, hidden, async (steps, chosen) => {
      const recorded = await recordedAt(Object.fromEntries(chosen), steps);
      return (
        (await compareRecording(recorded, optionsUnder(await guessesOfRecording(recorded)))).differing.length === 0
      );
    }),
    { seed, numRuns },
  );
  return result.failed ? [`walk ${seed}: ${JSON.stringify(result.counterexample)}`] : [];
}
