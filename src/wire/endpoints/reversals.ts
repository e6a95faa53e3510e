import type { OrderOrigin } from "../../domain/order.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import { type Endpoint, endpoint } from "../endpoint.js";
import type { Answering } from "./answers.js";
import { keyOf, keySubject, namesOrder } from "./order-key.js";

/** A refund endpoint. Both paths have the same parameters (spec 4.4), but different answers. */
export const refundAt = (path: "hosted-checkout/refund" | "direct/refund", answering: Answering): Endpoint =>
  endpoint({
    path,
    checks: namesOrder,
    command: (given) => ({ kind: "refund-order", key: keyOf(given), amount: given.amount }),
    subject: (given) => ({ ...keySubject(given), amountMinor: given.amount }),
    ...answering,
  });

interface VoidPath {
  /** The origins of the orders that this path is meant for. */
  readonly origins: readonly OrderOrigin[];
  readonly assumed?: readonly AssumptionId[];
}

/** A void endpoint. All paths have the same parameters (spec 4.5, 4.6), but different answers. */
export const voidAt = (
  path: `${"hosted-checkout" | "tokenization" | "direct"}/void`,
  { origins, assumed = [], ...answering }: Answering & VoidPath,
): Endpoint =>
  endpoint({
    path,
    checks: namesOrder,
    command: (given) => ({ kind: "void-order", key: keyOf(given), origins }),
    subject: keySubject,
    assumed: ["void-paths", ...assumed],
    ...answering,
  });
