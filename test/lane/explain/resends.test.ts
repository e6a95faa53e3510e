import { describe, expect, it } from "vitest";
import { resendOf, resentAs } from "../../../src/lane/explain/resends.js";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import type { Arrival, Explanation } from "../../../src/lane/ports/explanation.js";
import { exchange } from "../../support/exchange.js";

/** A call as the journal of another node has it: nobody noticed yet that it repeats one. */
function call(id: number, request: string, realAt: number, over: Partial<Explanation> = {}): Exchange {
  const arrival: Arrival = { realAt };
  const explanation: Explanation = { subject: { operation: "tokenization/sale" }, matched: [], arrival, ...over };
  const about = { id, operation: "tokenization/sale", merchantId: 3, reference: "A-1", request };
  return exchange({ ...about, explain: JSON.stringify(explanation) });
}

const cut = { effects: { fault: "connection-reset", placed: "after-commit" } };
const left = { clientLeft: true } as const;
const read = ({ explain }: Exchange): Explanation => JSON.parse(explain);

const viewsOf = (calls: readonly Exchange[]) => ({
  exchanges: async ({ before = 0, merchantReference }: { before?: number; merchantReference?: string }) =>
    calls.filter(({ id, reference }) => id < before && reference === merchantReference).toReversed(),
  exchangesAfter: async (after: number) => calls.filter(({ id }) => id > after),
});

describe("a resend that came to another node is found in the journal", () => {
  it.each<[string, readonly Exchange[], object | undefined]>([
    ["cut", [call(1, "x", 0, cut), call(2, "x", 12)], { of: 1, afterMs: 12, fault: "connection-reset" }],
    [
      "cut, before other calls",
      [call(1, "x", 0, cut), call(3, "x", 12)],
      { of: 1, afterMs: 12, fault: "connection-reset", isAfterOthers: true },
    ],
    ["left", [call(1, "x", 0, left), call(2, "x", 12)], { of: 1, afterMs: 12, fault: undefined }],
    [
      "cut, on a clock that is ahead",
      [call(1, "x", 5, cut), call(2, "x", 0)],
      { of: 1, afterMs: 0, fault: "connection-reset" },
    ],
    ["cut more than ten seconds before", [call(1, "x", 0, cut), call(2, "x", 10_001)], undefined],
    ["answered", [call(1, "x", 0), call(2, "x", 12)], undefined],
    ["cut, with other bytes", [call(1, "y", 0, cut), call(2, "x", 12)], undefined],
    ["cut, and repeated before", [call(1, "x", 0, cut), call(2, "x", 5), call(3, "x", 12)], undefined],
  ])("if the first was %s", async (_, calls, expected) => {
    const last = calls.at(-1)!;
    expect(await resendOf(viewsOf(calls), last, read(last))).toEqual(expected);
  });

  it("by the lost call, too", async () => {
    const calls = [call(1, "x", 0, cut), call(2, "y", 3), call(3, "x", 12), call(4, "x", 14)];
    const resent = await resentAs(viewsOf(calls), calls[0]!, read(calls[0]!));
    expect(resent.map(({ call: { id }, resend }) => [id, resend.afterMs])).toEqual([[3, 12]]);
    expect(await resentAs(viewsOf(calls), calls[2]!, read(calls[2]!))).toEqual([]);
  });
});
