import { endpoint, orderAndTransaction } from "../../endpoint.js";
import { directOrderJson, directTransactionJson, silentSuccess } from "../../project.js";
import { keyOf, keySubject, orderKeyParams } from "../order-key.js";

export const directVoid = endpoint({
  path: "direct/void",
  params: orderKeyParams,
  command: (given) => ({ kind: "void-order", key: keyOf(given) }),
  subject: keySubject,
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return silentSuccess({
      order: directOrderJson(order, now),
      transaction: directTransactionJson(order, transaction),
    });
  },
});
