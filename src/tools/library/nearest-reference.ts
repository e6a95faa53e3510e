import { foldedSpelling } from "../../lane/explain/lookup/order-not-found.js";
import { ControlClient, type ControlTarget } from "./control-client.js";

/** How many orders back to search. */
const SEARCHED = 1000;

/** Says that nothing has this reference. Names the newest order whose reference is spelled nearly so. */
export async function unknownReference(target: ControlTarget, what: string, reference: string): Promise<string> {
  const { orders } = await new ControlClient(target).call("GET /orders", { query: { limit: SEARCHED } });
  const wanted = foldedSpelling(reference);
  const near = orders.find(({ merchantReference }) => foldedSpelling(merchantReference) === wanted);
  return near === undefined
    ? `${what} at ${target.base}: check the lane (--lane), and the reference`
    : `${what} at ${target.base}: did you mean ${near.merchantReference}? Case and spaces count`;
}
