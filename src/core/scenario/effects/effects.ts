import * as z from "zod";
import { testCard, testCards } from "../../facts/cards.js";
import { GATE_IDLE_MS } from "../values/limits.js";
import { named } from "../values/public-schemas.js";
import {
  declineSchema,
  durationSchema,
  objectSuchAs,
  refusalSchema,
  someMember,
  textSchema,
} from "../values/schema-parts.js";
import { delaySchema, delayText } from "./delay.js";
import { faultNames } from "./faults.js";
import { effect, listText, sentencesOf, zodShapeOf } from "./member.js";
import { insteadOfOutcome, insteadOfThen } from "./misplaced.js";
import { notify } from "./notify-effects.js";

/** The moments of a fault, and their words in a sentence. */
const placedTexts = {
  "before-parse": "before the call is read",
  "before-commit": "before anything happens",
  "after-commit": "after it happened",
} as const;
export type Placement = keyof typeof placedTexts;
export const placements = Object.keys(placedTexts) as [Placement, ...Placement[]];

/** Changes that a later version of the service may make to an answer. */
const evolutions = ["extra-member", "member-order", "unknown-status"] as const;
export type Evolution = (typeof evolutions)[number];

/** What somebody else does just before a call is decided. */
export const meanwhiles = [
  "settle",
  "refund",
  "refund-a-cent",
  "refund-all-but-a-cent",
  "expire",
  "delete-token",
  "expire-token",
  "drain-balance",
] as const;
export type Meanwhile = (typeof meanwhiles)[number];

const GATE_MAX_MS = 600_000;

/** When the shopper's browser opens an address of callbackUrl. */
export const visitInstants = ["before-paying", "before-notice", "after-notice"] as const;

const outcomeSchema = named(
  "Outcome",
  z.union(
    [
      z.literal("approve"),
      declineSchema,
      refusalSchema,
      z
        .strictObject({
          // YAML reads 0000 as the number 0, so numbers are accepted.
          responseCode: textSchema
            .refine((code) => !/^0+$/.test(code), { error: "another code: `approve` is the way to say yes" })
            .describe("the response code of the answer"),
          message: z.string().describe("the message of the answer"),
        })
        .describe("a refusal with an answer of your own"),
    ],
    {
      error: ({ input }) => {
        const meant = insteadOfOutcome(input);
        return meant === undefined
          ? "an outcome's name (`payment-sandbox scenarios --outcomes` lists them), or {responseCode, message}"
          : `an outcome, and ${meant}`;
      },
    },
  ),
);

/** For a refinement of cards: a misspelt name is told the one that was meant. */
export const cardNames = { names: testCards.map(({ name }) => name) };

export const cardSchema = textSchema
  .refine((card) => testCard(card.replaceAll(" ", "")) !== undefined, {
    error:
      "a test card's name such as visa-credit (Visa, Mastercard or UnionPay), or its number: payment-sandbox magic lists them",
    params: cardNames,
  })
  .describe("a test card's name, or its number");

const pageSchema = named(
  "PageEffect",
  z.strictObject(
    {
      auto: z.enum(["pay", "decline", "cancel", "close"]).describe("the shopper's act, without a browser"),
      after: durationSchema
        .optional()
        .describe("the delay on the lane's clock; before the answer leaves when left out"),
      card: cardSchema.optional(),
      reason: declineSchema.optional().describe("why the issuer declines"),
    },
    objectSuchAs({ auto: "pay" }),
  ),
);

const gateSchema = named(
  "Gate",
  z.strictObject(
    {
      name: z
        .string()
        .regex(/^[\w.-]{1,64}$/, { error: "a name of up to 64 letters, digits, '.', '_' and '-'" })
        .describe("the gate's name, for POST /_sandbox/gates/<name>/release"),
      idleMs: z
        .int()
        .min(1)
        .max(GATE_MAX_MS)
        .optional()
        .describe(`opens by itself after this many milliseconds of real time; ${GATE_IDLE_MS} when left out`),
    },
    objectSuchAs({ name: "paid" }),
  ),
);

const visitSchema = named(
  "Visit",
  z.strictObject(
    {
      to: z.enum(["success", "fail", "cancel"]).describe("which address of callbackUrl"),
      at: z
        .enum(visitInstants)
        .describe(
          "before-paying: before the payment is decided; the others: before or after the payment's notifications",
        ),
    },
    objectSuchAs({ to: "success", at: "before-paying" }),
  ),
);

