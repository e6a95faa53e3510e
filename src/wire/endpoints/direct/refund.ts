import { directlyReversed } from "../answers.js";
import { refundAt } from "../reversals.js";

/** Like the refund of the hosted checkout, but answers with the short order of the direct model (docs). */
export const directRefund = refundAt("direct/refund", directlyReversed);
