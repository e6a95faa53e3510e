import type { Order, Transaction } from "../../domain/order.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import { type Accepted, type Endpoint, type Json, orderAndTransaction, orderOf, type View } from "../endpoint.js";
import {
  directOrderJson,
  directTransactionJson,
  type OrderShape,
  orderJson,
  success,
  successWithoutMessage,
  transactionJson,
} from "../project.js";

/** What an endpoint answers, and how. */
export type Answering = Pick<Endpoint, "answer" | "project">;

/** Of a charge: the order in the shape that the path has, and its sale. */
export const charged = (shape: OrderShape): Answering => ({
  answer: { message: "Success", order: shape, transaction: true },
  project: (result, view) => {
    const { order, transaction } = orderAndTransaction(result);
    return success({
      order: orderJson(order, view, shape),
      transaction: transactionJson(order, transaction, view.policy),
    });
  },
});

/** What a recurring charge rests on where it has a parent. */
export const parentGuess = (result: Accepted): readonly AssumptionId[] =>
  orderOf(result).parentOrderId === undefined ? [] : ["recurring-email", "parent-is-recurring", "parent-other-token"];

/** Of a refund or void: as of a charge, without a message. */
export const reversed = (shape: OrderShape): Answering => ({
  answer: { order: shape, transaction: true },
  project: (result, view) => {
    const { order, transaction } = reversalOf(result);
    return successWithoutMessage({
      order: orderJson(order, view, shape),
      transaction: transaction && transactionJson(order, transaction, view.policy),
    });
  },
});

/** Of a refund in the direct model: the short order. */
export const directlyReversed: Answering = {
  answer: { order: "direct", transaction: true },
  project: (result, view) => successWithoutMessage(directMembers(result, view)),
};

/** Of a void in the direct model. */
// ASSUMED(direct-void-message): the table lists a message, the examples of voids have none.
export const directlyVoided: Answering = {
  ...directlyReversed,
  project: (result, view) =>
    view.policy["direct-void-message"] === "present"
      ? success(directMembers(result, view))
      : successWithoutMessage(directMembers(result, view)),
};

function directMembers(result: Accepted, view: View): Json {
  const { order, transaction } = reversalOf(result);
  return {
    order: directOrderJson(order, view),
    transaction: transaction && directTransactionJson(order, transaction, view.policy),
  };
}

/** A void of an order that nobody paid has no transaction: there is no money to give back. */
function reversalOf(result: Accepted): { readonly order: Order; readonly transaction: Transaction | undefined } {
  if (result.kind !== "order") throw new Error(`expected an order, found ${result.kind}`);
  return { order: result.order, transaction: result.transaction };
}
