import * as z from "zod";
import { formatProblem, readDocument } from "../../../core/scenario/document/positions.js";
import { InvalidInput } from "../../../package/errors.js";
import { textOfNamed } from "../../../package/regular-file.js";
import { jsonFault } from "./json-place.js";

const FORMAT = 1;

const eventSchema = z.object({
  operation: z.string().optional(),
  reference: z.string().nullish(),
  amount: z.number().nullish(),
  isMutated: z.boolean().optional(),
});

/** The required part of an earlier report. Members that later versions added may be missing. */
const baselineSchema = z.object({
  dryRun: z.object({ problems: z.array(z.string()) }).optional(),
  findings: z.array(z.object({ verdict: z.string(), mutant: z.string() })),
  practices: z.array(
    z.object({
      id: z.string(),
      grave: z.boolean().optional(),
      /** Where it was seen. `mutant` is null for the dry run. */
      evidence: z.array(z.object({ mutant: z.string().nullable() })).optional(),
    }),
  ),
  /** A hash of each call's request, by its name in the mutants' ids. */
  calls: z.record(z.string(), z.string()).optional(),
  mutants: z
    .array(
      z.object({
        id: z.string(),
        verdict: z.string(),
        standsFor: z.array(z.string()).optional(),
        run: z.object({ timeline: z.array(eventSchema) }).nullish(),
      }),
    )
    .optional(),
});

/** The findings of an earlier report. */
export type Baseline = z.output<typeof baselineSchema>;

/**
 * What the baseline says of a finding: it is known if the mutant had it, or one that stood for the mutant; it is untried
 * if the mutant was planned and not run.
 */
export function inBaseline(baseline: Baseline | undefined) {
  const { findings = [], mutants = [] } = baseline ?? {};
  const standsFor = new Map(mutants.map(({ id, standsFor = [] }) => [id, standsFor]));
  const known = new Set(
    findings.flatMap(({ verdict, mutant }) =>
      [mutant, ...(standsFor.get(mutant) ?? [])].map((one) => `${verdict} ${one}`),
    ),
  );
  const untried = new Set(mutants.filter(({ verdict }) => verdict === "notRun").map(({ id }) => id));
  return ({ verdict, mutant }: Baseline["findings"][number]) => ({
    isKnown: known.has(`${verdict} ${mutant}`),
    ...(untried.has(mutant) && { isUntried: true as const }),
  });
}

/** Reads the file that an option names. Throws InvalidInput. */
export function earlierReport(option: string, file: string): Baseline;
export function earlierReport(option: string, file: string | undefined): Baseline | undefined;
export function earlierReport(option: string, file: string | undefined): Baseline | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = textOfNamed(file);
  } catch (error) {
    throw new InvalidInput(`${option}: ${file} cannot be read: ${(error as Error).message}`);
  }
  return readBaseline(text, file);
}

/** Reads an earlier report. Throws InvalidInput with a line and a position for each fault. */
export function readBaseline(text: string, file: string): Baseline {
  const place = jsonFault(text);
  if (place !== undefined)
    throw new InvalidInput(`${file}:${place}: not JSON, expected the JSON report that judge wrote`);
  const value: unknown = JSON.parse(text);
  const format = (value as { format?: unknown } | null)?.format;
  if (format === undefined) throw new InvalidInput(`${file}: not a report of the judge: it has no format`);
  if (format !== FORMAT)
    throw new InvalidInput(
      `${file}: a report of format ${JSON.stringify(format)}, expected ${FORMAT}: write it anew with --report json=${file}`,
    );
  const read = baselineSchema.safeParse(value);
  if (read.success) return read.data;
  const places = readDocument({ text, file }, baselineSchema, () => z.toJSONSchema(baselineSchema, { io: "input" }));
  throw new InvalidInput(
    "problems" in places ? places.problems.map(formatProblem) : `${file}: not a report of the judge`,
  );
}
