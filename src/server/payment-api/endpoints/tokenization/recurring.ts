import { charged } from "../answers.js";
import { endpoint } from "../endpoint.js";

export const recurring = endpoint({
  path: "tokenization/recurring",
  command: (given) => ({
    kind: "charge-token",
    origin: "token-recurring",
    merchantId: given.merchantId,
    userId: given.userId,
    tokenId: given.tokenId,
    reference: given.merchantReference,
    amount: given.amount,
    email: "",
    notifyUrl: given.callbackUrl?.notify,
    recurring: true,
    parentOrderId: given.parentOrderId,
    options: { reason: given.reason },
  }),
  isRecurring: true,
  assumed: ["recurring-parent"],
  ...charged({ cardType: true, email: true }),
});
