import { expect, it } from "vitest";
import { findings, warningOf } from "../../../src/core/scenario/document/lint.js";
import type { Operation } from "../../../src/core/scenario/values/operations.js";
import { crashMutants } from "../../../src/tools/judge/mutants/crashes.js";
import type { MutationPoint } from "../../../src/tools/judge/mutants/mutant.js";

/** A shop's call as the first run saw it. It caused a notification over HTTP if `isTold`. */
const pointOf = (operation: Operation, isTold: boolean): MutationPoint =>
  ({
    lane: { slot: 1, notifications: isTold ? [{ causedBy: 7, isHttp: true }] : [] },
    call: { id: 7, operation, by: "shop", orderId: 1 },
    k: 1,
  }) as unknown as MutationPoint;

it.each([
  ["hosted-checkout/create", false],
  ["hosted-checkout/refund", false],
  ["tokenization/void", false],
  ["tokenization/delete-token", false],
  ["tokenization/sale", true],
  ["hosted-checkout/recurring", true],
] as const)("a crash at %s has a rule that fires there", (operation, isTold) => {
  const crashes = crashMutants([pointOf(operation, isTold)]);
  expect(crashes).toHaveLength(isTold ? 5 : 2);
  for (const { id, scenario } of crashes) expect([id, findings(scenario).map(warningOf)]).toEqual([id, []]);
});
