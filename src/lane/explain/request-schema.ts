import * as z from "zod";
import { type When, whenMembers } from "../../core/scenario/conditions/when.js";
import { placements, thenSchema } from "../../core/scenario/effects/effects.js";
import { faultNames } from "../../core/scenario/effects/faults.js";
import { named } from "../../core/scenario/values/public-schemas.js";
import { statusSchema } from "../../core/scenario/values/schema-parts.js";
import { signatureStates } from "../ports/exchange.js";
import { notificationSchema } from "../views/schemas/notification-schema.js";
import { ledgerLineSchema, lostSchema, orderSchema } from "../views/schemas/order-schema.js";
import { anything, instantText, mostly, text, wholeSchema } from "../views/schemas/schema-parts.js";
import { assumptionSchema } from "./assumptions.js";

/** Members of a call in lists and details. */
const common = {
  id: text("the call's id, which is in the answer's header X-Sandbox-Request-Id", "req-1"),
  at: instantText("when it arrived, on the lane's clock"),
  operation: text("the path without its first slash, an action of a page, or settlement", "tokenization/sale"),
  merchantId: mostly(wholeSchema("the calling merchant's id", 3)),
  merchantReference: mostly(text("the order's reference", "A-1")),
  orderId: mostly(wholeSchema("the id of the call's order", 1000001)),
  signature: z.enum(signatureStates).describe("the result of the signature check"),
  traceparent: z
    .string()
    .optional()
    .describe("its W3C traceparent; on a page, the one of the call that opened it; absent if there is none"),
} as const;

/** A call whose bytes came before, and whose first answer was lost. */
const repeated = {
  resendOf: z.string().optional().describe("the earlier call with the same bytes whose answer was lost"),
  afterMs: z.number().optional().describe("how long after that loss it came, in milliseconds of real time"),
} as const;

const answered = {
  responseCode: text("the code of the answer; empty if a fault cut the call", "0000"),
  http: wholeSchema("the HTTP status of the answer; 0 if a fault cut the call", 200),
  rule: z.string().optional().describe("the rule that fired, by its name or id"),
  fault: z.enum(faultNames).optional().describe("the fault that a rule caused; absent if there was none"),
  reachedClient: z
    .boolean()
    .describe("false if a fault cut or replaced the answer, its client had left, or it has not been sent"),
  lost: lostSchema,
} as const;

const warnings = z
  .array(z.string())
  .optional()
  .describe("warnings for the sender, such as an unknown parameter; absent if there are none");

export const requestSummarySchema = named(
  "RequestSummary",
  z.strictObject({
    ...common,
    orderStatus: statusSchema.optional().describe("the order's status before the call"),
    ...answered,
    ...repeated,
    warnings,
    request: z.string().optional().describe("the text of `request`, with card numbers masked; with ?bodies=true"),
    response: z.string().optional().describe("the answer before any fault; with ?bodies=true"),
  }),
  "A call and its answer.",
);
export type RequestSummary = z.output<typeof requestSummarySchema>;

const checkSchema = named(
  "CheckSummary",
  z.strictObject({
    step: z.enum(["envelope", "signature", "merchant", "parameters", "scenario", "state", "commit"]),
    outcome: z
      .enum(["passed", "flagged", "skipped", "fired", "refused", "declined", "lost", "not-reached"])
      .describe("flagged: wrong, but allowed; not-reached: an earlier step ended the call"),
    found: text("a sentence", "it fits the text of `request` and a public key of the merchant"),
  }),
);
/** One check and its result. */
export type CheckSummary = z.output<typeof checkSchema>;

const clauseSchema = z.strictObject({
  member: z.enum(Object.keys(whenMembers) as [keyof When, ...(keyof When)[]]).describe("a member of the rule's `when`"),
  expected: anything("the value that the rule requires", "*/sale"),
  actual: anything("the call's value; null if it had none", "tokenization/sale"),
  holds: z.boolean(),
});

