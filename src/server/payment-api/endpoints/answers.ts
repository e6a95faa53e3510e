import type { Json } from "../../../package/json.js";
import { type Accepted, type Endpoint, ofOrder, orderAndTransaction, type View } from "./endpoint.js";
import {
  directOrderJson,
  directTransactionJson,
  type OrderShape,
  orderJson,
  success,
  successWithoutMessage,
  transactionJson,
} from "./project.js";

/** How an endpoint answers. */
export type Answering = Pick<Endpoint, "answer" | "project">;

/** Answers a charge with the order, in the path's shape, and its sale. */
export const charged = (shape: OrderShape): Answering => ({
  answer: { message: "Success", order: shape, exampleStatus: "SUCCESS", transaction: true },
  project: (result, view) => {
    const { order, transaction } = orderAndTransaction(result);
    return success({
      order: orderJson(order, view, shape),
      transaction: transactionJson(order, transaction, view.policy),
    });
  },
});

/** Answers a refund or void like a charge, but without a message. */
export const reversed = (shape: OrderShape, exampleStatus: "REFUNDED" | "VOIDED"): Answering => ({
  answer: { order: shape, exampleStatus, transaction: true },
  project: (result, view) => {
    // The void of an unpaid order has no transaction, because no money is returned.
    const { order, transaction } = ofOrder(result);
    return successWithoutMessage({
      order: orderJson(order, view, shape),
      transaction: transaction && transactionJson(order, transaction, view.policy),
    });
  },
});

/** Answers a refund of the direct model with the short order. */
export const directlyReversed: Answering = {
  answer: { order: "direct", exampleStatus: "REFUNDED", transaction: true },
  project: (result, view) => successWithoutMessage(directMembers(result, view)),
};

/** Answers a void of the direct model. */
// ASSUMED(direct-void-message): the table lists a message, the examples of voids have none.
export const directlyVoided: Answering = {
  answer: { ...directlyReversed.answer, exampleStatus: "VOIDED" },
  project: (result, view) =>
    view.policy["direct-void-message"] === "present"
      ? success(directlyVoidedMembers(result, view))
      : successWithoutMessage(directlyVoidedMembers(result, view)),
};

function directMembers(result: Accepted, view: View): Json {
  const { order, transaction } = ofOrder(result);
  return {
    order: directOrderJson(order, view),
    transaction: transaction && directTransactionJson(order, transaction, view.policy),
  };
}

// ASSUMED(direct-void-transaction): the published example has none.
function directlyVoidedMembers(result: Accepted, view: View): Json {
  const members = directMembers(result, view);
  return members.transaction === undefined || view.policy["direct-void-transaction"] === "present"
    ? members
    : { order: members.order };
}
