import { endpoint, orderAndTransaction } from "../../endpoint.js";
import { orderJson, silentSuccess, transactionJson } from "../../project.js";
import { keyOf, keySubject, orderKeyParams } from "../order-key.js";

/** As the void of the hosted checkout; its order carries no email (docs). */
export const tokenVoid = endpoint({
  path: "tokenization/void",
  params: orderKeyParams,
  command: (given) => ({ kind: "void-order", key: keyOf(given) }),
  subject: keySubject,
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return silentSuccess({
      order: orderJson(order, now, { cardType: true }),
      transaction: transactionJson(order, transaction),
    });
  },
});
