import { directlyVoided } from "../answers.js";
import { voidAt } from "../reversals.js";

export const directVoid = voidAt("direct/void", directlyVoided, ["direct-void-message"]);
