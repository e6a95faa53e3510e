import { expect, it } from "vitest";
import { lostAnswerText } from "../../../src/lane/explain/lost-answer.js";

it.each([
  ["connection-reset", "before-parse", "cut by connection-reset before it was carried out"],
  ["truncated-body", "before-commit", "cut by truncated-body before it was carried out"],
  ["garbage-body", "before-commit", "answered with garbage-body before it was carried out"],
  ["http-503", "before-parse", "answered with http-503 before it was carried out"],
  [
    "empty-response",
    "after-commit",
    'carried out, then cut by empty-response: the client did not get 0000 "Success" (HTTP 200)',
  ],
  ["http-503", "after-commit", 'carried out, then answered with http-503 instead of 0000 "Success" (HTTP 200)'],
  [undefined, undefined, 'answered 0000 "Success" (HTTP 200)'],
] as const)("the answer after %s %s is %j", (fault, placed, expected) => {
  expect(lostAnswerText({ fault, placed }, '0000 "Success" (HTTP 200)')).toBe(expected);
});

it.each([
  ["client-left", 'the client left before it got 0000 "Success"'],
  ["not-sent", 'the client has not got 0000 "Success"'],
] as const)("an answer that no fault lost (%s): %s", (lost, expected) => {
  expect(lostAnswerText({ lost }, '0000 "Success"')).toBe(expected);
});

it("a refusal that was lost is not called carried out", () => {
  expect(lostAnswerText({ fault: "connection-reset", placed: "after-commit", responseCode: "2004" }, "2004")).toBe(
    "refused, then cut by connection-reset: the client did not get 2004",
  );
});