const ruleSummarySchema = named(
  "RuleSummary",
  z
    .strictObject({
      ruleId: text("the rule's id", "rule-1"),
      origin: z.enum(["header", "next", "control", "file", "magic"]).describe("the rule's origin"),
      name: z.string().optional().describe("the rule's name"),
      scenario: z.string().optional().describe("the scenario that contains it"),
      file: z.string().optional().describe("the file that contains it"),
      line: z.int().optional().describe("its line in that file"),
      outcome: z
        .enum(["fired", "no-match", "skipped"])
        .describe("skipped: it matched and was counted, but did not fire"),
      why: text("a sentence", "fired"),
      clauses: z.array(clauseSchema).describe("empty if the rule was removed"),
      counter: z
        .strictObject({ seen: wholeSchema("how often it matched", 1), fired: wholeSchema("how often it fired", 1) })
        .optional()
        .describe("the counts after this call"),
      then: thenSchema.optional().describe("its effects"),
    })
    .describe("A rule that was tried for a call."),
);
export type RuleSummary = z.output<typeof ruleSummarySchema>;

const explanationSchema = z.strictObject({
  outcome: text("success, forced, none, or the refusal or decline that ended it", "success"),
  detail: z.string().optional().describe("a detail that is appended to the refusal's message"),
  warnings: z
    .array(
      z.strictObject({
        message: text("a clause", "unknown parameter curency"),
        didYouMean: mostly(text("the most similar known name", "currency")),
      }),
    )
    .describe("warnings for the sender that the answer doesn't show"),
  looksLike: z
    .array(text("a parameter, and the software that writes it so", "expiryTime: 8 h 30 min after the call."))
    .describe("what the spelling of the request's values shows"),
  ladder: z.array(checkSchema).describe("the checks, in the service's order"),
  rules: z.array(ruleSummarySchema).describe("the rules that were tried, in order"),
  rulesComplete: z
    .boolean()
    .describe("false if only matching rules are listed, because the sandbox then had other scenarios"),
  effects: z.record(z.string(), z.unknown()).optional().describe("the effects of the rule that fired"),
  lookup: z
    .strictObject({
      asked: text("what the call named", "a refund of 20.00 HKD of order 1000001, which was REFUNDED"),
      found: text("what is there, in sentences", "30.00 HKD were refunded by req-2 (hosted-checkout/refund …)."),
      earlierCall: z.string().optional().describe("the call that made it so, if the shop may have made it"),
      ifYours: z.string().optional().describe("what to do if the shop made the earlier call"),
      ifNot: z.string().optional().describe("what to do if it did not"),
    })
    .optional()
    .describe("what a refusal by the lane's state looked up; absent for other answers, and if a rule forced it"),
  state: z.strictObject({
    orderStatus: statusSchema
      .nullable()
      .meta({ description: "the order's status before the call; null if there was no order", examples: [null] }),
    order: orderSchema.nullable().describe("the order as it is now; null if the call was about no order"),
    unsettledBalanceNow: z
      .strictObject({ HKD: z.number(), USD: z.number() })
      .optional()
      .describe("the balance that refunds are paid from; absent if the call names no merchant"),
  }),
  ledger: z.array(ledgerLineSchema).describe("of the order"),
  notifications: z.array(notificationSchema).describe("of the order"),
  assumptions: z.array(assumptionSchema).describe("the assumptions behind the answer"),
  advice: text("the next step", "Nothing to do: the call succeeded."),
});

export const requestDetailsSchema = named(
  "RequestDetails",
  z.strictObject({
    request: z.strictObject({
      ...common,
      receivedAt: z.string().optional().describe("when it arrived, in real time (ISO 8601)"),
      ...repeated,
      resentAs: z
        .array(z.string())
        .optional()
        .describe("later calls with the same bytes, if this answer was lost; oldest first"),
      params: anything("the parameters; null if they could not be read", { merchantId: 3, amount: 50 }),
      text: text("the text of `request`, with card numbers masked", '{"merchantId":3,"amount":50}'),
      received: z
        .strictObject({
          path: z.string().describe("the path inside the lane"),
          contentType: z.string().optional().describe("the header Content-Type"),
          body: z.string().optional().describe("shortened, with card numbers masked and without the signature"),
        })
        .optional()
        .describe("what came instead, if the call could not be read"),
    }),
    response: z.strictObject({
      ...answered,
      placed: z.enum(placements).optional().describe("the moment of the fault"),
      delayMs: z
        .number()
        .optional()
        .describe("how long a rule delayed the answer; a frozen clock records it and does not wait"),
      body: anything("the answer", { responseCode: "0000", message: "Success" }),
      text: text("the answer, exactly as sent", '{"responseCode":"0000","message":"Success"}'),
    }),
    explain: explanationSchema,
  }),
  "A call, its answer, and the reasons.",
);
export type RequestDetails = z.output<typeof requestDetailsSchema>;
