import { afterAll, TestRunner, vi } from "vitest";
import type { StoreKind } from "../../../support/store-kinds.js";

/** The wire tests of state, as they are. What assumptions choose is decided without a store. */
export const FILES: readonly (() => Promise<unknown>)[] = [
  () => import("../../../server/payment-api/endpoints/states.test.js"),
  () => import("../../../server/payment-api/endpoints/direct/sale.test.js"),
  () => import("../../../server/payment-api/endpoints/direct/refund.test.js"),
  () => import("../../../server/payment-api/endpoints/hosted-checkout/recurring.test.js"),
  () => import("../../../server/payment-api/endpoints/tokenization/add-token.test.js"),
  () => import("../../../server/payment-api/endpoints/tokenization/delete-token.test.js"),
  () => import("../../../server/payment-api/endpoints/tokenization/void.test.js"),
  () => import("../../../engine/counting.test.js"),
  () => import("../../../engine/carried-decline.test.js"),
];

/** Says those tests once more, on this kind of store. Throws where a file said none: they would be missed by nobody. */
export async function statesOn(kind: StoreKind, files = FILES): Promise<void> {
  const before = process.env.STORE;
  process.env.STORE = kind;
  // Files share processes: the next one begins as this one did.
  afterAll(() => {
    if (before === undefined) delete process.env.STORE;
    else process.env.STORE = before;
  });
  // A file says its tests as it is loaded, and another of this process may have loaded it.
  vi.resetModules();
  const { tasks } = TestRunner.getCurrentSuite();
  for (const load of files) {
    const already = tasks.length;
    await load();
    if (tasks.length === already) throw new Error(`expected tests, found none: ${load}`);
  }
}
