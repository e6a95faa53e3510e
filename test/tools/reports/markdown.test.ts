import { expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { coverageOf } from "../../../src/tools/coverage/coverage.js";
import { markdownOf } from "../../../src/tools/reports/markdown.js";
import { reportOfRun } from "../../../src/tools/reports/run-report.js";

const call = (number: number) => ({
  ...{ lane: "a", requestId: `req-${number}`, at: "2026-01-05T02:00:00.000Z", operation: "hosted-checkout/refund" },
  ...{ merchantReference: "A|1", amount: 5, currency: "HKD", responseCode: "0000", message: "x".repeat(300) },
});

const textOf = (calls: number, over: (number: number) => object = () => ({}), run: object = {}): string =>
  markdownOf(
    reportOfRun(
      {
        ...{ version: "0.0.0", command: ["true"], seed: 1, startedAt: "2026-01-05T02:00:00.000Z", durationMs: 1 },
        ...{ commandExitCode: 0, exitCode: 0, calls, lanes: [], coverage: coverageOf(new Set(), defaultPolicy) },
        requests: Array.from({ length: calls }, (_, i) => ({ ...call(i + 1), ...over(i + 1) })),
        ...run,
      },
      { known: [] },
    ),
  );

it("has the last refused calls before others, in order of time", () => {
  const rows = textOf(30, (number) => ({ responseCode: number <= 3 ? "2001" : "0000" }))
    .split("\n")
    .filter((line) => line.startsWith("| req-"));
  expect(rows.map((line) => line.split(" ")[1])).toEqual(
    [1, 2, 3, ...Array.from({ length: 17 }, (_, i) => i + 14)].map((number) => `req-${number}`),
  );
});

it("has a table of the last calls, shortened", () => {
  const rows = textOf(21)
    .split("\n")
    .filter((line) => line.startsWith("| req"));
  expect(rows).toHaveLength(21);
  expect(rows[0]).toBe("| request | time | lane | operation | merchantReference | amount | answer | rule |");
  expect(rows[1]).toMatch(
    /^\| req-2 \| 02:00:00\.000 \| a \| hosted-checkout\/refund \| A\\\|1 \| HKD 5\.00 \| 0000 x{195}… \| {2}\|$/,
  );
  expect(textOf(21)).toContain(
    "<summary>Requests, 20 of 21: those of lanes with an unmet expectation first, then of lanes that were not dropped, then refused or cut ones, the last of each, in order of time</summary>",
  );
});

it("has no table without a call", () => {
  expect(textOf(0)).not.toContain("Requests");
});

it("names a notification that the shop did not acknowledge once, also if the command failed", () => {
  const unacknowledged = [{ lane: "a", notificationId: 1, merchantReference: "A-1", why: "answered 500" }];
  const text = textOf(1, undefined, { commandExitCode: 1, exitCode: 1, unacknowledged });
  expect(text.match(/did not acknowledge/g)).toHaveLength(1);
});
