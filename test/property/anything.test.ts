import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkInvariants } from "../../src/lane/invariants.js";
import { endpoints } from "../../src/server/payment-api/endpoints/index.js";
import { answer } from "../../src/server/payment-api/ladder/pipeline.js";
import { lineItems, reference } from "../support/client.js";
import { testLanes } from "../support/lanes.js";
import { FROZEN_AT } from "../support/sandbox.js";

/** Right for most endpoints; each walk spoils some of it. */
const right = () => ({
  merchantId: 3,
  userId: "user1",
  tokenId: 351,
  reason: "plan",
  amount: 1,
  merchantReference: reference(),
  lineItems,
  callbackUrl: { success: "https://shop.example/", notify: "app://x" },
  allowedBinRanges: [{ binStart: "4111", binEnd: "4222" }],
  paymentType: "ALIPAYHK",
  paymentTerminal: "PCWEB",
});

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.constantFrom(
    "",
    "0",
    "-0",
    "1e400",
    "NaN",
    "\u0000",
    "\ud800",
    "__proto__",
    "9".repeat(400),
    1e21,
    -1e-7,
    2 ** 53,
    { toString: 1 },
    [[[[]]]],
  ),
);
const spoiled = fc.dictionary(
  fc.constantFrom(
    ...Object.keys(right()),
    "orderId",
    "parentOrderId",
    "expiryTime",
    "currency",
    "email",
    "isRecurring",
    "lang",
    "paymentMethods",
    "themeColor",
    "showResultPage",
    "__proto__",
    "x",
  ),
  odd,
  { maxKeys: 3 },
);

describe.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (_, endpoint) => {
  it("answers whatever is sent in the API's form, and keeps its books", async () => {
    await using lanes = await testLanes();
    const lane = await lanes.ready("any");
    await lane.clock.freeze(FROZEN_AT);
    const said = async (body: string) => {
      const { http, body: text, release } = await answer(lane, "warn", endpoint, { body });
      release?.();
      const { responseCode, message, ...rest } = JSON.parse(text);
      expect([200, 400]).toContain(http);
      expect(responseCode).toMatch(/^\d{4}$/);
      if (responseCode !== "0000") expect([typeof message, rest]).toEqual(["string", {}]);
    };
    await fc.assert(
      fc.asyncProperty(spoiled, async (over) =>
        said(JSON.stringify({ request: JSON.stringify({ ...right(), ...over }), signature: "x" })),
      ),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((request) => JSON.stringify({ request })),
        ),
        said,
      ),
      { numRuns: 40 },
    );
    expect((await checkInvariants(lane)).broken).toEqual([]);
  });
});
