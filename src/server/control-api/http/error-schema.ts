import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { text } from "../../../lane/views/schemas/schema-parts.js";

/** The body of every refusal of the control API. */
export const errorSchema = namedObject("Error", {
  code: text("the kind of error", "not-found"),
  message: text("the error, as a sentence", "there is no order 7"),
  fix: text("the next step", "GET /_sandbox/orders lists them; check the lane"),
});
