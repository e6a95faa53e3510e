import { reversed } from "../answers.js";
import { refundAt } from "../reversals.js";

export const refund = refundAt("hosted-checkout/refund", reversed({ cardType: true, email: true }));
