import { directlyReversed } from "../answers.js";
import { refundAt } from "../reversals.js";

/** As the refund of the hosted checkout, with the short order of the direct model (docs). */
export const directRefund = refundAt("direct/refund", directlyReversed);
