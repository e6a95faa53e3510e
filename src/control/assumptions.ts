import * as z from "zod";
import { assume, type Told, toldOf } from "../app/choices.js";
import { assumptionSchema } from "../app/explain/assumption-schema.js";
import { assumptionSummaries } from "../app/explain/assumptions.js";
import { sourceSchema } from "../app/explain/source-schema.js";
import { sourceSummaries } from "../app/explain/sources.js";
import { text } from "../app/views/schema-parts.js";
import { assumeSchema } from "../scenario/assume-schema.js";
import { objections, sentence } from "../scenario/issues.js";
import { call, ok } from "./call.js";
import { readJson, refuse } from "./errors.js";

const provenanceSchema = z.strictObject({
  assumptions: z.array(assumptionSchema),
  note: text("where everything else comes from", "Everything else is documented."),
  sources: z.array(sourceSchema),
});

/** What the sandbox guesses, and what a lane chose. */
export const assumptionCalls = [
  call({
    method: "GET",
    path: "/provenance",
    summary: "Every assumption, with what was chosen",
    answers: { 200: provenanceSchema },
    run: async ({ lane }) => ok(provenance(await toldOf(lane))),
  }),
  call({
    method: "PUT",
    path: "/assumptions",
    summary: "Chooses for assumptions by their ids, in this lane, until a reset",
    document: { schema: assumeSchema(), types: ["application/json"] },
    answers: { 200: provenanceSchema },
    run: async ({ lane, text }) => {
      const chosen = readChoices(text);
      if ("refusal" in chosen) return chosen;
      await assume(lane, chosen.value);
      return ok(provenance(await toldOf(lane)));
    },
  }),
] as const;

/** Ids and choices are long: what is misspelt is told with what was probably meant. */
function readChoices(text: string) {
  const body = readJson(text, z.record(z.string(), z.unknown()));
  if ("refusal" in body) return body;
  const read = assumeSchema().safeParse(body.value);
  if (read.success) return { value: read.data };
  const [wrong] = objections(read.error.issues, body.value, z.toJSONSchema(assumeSchema(), { io: "input" }) as object);
  return refuse(400, "invalid-choice", sentence(wrong!), "GET /_sandbox/provenance lists the ids and their choices");
}

/** The register with what was chosen, for people who ask how far to trust an answer. */
export const provenance = (told: Told) => ({
  assumptions: assumptionSummaries(told),
  note: "Everything else is documented (spec, docs) or seen in shipped clients: sources says it row by row.",
  sources: sourceSummaries(),
});