/** Each effect of a rule on a call. */
const effects = {
  outcome: effect({
    schema: outcomeSchema,
    about: "a name of `payment-sandbox scenarios --outcomes`, or {responseCode, message}",
    sentence: (outcome) => {
      if (typeof outcome === "object") return `the answer is ${outcome.responseCode} "${outcome.message}"`;
      return outcome === "approve" ? "it is approved" : `the answer is ${outcome}`;
    },
    needsCommit: true,
  }),
  delay: effect({
    schema: delaySchema,
    about: "delays the answer, after the commit",
    sentence: (delay) => `the answer takes ${delayText(delay)}`,
  }),
  fault: effect({
    schema: named("Fault", z.enum(faultNames)),
    about: "a fault of the transport",
    sentence: (fault, { placed }) => `${fault} ${placedTexts[placed as Placement]}`,
  }),
  placed: effect({
    schema: named("Placement", z.enum(placements)),
    about: "the moment of the fault; required with a fault",
    sentence: () => undefined,
  }),
  copies: effect({
    schema: z.enum(["cut", "answer"]),
    about:
      "what becomes of copies that the HTTP client sends by itself: cut loses up to four that come within 100 ms, so that the shop's code sees the fault; answer (the default) answers them; with a fault",
    sentence: (copies) => (copies === "cut" ? "the client's own copies are lost too" : undefined),
  }),
  gate: effect({
    schema: gateSchema,
    about: "holds the answer after the commit until the gate is released",
    sentence: ({ name, idleMs }) =>
      `the answer waits at gate ${name}${idleMs === undefined ? "" : `, ${idleMs} ms at most`}`,
    needsCommit: true,
  }),
  evolve: effect({
    schema: z.enum(evolutions),
    about: "a change that a later version of the service may make to the answer",
    sentence: (evolution) => `the answer is one of a later version (${evolution})`,
  }),
  notify,
  meanwhile: effect({
    schema: z.enum(meanwhiles),
    about: "an act of somebody else just before the call: on its order, stored card or balance",
    sentence: (act) => `somebody else acts just before (${act})`,
  }),
  visits: effect({
    schema: z.array(visitSchema).min(1).max(10),
    about: "the shopper's browser returns to the shop; for checkout/pay",
    sentence: (visits) => `the shopper's browser comes back (${visits.map(({ to, at }) => `${to}, ${at}`).join("; ")})`,
  }),
  page: effect({
    schema: pageSchema,
    about: "completes a hosted checkout without a browser; for hosted-checkout/create",
    sentence: ({ auto, after, card, reason }) =>
      [
        auto === "close" ? "the shopper closes the page" : `the shopper's part is done (${auto})`,
        card === undefined ? "" : ` with ${card}`,
        reason === undefined ? "" : ` for ${reason}`,
        after === undefined ? "" : ` after ${after}`,
      ].join(""),
    needsCommit: true,
  }),
};

const { meanwhile, ...others } = effects;
const { placed: _, copies: __, ...alone } = effects;

export const thenSchema = named(
  "Then",
  z
    .strictObject(zodShapeOf(effects), {
      error: ({ input }) => {
        const meant = insteadOfThen(input);
        return meant === undefined ? undefined : `an object: write ${meant}`;
      },
    })
    .refine((then) => someMember({ ...then, placed: undefined, copies: undefined }), {
      error: `at least one of ${Object.keys(alone).join(", ")}`,
    })
    .refine((then) => then.fault === undefined || then.placed !== undefined, {
      path: ["placed"],
      error: "before-parse, before-commit or after-commit, because there is a fault",
      params: { fix: "add placed, such as after-commit" },
    })
    .refine((then) => then.placed === undefined || then.fault !== undefined, {
      path: ["placed"],
      error: ({ input }) =>
        (input as { delay?: unknown }).delay === undefined
          ? "a `fault` for `placed`"
          : "a `fault` for `placed`, or no `placed`: a delay always comes after the commit",
      params: { fix: "remove placed, or add a fault" },
    })
    .refine((then) => then.copies === undefined || then.fault !== undefined, {
      path: ["copies"],
      error: "a `fault` for `copies`",
      params: { fix: "remove copies, or add a fault" },
    }),
);
export type Then = z.output<typeof thenSchema>;

/** The effects of a rule in plain words. An act of somebody else comes first, as it does in time. */
export const effectsText = (then: Then): string => listText(sentencesOf({ meanwhile, ...others }, then));

/** The effects that a fault before the commit prevents. */
export const needCommit = (Object.keys(effects) as (keyof typeof effects)[]).filter(
  (name) => "needsCommit" in effects[name] && effects[name].needsCommit,
);
