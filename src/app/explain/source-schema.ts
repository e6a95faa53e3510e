import * as z from "zod";
import { named } from "../../scenario/public-schemas.js";
import { text } from "../views/schema-parts.js";
import { sourceKinds } from "./sources.js";

export const sourceSchema = named(
  "SourceRow",
  z.strictObject({
    kind: z.enum(sourceKinds),
    of: text("the endpoint, or the kind of notification; empty for limits and transitions", "hosted-checkout/create"),
    name: text("the parameter, limit, transition or member", "amount"),
    source: text("spec, docs or seen, each with the place; or assumed, with the assumption's id", "spec 4.1 amount"),
  }),
  "The source of one fact about the service.",
);
