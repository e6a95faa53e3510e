import * as z from "zod";
import { coverageSchema } from "../coverage/coverage-schema.js";
import { currencySchema, statusSchema } from "../scenario/schema-parts.js";
import { beliefSchema } from "./beliefs-schema.js";
import { families } from "./families.js";
import { mannerIds } from "./manner-ids.js";
import { judgeNamed } from "./schemas.js";
import { timelineEventSchema } from "./timeline-schema.js";
import { accusations, verdicts } from "./verdicts.js";

const verdictSchema = judgeNamed("Verdict", z.enum(verdicts));
const accusationSchema = judgeNamed("Accusation", z.enum(accusations));
const mannerIdSchema = judgeNamed("MannerId", z.enum(mannerIds));
const money = z.number().min(0);
const ms = z.number().min(0);

/** What the sandbox knows of one reference: the sums over its orders. */
export const bookSchema = judgeNamed(
  "Book",
  z.strictObject({
    paid: money.describe("what the shopper was charged, refunds and voids not taken off, in the currency's main unit"),
    refunded: money.describe("what went back by refunds, in the currency's main unit"),
    voided: z.boolean().describe("whether the charge was taken back by a void"),
    currency: currencySchema,
    status: statusSchema.describe("of the latest order of this reference"),
    orderIds: z.array(z.int()).describe("oldest first; several where a reference was freed and used again"),
  }),
);

const byReference = {
  books: z.record(z.string(), bookSchema).describe("what really happened, by merchantReference"),
  beliefs: z
    .record(z.string(), beliefSchema)
    .nullable()
    .describe("what the shop said, by merchantReference; null where it said nothing that can be read"),
};

/** How one run of the command, or of the function, went. */
const runSchema = judgeNamed(
  "JudgedRun",
  z.strictObject({
    ...byReference,
    exitCode: z.int().nullable().describe("the command's; null where a function ran, or the command was ended"),
    why: z.string().nullable().describe("why it ended badly, for people; null where it ended well"),
    timeline: z.array(timelineEventSchema).describe("calls, notices, redirects and money, oldest first"),
  }),
);

const mutantSchema = judgeNamed(
  "JudgedMutant",
  z.strictObject({
    id: z.string().describe("stable: sale#1/after-commit/connection-reset"),
    verdict: verdictSchema.describe("the gravest that was found in it"),
    ms: ms.describe("how long it ran, in real time; 0 where it was not run"),
    lane: z.int().describe("which lane of the run it changes, by first use; 0 is the first"),
    operation: z.string().describe("the call or the shopper's action that it changes, such as tokenization/sale"),
    call: z.int().describe("which one of that operation in the lane, counted from 1"),
    family: z.enum(families).describe("what kind of change it is"),
    change: z.string().describe("what is changed: the last part of the id"),
    about: z.string().describe("the change, as a sentence"),
    replay: z.string().describe("the command that plays it again"),
    run: runSchema.nullable().describe("how it went; null where it was not run"),
  }),
);

const findingSchema = judgeNamed(
  "Finding",
  z.strictObject({
    verdict: accusationSchema,
    mutant: z.string().describe("its id"),
    references: z.array(z.string()).describe("the orders that it is about"),
    cart: z.string().nullable().describe("the cart that it is about, where it is about a whole cart"),
    books: byReference.books,
    beliefs: z
      .record(z.string(), beliefSchema.nullable())
      .describe("what the shop said of these orders; null where it does not know of one"),
    requests: z.array(z.string()).describe("the calls that matter, such as req-3"),
    why: z.string().describe("both sides, as a sentence"),
    replay: z.string().describe("the command that plays it again"),
  }),
);

const mannerSchema = judgeNamed(
  "Manner",
  z.strictObject({
    id: mannerIdSchema,
    grave: z.boolean().describe("grave ones fail the run, the others are advice"),
    evidence: z
      .array(
        z.strictObject({
          mutant: z.string().nullable().describe("its id; null: the dry run"),
          requests: z.array(z.string()).describe("the calls that show it, such as req-3"),
          what: z.string().describe("what was seen, as a sentence"),
        }),
      )
      .describe("where it was seen; at most five places"),
    seen: z.int().describe("in how many runs it was seen"),
    cause: z.string().describe("what the shop does, as a sentence"),
    cure: z.string().describe("what a right shop does, as a sentence"),
  }),
);

export const judgeReportSchema = judgeNamed(
  "JudgeReport",
  z.strictObject({
    version: z.string().describe("of payment-sandbox"),
    format: z.literal(1).describe("of this report"),
    command: z.array(z.string()).nullable().describe("the command and its arguments; null: a function"),
    seed: z.int(),
    startedAt: z.string().describe("ISO 8601"),
    durationMs: ms,
    exitCode: z.int().describe("0 fine, 6 a mutant survived wrongly or a grave manner was found, 1 the dry run failed"),
    isStopped: z.boolean().describe("whether it was stopped before its end"),
    hasBeliefs: z.boolean().describe("without beliefs only manners and expectations are judged"),
    dryRun: z.strictObject({
      problems: z.array(z.string()).describe("why it failed, a sentence each; empty where it went well"),
      run: runSchema,
    }),
    mutants: z.array(mutantSchema).describe("in the order of the plan; pruned ones are left out"),
    findings: z.array(findingSchema).describe("gravest first"),
    manners: z.array(mannerSchema).describe("grave ones first"),
    notes: z.array(z.string()).describe("what was told and accuses nobody, a sentence each"),
    counts: z.strictObject({
      planned: z.int().describe("mutants that were thought of"),
      run: z.int(),
      pruned: z.int().describe("could not apply, or went exactly as another one"),
      notRun: z.int().describe("left out by the budget, or by a stop"),
      found: z.int().describe("mutants with an accusation"),
      unresolved: z.int(),
      unstable: z.int(),
      noticed: z.int().describe("the run itself failed: the test suite saw it"),
      survived: z.int(),
    }),
    coverage: coverageSchema.optional(),
  }),
);
