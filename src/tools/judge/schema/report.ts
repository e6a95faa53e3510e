import * as z from "zod";
import { currencySchema, statusSchema } from "../../../core/scenario/values/schema-parts.js";
import { coverageSchema } from "../../coverage/coverage.js";
import { beliefSchema } from "./beliefs-schema.js";
import { families } from "./families.js";
import { practiceIds } from "./practice-texts.js";
import { judgeNamed } from "./schemas.js";
import { timelineEventSchema } from "./timeline-schema.js";
import { accusations, verdicts } from "./verdicts.js";

const verdictSchema = judgeNamed("Verdict", z.enum(verdicts));
const accusationSchema = judgeNamed("Accusation", z.enum(accusations));
const practiceIdSchema = judgeNamed("PracticeId", z.enum(practiceIds));
const money = z.number().min(0);
const ms = z.number().min(0);

/** The sandbox's books for one reference: the sums over its orders. */
export const bookSchema = judgeNamed(
  "Book",
  z.strictObject({
    paid: money.describe("the amount charged, before refunds and voids, in the currency's main unit"),
    refunded: money.describe("the amount refunded, in the currency's main unit"),
    voided: z.boolean().describe("whether the charge was voided"),
    currency: currencySchema,
    status: statusSchema.describe("the status of the latest order with this reference"),
    orderIds: z.array(z.int()).describe("oldest first; several if the reference was used again"),
  }),
);

const byReference = {
  books: z.record(z.string(), bookSchema).describe("the true books, by merchantReference"),
  beliefs: z
    .record(z.string(), beliefSchema)
    .nullable()
    .describe("the shop's beliefs, by merchantReference; null if unreadable"),
};

/** The result of one run of the command or function. */
const runSchema = judgeNamed(
  "JudgedRun",
  z.strictObject({
    ...byReference,
    exitCode: z
      .int()
      .nullable()
      .describe("the command's exit code; null if a function ran, or the command was stopped"),
    why: z.string().nullable().describe("why the run failed; null if it succeeded"),
    timeline: z
      .array(timelineEventSchema)
      .describe("calls, notifications, redirects and transfers of money, oldest first"),
  }),
);

const lines = z.array(z.string());

const mutantSchema = judgeNamed(
  "JudgedMutant",
  z.strictObject({
    id: z.string().describe("stable: sale#1/after-commit/connection-reset"),
    verdict: verdictSchema.describe("its most severe verdict"),
    ms: ms.describe("milliseconds of real time that it ran; 0 if it was not run"),
    lane: z.int().describe("the number of the lane that it changes, by first use; 0 is the first"),
    operation: z.string().describe("the call or the shopper's action that it changes, such as tokenization/sale"),
    call: z.int().describe("which call of that operation in the lane, counted from 1"),
    family: z.enum(families).describe("the kind of change"),
    change: z.string().describe("the change: the last part of the id"),
    about: z.string().describe("the change, as a sentence"),
    replay: z.string().describe("the command that repeats it"),
    run: runSchema.nullable().describe("its run; null if it was not run"),
    output: lines
      .exactOptional()
      .describe(
        "the last lines that the command, then the shop wrote; only if its verdict is open, such as unresolved",
      ),
    standsFor: z
      .array(z.string())
      .exactOptional()
      .describe("ids of mutants that were not run, because this one shows what they would"),
    poolOf: z
      .array(z.string())
      .exactOptional()
      .describe("ids of the mutants of other orders in the same run; absent if it ran alone"),
  }),
);

const moneySchema = z.strictObject({ currency: currencySchema, amount: money.describe("in the currency's main unit") });

const output = lines.describe(
  "the last lines that the command, then the shop wrote in the first run that shows it; empty for a function",
);

const findingSchema = judgeNamed(
  "Finding",
  z.strictObject({
    verdict: accusationSchema,
    mutant: z.string().describe("the mutant's id"),
    operation: z.string().describe("the operation that the mutant changes, such as tokenization/sale"),
    references: z.array(z.string()).describe("the orders that it is about"),
    cart: z.string().nullable().describe("the cart, if the finding is about a whole cart"),
    books: byReference.books,
    beliefs: z
      .record(z.string(), beliefSchema.nullable())
      .describe("the shop's beliefs about these orders; null for an unknown one"),
    requests: z.array(z.string()).describe("the relevant calls, such as req-3"),
    why: z.string().describe("the books and the shop's belief, as a sentence"),
    harm: moneySchema.describe("the money that is wrong; of charged-twice, what was charged above what was due"),
    schedule: z.array(z.string()).describe("the events of these orders in order of time, one line each"),
    cure: z.string().describe("the shop's fix, in two sentences at most"),
    output,
    replay: z.string().describe("the command that repeats this mutant and judges it"),
    seen: z
      .strictObject({
        of: z.int().describe("how often the mutant was run"),
        times: z.int().describe("in how many of these runs it was found"),
      })
      .describe("how reliably it was found"),
    isKnown: z.boolean().describe("whether the baseline already has it"),
    isUntried: z.literal(true).exactOptional().describe("the baseline planned this mutant and did not run it"),
    waiver: z
      .strictObject({ reason: z.string(), until: z.string().describe("the last day on which it is accepted") })
      .nullable()
      .describe("why the finding is accepted for now; null if it is not"),
  }),
);

