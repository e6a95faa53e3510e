import { reversed } from "../answers.js";
import { voidAt } from "../reversals.js";

/** As the void of the hosted checkout; its order carries no email (docs). */
export const tokenVoid = voidAt("tokenization/void", {
  ...reversed({ cardType: true }),
  origins: ["token-sale", "token-recurring"],
});
