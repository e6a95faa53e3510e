import * as z from "zod";
import { named } from "../../scenario/public-schemas.js";
import { statusSchema } from "../../scenario/schema-parts.js";
import { thenSchema } from "../../scenario/then-schema.js";
import { type When, whenMembers } from "../../scenario/when-schema.js";
import type { SignatureState } from "../ports/exchange.js";
import { notificationSchema } from "../views/notification-schema.js";
import { ledgerLineSchema, orderSchema } from "../views/order-schema.js";
import { anything, instant, text, whole } from "../views/schema-parts.js";
import { assumptionSchema } from "./assumption-schema.js";
import { ladderSteps } from "./ladder.js";

const signatureStates = ["valid", "invalid", "no-key", "unchecked"] as const satisfies readonly SignatureState[];

/** What lists and details say of a call. */
const common = {
  id: text("names the call: the answer's header X-Sandbox-Request-Id", "req-1"),
  at: instant("when it came, on the lane's clock"),
  operation: text("the path without its first slash, an action of a page, or settlement", "tokenization/sale"),
  merchantId: z
    .int()
    .optional()
    .meta({ description: "the merchant that called", examples: [3] }),
  merchantReference: z
    .string()
    .optional()
    .meta({ description: "the order's reference", examples: ["A-1"] }),
  orderId: z
    .int()
    .optional()
    .meta({ description: "the order that it was about", examples: [1000001] }),
  signature: z.enum(signatureStates).describe("what the check of its signature found"),
} as const;

const answered = {
  responseCode: text("the code of the answer; empty where a fault cut the call", "0000"),
  http: whole("the HTTP status of the answer; 0 where a fault cut the call", 200),
  rule: z.string().optional().describe("the rule that fired, by its name or id"),
} as const;

export const requestSummarySchema = named(
  "RequestSummary",
  z.strictObject({ ...common, orderStatus: statusSchema.optional().describe("before the call"), ...answered }),
  "A call and how it was answered.",
);
export type RequestSummary = z.output<typeof requestSummarySchema>;

const checkSchema = named(
  "CheckSummary",
  z.strictObject({
    step: z.enum(ladderSteps),
    outcome: z
      .enum(["passed", "flagged", "skipped", "fired", "refused", "declined", "lost", "not-reached"])
      .describe("flagged: wrong, and let through; not-reached: an earlier step ended the call"),
    found: text("a sentence", "it fits the text of `request` and a public key of the merchant"),
  }),
);

const clauseSchema = z.strictObject({
  member: z.enum(Object.keys(whenMembers) as [keyof When, ...(keyof When)[]]).describe("a member of the rule's when"),
  expected: anything("what the rule asks for", "*/sale"),
  actual: anything("what the call had; null where it had none", "tokenization/sale"),
  holds: z.boolean(),
});

const ruleSummarySchema = named(
  "RuleSummary",
  z
    .strictObject({
      ruleId: text("the rule's id", "rule-1"),
      origin: z.enum(["header", "next", "control", "file", "magic"]).describe("where the rule came from"),
      name: z.string().optional().describe("the name that it was given"),
      scenario: z.string().optional().describe("the scenario that it stands in"),
      file: z.string().optional().describe("the file that it stands in"),
      line: z.int().optional().describe("its line in that file"),
      outcome: z
        .enum(["fired", "no-match", "skipped"])
        .describe("skipped: it matched and was counted, and did not fire"),
      why: text("a sentence", "fired"),
      clauses: z.array(clauseSchema).describe("empty where the rule is no longer known"),
      counter: z
        .strictObject({ seen: whole("how often it matched", 1), fired: whole("how often it fired", 1) })
        .optional()
        .describe("after this call"),
      then: thenSchema.optional().describe("what it does"),
    })
    .describe("A rule that was looked at for a call."),
);

const explanationSchema = z.strictObject({
  outcome: text("success, forced, none, or the refusal or decline that ended it", "success"),
  detail: z.string().optional().describe("what was found, after the refusal's message"),
  ladder: z.array(checkSchema).describe("the checks in the order in which the service makes them"),
  rules: z.array(ruleSummarySchema).describe("the rules that were looked at, in order"),
  rulesComplete: z
    .boolean()
    .describe(
      "false where only the rules that matched are known: the sandbox that answers was started with other scenarios",
    ),
  effects: z.record(z.string(), z.unknown()).optional().describe("what the rule that fired asked for"),
  state: z.strictObject({
    orderStatus: statusSchema
      .nullable()
      .meta({ description: "before the call; null where there was no order", examples: [null] }),
    order: orderSchema.nullable().describe("as it is now; null where the call was about none"),
    unsettledBalanceNow: z
      .strictObject({ HKD: z.number(), USD: z.number() })
      .optional()
      .describe("what refunds are paid from; absent where no merchant was named"),
  }),
  ledger: z.array(ledgerLineSchema).describe("of the order"),
  notifications: z.array(notificationSchema).describe("of the order"),
  assumptions: z.array(assumptionSchema).describe("guesses about the service that the answer rests on"),
  advice: text("what to do about it", "Nothing to do: it went through."),
});

export const requestDetailsSchema = named(
  "RequestDetails",
  z.strictObject({
    request: z.strictObject({
      ...common,
      params: anything("the parameters; null where they could not be read", { merchantId: 3, amount: 50 }),
      text: text("the text of `request`, card numbers masked", '{"merchantId":3,"amount":50}'),
    }),
    response: z.strictObject({
      ...answered,
      fault: z.string().optional().describe("the trouble that a rule made"),
      delayMs: z.number().optional().describe("how long a rule held the answer back"),
      reachedClient: z.boolean().describe("false where a fault took the place of the answer"),
      body: anything("the answer", { responseCode: "0000", message: "Success" }),
      text: text("the answer, exactly as sent", '{"responseCode":"0000","message":"Success"}'),
    }),
    explain: explanationSchema,
  }),
  "A call, its answer, and why it went so.",
);
export type RequestDetails = z.output<typeof requestDetailsSchema>;
