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
    source: text("spec, docs or seen, with where; or assumed, with the assumption", "spec 4.1 amount"),
  }),
  "Where a row of the service's behaviour comes from.",
);
