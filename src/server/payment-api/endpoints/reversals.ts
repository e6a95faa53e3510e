import type { OrderOrigin } from "../../../core/domain/order.js";
import { type Answering, directlyReversed, directlyVoided, reversed } from "./answers.js";
import { type Endpoint, endpoint } from "./endpoint.js";
import { namedOrderKey, namesOrder } from "./order-key.js";

/** A refund endpoint. Both paths have the same parameters (spec 4.4), but different answers. */
const refundAt = (path: "hosted-checkout/refund" | "direct/refund", answering: Answering): Endpoint =>
  endpoint({
    path,
    problem: namesOrder,
    command: (given) => ({ kind: "refund-order", key: namedOrderKey(given), amount: given.amount }),
    ...answering,
  });

interface VoidPath {
  /** The origins of the orders that this path is meant for. */
  readonly origins: readonly OrderOrigin[];
}

/** A void endpoint. All paths have the same parameters (spec 4.5, 4.6), but different answers. */
const voidAt = (
  path: `${"hosted-checkout" | "tokenization" | "direct"}/void`,
  { origins, ...answering }: Answering & VoidPath,
): Endpoint =>
  endpoint({
    path,
    problem: namesOrder,
    command: (given) => ({ kind: "void-order", key: namedOrderKey(given), origins }),
    ...answering,
  });

const whole = { cardType: true, email: true } as const;

export const refund = refundAt("hosted-checkout/refund", reversed(whole, "REFUNDED"));
/** Like the refund of the hosted checkout, but answers with the short order of the direct model (docs). */
export const directRefund = refundAt("direct/refund", directlyReversed);

export const voidOrder = voidAt("hosted-checkout/void", {
  ...reversed(whole, "VOIDED"),
  origins: ["hosted", "hosted-recurring"],
});
/** Like the void of the hosted checkout, but the order in the answer has no email (docs). */
export const tokenVoid = voidAt("tokenization/void", {
  ...reversed({ cardType: true }, "VOIDED"),
  origins: ["token-sale", "token-recurring"],
});
export const directVoid = voidAt("direct/void", {
  ...directlyVoided,
  origins: ["direct"],
});
