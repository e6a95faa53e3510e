import { directlyReversed } from "../answers.js";
import { voidAt } from "../reversals.js";

export const directVoid = voidAt("direct/void", directlyReversed);
