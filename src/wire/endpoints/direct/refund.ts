import { endpoint, orderAndTransaction } from "../../endpoint.js";
import { directOrderJson, directTransactionJson, silentSuccess } from "../../project.js";
import { refundParams } from "../hosted-checkout/refund.js";
import { keyOf, keySubject } from "../order-key.js";

/** As the refund of the hosted checkout, with the short order of the direct model (docs). */
export const directRefund = endpoint({
  path: "direct/refund",
  params: refundParams,
  command: (given) => ({ kind: "refund-order", key: keyOf(given), amount: given.amount }),
  subject: (given) => ({ ...keySubject(given), amountMinor: given.amount }),
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return silentSuccess({
      order: directOrderJson(order, now),
      transaction: directTransactionJson(order, transaction),
    });
  },
});
