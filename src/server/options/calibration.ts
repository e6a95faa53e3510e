import * as z from "zod";
import { assumptions } from "../../core/facts/assumptions.js";
import { type AnswerName, allCodes } from "../../core/facts/codes.js";
import { readStrictFile } from "./strict-file.js";

/** The version of the file's format. */
export const CALIBRATION_VERSION = 1;

const evidenceSchema = z.strictObject({ request: z.string(), answer: z.string() });
/** The request and the answer, shortened. Card numbers and signatures are masked. */
export type Evidence = z.output<typeof evidenceSchema>;
const evidence = z.array(evidenceSchema).readonly().default([]);
const confidence = z.enum(["sure", "likely"]);

const settledSchema = z.strictObject({
  choice: z.string(),
  confidence,
  /** The values that were tried, if the assumption has more possible values than can be tried. */
  tried: z.string().optional(),
  /** How many calls in a log show it. Only if a log was read. */
  calls: z.int().min(1).optional(),
  evidence,
});
export type Settled = z.output<typeof settledSchema>;

const codeSchema = z.strictObject({
  code: z.string().min(1),
  /** Absent if the message contains variable details. */
  message: z.string().optional(),
  /** `sure`: calls that differ in their details were all refused this way. */
  confidence,
  evidence,
});
export type CodeSeen = z.output<typeof codeSchema>;

const findingSchema = z.strictObject({ text: z.string().min(1), evidence });
export type CalibrationFinding = z.output<typeof findingSchema>;

/** A limit that was found by trying sizes below and above it. */
const limitSchema = z.strictObject({
  /** The largest size that was accepted. */
  accepts: z.number(),
  /** The smallest size that was refused. Absent if nothing larger was tried. */
  refuses: z.number().optional(),
});
export type FoundLimit = z.output<typeof limitSchema>;

/** A difference that somebody has accepted, when and why. */
const acceptedSchema = z.strictObject({
  about: z.string(),
  before: z.string(),
  now: z.string(),
  /** ISO 8601. */
  date: z.string(),
  reason: z.string(),
});

/** Built when a file is read. */
const calibrationSchema = () =>
  z.strictObject({
    version: z.literal(CALIBRATION_VERSION),
    /** The version of payment-sandbox that wrote it. */
    madeBy: z.string().min(1),
    date: z.iso.datetime({ offset: true, error: "an ISO 8601 date-time" }),
    /** The base URL that was called. */
    target: z.url({ error: "an address" }),
    merchantId: z.int().min(1),
    userId: z.string().min(1),
    assumptions: optionalEach(
      assumptions.map(({ id, choices }) => [id, settledSchema.extend({ choice: z.enum(choices) })]),
    ),
    responseCodes: optionalEach(Object.keys(allCodes).map((name) => [name as AnswerName, codeSchema])),
    /** Answers that match no alternative. */
    findings: z.record(z.string(), findingSchema),
    /** The shape of each operation's answer and refusals. */
    answers: z.record(z.string(), z.string()).optional(),
    limits: z.record(z.string(), limitSchema).optional(),
    /** Assumptions that could not be decided, and why. */
    undetermined: z.record(z.string(), z.string()),
    /** Changes that were accepted with `drift --accept`, oldest first. */
    accepted: z.array(acceptedSchema).readonly().optional(),
    /** True if the run that wrote the file was interrupted. */
    partial: z.literal(true).optional(),
    /** References of orders that the interrupted run charged and did not void or refund yet. The next run does. */
    charged: z.array(z.string()).readonly().optional(),
  });

/** An object that may have any of these members. */
const optionalEach = <K extends string, S extends z.ZodType>(members: readonly (readonly [K, S])[]) =>
  z.strictObject(
    Object.fromEntries(members.map(([name, schema]) => [name, schema.optional()])),
  ) as unknown as z.ZodType<Partial<Record<K, z.output<S>>>>;

/** A service's behaviour, as found by `calibrate`. */
export type Calibration = z.output<ReturnType<typeof calibrationSchema>>;

/**
 * Reads a calibration, strictly. `shown` is its name in messages. Throws InvalidInput with a line `file:line:column:
 * …` for each fault.
 */
export function readCalibration(path: string, shown: string = path): Calibration {
  return readStrictFile({
    path,
    shown,
    schema: calibrationSchema(),
    atLeast: "a calibration",
    missing: `no calibration ${shown}: create it with payment-sandbox calibrate`,
  }).value;
}
