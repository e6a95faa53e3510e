import * as z from "zod";
import { endpoint, orderAndTransaction } from "../../endpoint.js";
import * as p from "../../params.js";
import { orderJson, silentSuccess, transactionJson } from "../../project.js";
import { keyOf, keySubject } from "../order-key.js";

export const refundParams = z.object({ ...p.orderKey, amount: p.amount }).refine(p.namesOrder, p.namesOrderError);

export const refund = endpoint({
  path: "hosted-checkout/refund",
  params: refundParams,
  command: (given) => ({ kind: "refund-order", key: keyOf(given), amount: given.amount }),
  subject: (given) => ({ ...keySubject(given), amountMinor: given.amount }),
  project: (result, { now }) => {
    const { order, transaction } = orderAndTransaction(result);
    return silentSuccess({
      order: orderJson(order, now, { cardType: true, email: true }),
      transaction: transactionJson(order, transaction),
    });
  },
});
