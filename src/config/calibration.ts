import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { type Assumption, type AssumptionId, assumptions } from "../facts/assumptions.js";
import { type AnswerName, allCodes } from "../facts/codes.js";
import { InvalidInput } from "../package/errors.js";
import { sizeProblem } from "../scenario/limits.js";
import { formatProblem, readDocument } from "../scenario/positions.js";

/** The form of the file; another number is another form. */
export const CALIBRATION_VERSION = 1;

/** What was sent and what came back, shortened; card numbers and signatures are masked. */
export interface Evidence {
  readonly request: string;
  readonly answer: string;
}

export interface Settled {
  readonly choice: string;
  readonly confidence: "sure" | "likely";
  readonly evidence: readonly Evidence[];
}

export interface CodeSeen {
  readonly code: string;
  /** Left out where it carries a detail that cannot be told from the rest. */
  readonly message?: string | undefined;
  /** `sure`: calls that differ in their details were all refused so. */
  readonly confidence: "sure" | "likely";
  readonly evidence: readonly Evidence[];
}

export interface Finding {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** What `calibrate` found out about a service. */
export interface Calibration {
  readonly version: typeof CALIBRATION_VERSION;
  /** Of payment-sandbox. */
  readonly madeBy: string;
  /** ISO 8601. */
  readonly date: string;
  /** The base URL that was called. */
  readonly target: string;
  readonly merchantId: number;
  readonly userId: string;
  readonly assumptions: Readonly<Partial<Record<AssumptionId, Settled>>>;
  readonly responseCodes: Readonly<Partial<Record<AnswerName, CodeSeen>>>;
  /** Answers that fit no alternative. */
  readonly findings: Readonly<Record<string, Finding>>;
  /** What could not be settled, and why. */
  readonly undetermined: Readonly<Record<string, string>>;
}

const evidence = z.array(z.strictObject({ request: z.string(), answer: z.string() })).default([]);

const confidence = z.enum(["sure", "likely"]);

const settled = ({ choices }: Assumption) => z.strictObject({ choice: z.enum(choices), confidence, evidence });

const codeSeen = z.strictObject({
  code: z.string().min(1),
  message: z.string().optional(),
  confidence,
  evidence,
});

/** Made when a file is read. */
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
    undetermined: z.record(z.string(), z.string()),
  });

/** Reads a calibration, strictly. `shown` is what messages call it. Throws InvalidInput, a line `file:line:column: …` for each fault. */
export function readCalibration(path: string, shown: string = path): Calibration {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === undefined)
    throw new InvalidInput(`there is no calibration ${shown}: payment-sandbox calibrate writes one`);
  const tooLarge = sizeProblem(size);
  if (tooLarge) throw new InvalidInput(formatProblem({ file: shown, line: 1, column: 1, ...tooLarge }));
  const schema = calibrationSchema();
  const read = readDocument({ text: readFileSync(path, "utf8"), file: shown, atLeast: "a calibration" }, schema, () =>
    z.toJSONSchema(schema, { io: "input" }),
  );
  if ("problems" in read) throw new InvalidInput(read.problems.map(formatProblem));
  return read.value as Calibration;
}
