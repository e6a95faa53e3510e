import * as z from "zod";
import { type Assumption, type AssumptionId, assumptions } from "../facts/assumptions.js";
import { type AnswerName, allCodes } from "../facts/codes.js";
import { readStrictFile } from "./strict-file.js";

/** The version of the file's format. */
export const CALIBRATION_VERSION = 1;

/** The request and the answer, shortened. Card numbers and signatures are masked. */
export interface Evidence {
  readonly request: string;
  readonly answer: string;
}

export interface Settled {
  readonly choice: string;
  readonly confidence: "sure" | "likely";
  /** The values that were tried, if the assumption has more possible values than can be tried. */
  readonly tried?: string | undefined;
  /** How many calls in a log show it. Only if a log was read. */
  readonly calls?: number | undefined;
  readonly evidence: readonly Evidence[];
}

export interface CodeSeen {
  readonly code: string;
  /** Absent if the message contains variable details. */
  readonly message?: string | undefined;
  /** `sure`: calls that differ in their details were all refused this way. */
  readonly confidence: "sure" | "likely";
  readonly evidence: readonly Evidence[];
}

export interface CalibrationFinding {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** A limit that was found by trying sizes below and above it. */
export interface Limit {
  /** The largest size that was accepted. */
  readonly accepts: number;
  /** The smallest size that was refused. Absent if nothing larger was tried. */
  readonly refuses?: number | undefined;
}

/** A difference that somebody has accepted, when and why. */
export interface AcceptedChange {
  readonly about: string;
  readonly before: string;
  readonly now: string;
  /** ISO 8601. */
  readonly date: string;
  readonly reason: string;
}

/** A service's behaviour, as found by `calibrate`. */
export interface Calibration {
  readonly version: typeof CALIBRATION_VERSION;
  /** The version of payment-sandbox that wrote it. */
  readonly madeBy: string;
  /** ISO 8601. */
  readonly date: string;
  /** The base URL that was called. */
  readonly target: string;
  readonly merchantId: number;
  readonly userId: string;
  readonly assumptions: Readonly<Partial<Record<AssumptionId, Settled>>>;
  readonly responseCodes: Readonly<Partial<Record<AnswerName, CodeSeen>>>;
  /** Answers that match no alternative. */
  readonly findings: Readonly<Record<string, CalibrationFinding>>;
  /** The shape of each operation's answer and refusals. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
  readonly limits?: Readonly<Record<string, Limit>> | undefined;
  /** Assumptions that could not be decided, and why. */
  readonly undetermined: Readonly<Record<string, string>>;
  /** Changes that were accepted with `drift --accept`, oldest first. */
  readonly accepted?: readonly AcceptedChange[] | undefined;
  /** True if the run that wrote the file was interrupted. */
  readonly partial?: true | undefined;
  /** References of orders that the interrupted run charged and did not void or refund yet. The next run does. */
  readonly charged?: readonly string[] | undefined;
}

const evidence = z.array(z.strictObject({ request: z.string(), answer: z.string() })).default([]);

const confidence = z.enum(["sure", "likely"]);

const settled = ({ choices }: Assumption) =>
  z.strictObject({
    choice: z.enum(choices),
    confidence,
    tried: z.string().optional(),
    calls: z.int().min(1).optional(),
    evidence,
  });

const codeSeen = z.strictObject({
  code: z.string().min(1),
  message: z.string().optional(),
  confidence,
  evidence,
});

/** Built when a file is read. */
const calibrationSchema = () =>
  z.strictObject({
    version: z.literal(CALIBRATION_VERSION),
    madeBy: z.string().min(1),
    date: z.iso.datetime({ offset: true, error: "an ISO 8601 date-time" }),
    target: z.url({ error: "an address" }),
    merchantId: z.int().min(1),
    userId: z.string().min(1),
    assumptions: z.strictObject(Object.fromEntries(assumptions.map((row) => [row.id, settled(row).optional()]))),
    responseCodes: z.strictObject(Object.fromEntries(Object.keys(allCodes).map((name) => [name, codeSeen.optional()]))),
    findings: z.record(z.string(), z.strictObject({ text: z.string().min(1), evidence })),
    answers: z.record(z.string(), z.string()).optional(),
    limits: z.record(z.string(), z.strictObject({ accepts: z.number(), refuses: z.number().optional() })).optional(),
    undetermined: z.record(z.string(), z.string()),
    accepted: z
      .array(
        z.strictObject({
          about: z.string(),
          before: z.string(),
          now: z.string(),
          date: z.string(),
          reason: z.string(),
        }),
      )
      .optional(),
    partial: z.literal(true).optional(),
    charged: z.array(z.string()).optional(),
  });

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
  }) as Calibration;
}
