import { reversed } from "../answers.js";
import { voidAt } from "../reversals.js";

export const voidOrder = voidAt("hosted-checkout/void", {
  ...reversed({ cardType: true, email: true }),
  origins: ["hosted", "hosted-recurring"],
});