const practiceSchema = judgeNamed(
  "Practice",
  z.strictObject({
    id: practiceIdSchema,
    grave: z.boolean().describe("true: it fails the run; false: it is only advice"),
    evidence: z
      .array(
        z.strictObject({
          mutant: z.string().nullable().describe("the mutant's id; null for the dry run"),
          requests: z.array(z.string()).describe("the calls that show it, such as req-3"),
          what: z.string().describe("the observation, as a sentence"),
        }),
      )
      .describe("at most five places where it was seen"),
    output,
    isKnown: z.boolean().describe("whether the baseline already has it"),
    seen: z.int().describe("in how many runs it was seen"),
    cause: z.string().describe("the shop's mistake, as a sentence"),
    cure: z.string().describe("a right shop's behaviour, as a sentence"),
  }),
);

export const judgeReportSchema = judgeNamed(
  "JudgeReport",
  z.strictObject({
    version: z.string().describe("the version of payment-sandbox"),
    format: z.literal(1).describe("the version of this report's format"),
    command: z.array(z.string()).nullable().describe("the command and its arguments; null for a function"),
    seed: z.int(),
    startedAt: z.string().describe("ISO 8601"),
    durationMs: ms,
    exitCode: z
      .int()
      .describe("0: fine; 1: the dry run failed; 6: the judge found a bug that costs money, or a dangerous practice"),
    isStopped: z.boolean().describe("whether the judge was stopped before its end"),
    hasBeliefs: z.boolean().describe("without beliefs only practices and expectations are judged"),
    dryRun: z.strictObject({
      problems: z.array(z.string()).describe("why the dry run failed, one sentence each; empty if it passed"),
      run: runSchema,
    }),
    mutants: z.array(mutantSchema).describe("in the order of the plan; pruned ones are left out"),
    pruned: z
      .array(z.string())
      .describe("ids of the mutants that could not apply, or behaved exactly like another one"),
    inconclusive: z
      .record(z.string(), z.union([verdictSchema, z.literal("not-applied")]))
      .describe("pruned mutants that prove nothing, each with the reason: not applied, or an open verdict"),
    representedBy: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe("pruned mutants that were not run, each with the one that stands for it"),
    pools: z
      .array(z.array(z.string()))
      .exactOptional()
      .describe("the ids of the mutants in each run that had a fault for each of several orders"),
    findings: z.array(findingSchema).describe("the most severe first"),
    practices: z.array(practiceSchema).describe("the severe ones first"),
    harm: z
      .array(
        z.strictObject({
          verdict: accusationSchema,
          ...moneySchema.shape,
          runs: z.int().describe("in how many runs it happened"),
          what: z.string().describe("the kind of harm, such as: charged twice"),
        }),
      )
      .describe("the sum of the findings' harm, by verdict and currency"),
    calls: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe("a hash of each call's request in the first run, by its name in the mutants' ids, such as sale#1"),
    unproven: z.array(z.string()).describe("why less is proven than was required, one sentence each"),
    notTried: z.array(z.string()).describe("faults that no mutant tried, one sentence each"),
    notes: z.array(z.string()).describe("remarks without an accusation, one sentence each"),
    counts: z.strictObject({
      planned: z.int().describe("all mutants of the plan"),
      run: z.int(),
      pruned: z.int().describe("mutants that could not apply, or behaved exactly like another one"),
      represented: z
        .int()
        .exactOptional()
        .describe("pruned mutants that another one stands for; those that did not apply are left out"),
      pools: z.int().exactOptional().describe("runs that had a fault for each of several orders"),
      notRun: z.int().describe("mutants that were not run because of the budget or a stop"),
      found: z.int().describe("mutants for which the shop was accused"),
      unresolved: z.int(),
      unreadable: z.int().describe("mutants whose beliefs are missing or cannot be read"),
      unstable: z.int(),
      noticed: z.int().describe("mutants that the test suite itself noticed"),
      survived: z.int(),
    }),
    coverage: coverageSchema.exactOptional(),
  }),
);

export type Book = z.output<typeof bookSchema>;
export type JudgedRun = z.output<typeof runSchema>;
export type JudgedMutant = z.output<typeof mutantSchema>;
export type Finding = z.output<typeof findingSchema>;
export type Practice = z.output<typeof practiceSchema>;
export type JudgeReport = z.output<typeof judgeReportSchema>;
