import { reversed } from "../answers.js";
import { voidAt } from "../reversals.js";

/** Like the void of the hosted checkout, but the order in the answer has no email (docs). */
export const tokenVoid = voidAt("tokenization/void", {
  ...reversed({ cardType: true }),
  origins: ["token-sale", "token-recurring"],
});
