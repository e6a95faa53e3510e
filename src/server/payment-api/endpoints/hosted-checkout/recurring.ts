import { charged } from "../answers.js";
import { endpoint } from "../endpoint.js";

/** Charges the card (or wallet) of a paid recurring order again. */
export const hostedRecurring = endpoint({
  path: "hosted-checkout/recurring",
  command: (given) => ({
    kind: "charge-parent",
    merchantId: given.merchantId,
    reference: given.merchantReference,
    amount: given.amount,
    email: "",
    notifyUrl: given.callbackUrl?.notify,
    parentOrderId: given.parentOrderId,
    options: {},
  }),
  isRecurring: true,
  assumed: ["recurring-parent"],
  ...charged({ cardType: true, email: true }),
});
