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

type Project = Endpoint["project"];

/** Of a charge: the order in the shape that the path has, and its sale. */
export const charged =
  (shape: OrderShape): Project =>
  (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return success({ order: orderJson(order, now, shape), transaction: transactionJson(order, transaction) });
  };

/** Of a refund or void: as of a charge, without a message. */
export const reversed =
  (shape: OrderShape): Project =>
  (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return successWithoutMessage({
      order: orderJson(order, now, shape),
      transaction: transactionJson(order, transaction),
    });
  };

/** Of a refund or void in the direct model: the short order. */
export const directlyReversed: Project = (result, { now }) => {
  const { order, transaction } = orderAndTransaction(result);
  return successWithoutMessage({
    order: directOrderJson(order, now),
    transaction: directTransactionJson(order, transaction),
  });
};
