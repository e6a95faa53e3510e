import * as z from "zod";
import { text } from "../app/views/schema-parts.js";
import { named } from "../scenario/public-schemas.js";

/** What every refusal of the control API says. */
export const errorSchema = named(
  "Error",
  z.strictObject({
    code: text("names the kind of error", "not-found"),
    message: text("what is wrong", "there is no order 7"),
    fix: text("what to do about it", "GET /_sandbox/orders lists them; mind the lane"),
  }),
);
