import { endpoint, orderAndTransaction } from "../../endpoint.js";
import { orderJson, silentSuccess, transactionJson } from "../../project.js";
import { keyOf, keySubject, orderKeyParams } from "../order-key.js";

export const voidOrder = endpoint({
  path: "hosted-checkout/void",
  params: orderKeyParams,
  command: (given) => ({ kind: "void-order", key: keyOf(given) }),
  subject: keySubject,
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return silentSuccess({
      order: orderJson(order, now, { cardType: true, email: true }),
      transaction: transactionJson(order, transaction),
    });
  },
});
