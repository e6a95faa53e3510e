import * as z from "zod";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { checkInvariants } from "../../../lane/invariants.js";
import { text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";

const invariantsSchema = namedObject("Invariants", {
  holds: z.boolean().describe("whether the books balance"),
  checked: wholeSchema("how many orders were checked", 12),
  broken: z
    .array(text("a broken invariant", ""))
    .meta({ description: "the broken invariants, which are defects of the sandbox", examples: [[]] }),
});

export const invariantCalls = [
  call("GET /invariants", "Whether the books balance", {
    answers: { 200: invariantsSchema },
    run: async ({ lane }) => ok(await checkInvariants(lane)),
  }),
];
