import { directlyVoided } from "../answers.js";
import { voidAt } from "../reversals.js";

export const directVoid = voidAt("direct/void", {
  ...directlyVoided,
  origins: ["direct"],
  assumed: ["direct-void-message", "direct-void-transaction"],
});
