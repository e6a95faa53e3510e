import * as z from "zod";
import { assumeSchema } from "../../../core/scenario/rule/assume-schema.js";
import { objections, sentence } from "../../../core/scenario/values/issues.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import { assume, type CurrentChoices, toldOf } from "../../../lane/choices.js";
import { assumptionSchema, assumptionSummaries } from "../../../lane/explain/assumptions.js";
import { sourceKinds, sourceSummaries } from "../../../lane/explain/sources.js";
import { text } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { readJson, refuse } from "../http/errors.js";

const sourceSchema = named(
  "SourceRow",
  z.strictObject({
    kind: z.enum(sourceKinds),
    of: text("the endpoint, or the kind of notification; empty for limits and transitions", "hosted-checkout/create"),
    name: text("the parameter, limit, transition or member", "amount"),
    source: text("spec, docs or seen, each with the place; or assumed, with the assumption's id", "spec 4.1 amount"),
  }),
  "The source of one fact about the service.",
);

const provenanceSchema = z.strictObject({
  assumptions: z.array(assumptionSchema),
  note: text("the source of everything else", "Everything else is documented."),
  sources: z.array(sourceSchema),
});

/** The sandbox's assumptions, and the lane's choices. */
export const assumptionCalls = [
  call("GET /provenance", "Every assumption, with its current choice", {
    answers: { 200: provenanceSchema },
    run: async ({ lane }) => ok(provenance(await toldOf(lane))),
  }),
  call("PUT /assumptions", "Sets choices for assumptions in this lane, until a reset", {
    document: { schema: assumeSchema(), types: ["application/json"] },
    answers: { 200: provenanceSchema },
    prepare: async ({ text }) => readChoices(text),
    run: async ({ lane, prepared: { value } }) => {
      await assume(lane, value);
      return ok(provenance(await toldOf(lane)));
    },
  }),
];

/** Ids and choices are long, so misspelt ones get a suggestion. */
function readChoices(text: string) {
  const body = readJson(text, z.record(z.string(), z.unknown()));
  if ("refusal" in body) return body;
  const read = assumeSchema().safeParse(body.value);
  if (read.success) return { value: read.data };
  const [wrong] = objections(read.error.issues, body.value, z.toJSONSchema(assumeSchema(), { io: "input" }) as object);
  return refuse(400, "invalid-choice", sentence(wrong!), "GET /_sandbox/provenance lists the ids and their choices");
}

/** All assumptions with their choices, for people who want to know how far they can trust an answer. */
export const provenance = (told: CurrentChoices) => ({
  assumptions: assumptionSummaries(told),
  note: "Everything else is documented (spec, docs) or was seen in published clients. `sources` lists the source of each fact.",
  sources: sourceSummaries(),
});
