import { expect, it } from "vitest";
import { inOrderOfTime, shownCalls, sinceReset, tellingCall } from "../../../src/tools/reports/calls.js";
import type { RequestLine, Run } from "../../../src/tools/reports/run.js";
import { requestTexts } from "../../../src/tools/reports/run-report.js";

const call = (lane: string, id: number, second: number, over: Partial<RequestLine> = {}): RequestLine => ({
  ...{ lane, requestId: `req-${id}`, at: `2026-01-05T02:00:0${second}.000Z`, operation: "tokenization/sale" },
  responseCode: "0000",
  ...over,
});
const named = (calls: readonly RequestLine[]) => calls.map(({ lane, requestId }) => `${lane} ${requestId}`);

/** A run with these calls, and the lanes that don't meet what they expect. */
function runOf(requests: readonly RequestLine[], ...unmet: readonly string[]): Pick<Run, "requests" | "lanes"> {
  const clauses = [
    { clause: { order: { merchantReference: "A-1" } }, failure: { expected: "", actual: "", nearest: [] } },
  ];
  const lanes = unmet.map((lane) => ({
    ...{ lane, scenarios: [{ name: "story", rules: [], clauses }] },
    invariants: { holds: true, checked: 1, broken: [] },
  }));
  return { requests, lanes };
}

it("orders calls by time, then by lane and number", () => {
  const calls = [call("b", 10, 2), call("b", 9, 2), call("a", 3, 2), call("a", 2, 1), call("b", 1, 0)];
  expect(named(inOrderOfTime(calls))).toEqual(["b req-1", "a req-2", "a req-3", "b req-9", "b req-10"]);
});

it("orders by the real time where the clocks of lanes differ", () => {
  const late = call("a", 1, 9, { receivedAt: "2026-01-01T00:00:00.000Z" });
  const early = call("b", 1, 0, { receivedAt: "2026-01-01T00:00:00.001Z" });
  expect(named(inOrderOfTime([early, late]))).toEqual(["a req-1", "b req-1"]);
});

it.each([
  ["refused", { responseCode: "2001" }],
  ["cut before it was read", { responseCode: "" }],
  ["cut after it was carried out", { reachedClient: false }],
] as const)("keeps a call that was %s before later ones", (_, over) => {
  const calls = [call("a", 1, 0), call("a", 2, 1, over), call("a", 3, 2), call("a", 4, 3), call("a", 5, 4)];
  expect(named(shownCalls(runOf(calls), 2).calls)).toEqual(["a req-2", "a req-5"]);
  expect(shownCalls(runOf(calls), 2).share).toBe("2 of 5");
});

it("keeps the calls of a lane with an unmet expectation before refusals in other lanes", () => {
  const calls = [call("b", 1, 0), call("b", 2, 1), call("a", 1, 2, { responseCode: "2001" }), call("a", 2, 3)];
  expect(named(shownCalls(runOf(calls, "b"), 3).calls)).toEqual(["b req-1", "b req-2", "a req-1"]);
});

it("keeps the calls of a lane that was not dropped before refusals in dropped lanes", () => {
  const calls = [call("kept", 1, 0), call("a", 1, 1, { responseCode: "2001" }), call("a", 2, 2)];
  expect(named(shownCalls({ ...runOf(calls), keptLanes: ["default", "kept"] }, 2).calls)).toEqual([
    "kept req-1",
    "a req-1",
  ]);
});

it("has all calls if they fit", () => {
  expect(shownCalls(runOf([call("a", 1, 0)]), 1)).toEqual({ calls: [call("a", 1, 0)] });
});

it("leaves out what a lane was called before its last reset", () => {
  const calls = [call("a", 1, 0), call("b", 1, 1), call("a", 2, 2), call("b", 2, 3), call("b", 1, 4), call("b", 2, 5)];
  expect(named(sinceReset(calls))).toEqual(["a req-1", "a req-2", "b req-1", "b req-2"]);
  expect(sinceReset(calls).at(-2)?.at).toBe(call("b", 1, 4).at);
});

const refused = { responseCode: "1001" };
const asked = { operation: "hosted-checkout/query", responseCode: "2001" };
it.each<[string, readonly Partial<RequestLine>[], string | undefined]>([
  ["the last refusal", [refused, refused, {}], "req-2"],
  ["a refusal before a query that found no order", [refused, asked, {}], "req-1"],
  ["such a query before a call that succeeded", [asked, {}], "req-1"],
  ["the last call if none was refused", [{}, {}], "req-2"],
  ["nothing without a call", [], undefined],
])("explains %s", (_, calls, expected) => {
  expect(tellingCall(calls.map((over, i) => call("a", i + 1, i, over)))?.requestId).toBe(expected);
});

it("marks a call that the lane no longer has, whose id another one has now", () => {
  const calls = [call("a", 1, 0), call("a", 2, 1), call("b", 1, 2), call("a", 2, 3)];
  const marked = requestTexts({ requests: calls }, calls).map((text) =>
    text.endsWith(" (before the lane was reset or restored)"),
  );
  expect(marked).toEqual([false, true, false, false]);
});
