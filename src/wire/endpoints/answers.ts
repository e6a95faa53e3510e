import { type Endpoint, orderAndTransaction } from "../endpoint.js";
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
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return success({ order: orderJson(order, now, shape), transaction: transactionJson(order, transaction) });
  },
});

/** Of a refund or void: as of a charge, without a message. */
export const reversed = (shape: OrderShape): Answering => ({
  answer: { order: shape, transaction: true },
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return successWithoutMessage({
      order: orderJson(order, now, shape),
      transaction: transactionJson(order, transaction),
    });
  },
});

/** Of a refund or void in the direct model: the short order. */
export const directlyReversed: Answering = {
  answer: { order: "direct", transaction: true },
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return successWithoutMessage({
      order: directOrderJson(order, now),
      transaction: directTransactionJson(order, transaction),
    });
  },
};
