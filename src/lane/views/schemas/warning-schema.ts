import * as z from "zod";
import { named } from "../../../core/scenario/values/public-schemas.js";
import { text } from "./schema-parts.js";

export const warningSchema = named(
  "Warning",
  z.strictObject({
    where: text("the path of the member; empty for the whole document", "rules[0].when.amount"),
    message: text("a sentence", "no amount can fit this"),
  }),
  "Something that is accepted but can never have an effect.",
);
