import * as z from "zod";
import { formatProblem, readDocument } from "../../../core/scenario/document/positions.js";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { InvalidInput } from "../../../package/errors.js";

/** Read from the working folder, if it exists. */
export const WAIVERS_FILE = "judge.waivers.yaml";

const waiverSchema = z.strictObject({
  finding: z.string().min(1).describe("the mutant's id; text with *"),
  verdict: z.string().min(1).optional().describe("only this verdict; any if left out"),
  reason: z.string().min(1).describe("why it is accepted"),
  until: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, { error: "a date such as 2026-12-31" })
    .describe("the last day on which it is accepted"),
});
const waiversSchema = z.strictObject({ waivers: z.array(waiverSchema) });

export type Waiver = z.output<typeof waiverSchema>;

/** Throws InvalidInput with a line and a position for each fault. */
export function readWaivers(text: string, file: string): readonly Waiver[] {
  const read = readDocument({ text, file }, waiversSchema, () => z.toJSONSchema(waiversSchema, { io: "input" }));
  if ("problems" in read) throw new InvalidInput(read.problems.map(formatProblem));
  return read.value.waivers;
}

/** The waiver that still accepts a finding. Null if none does. */
export function waiverFor(
  { mutant, verdict }: { readonly mutant: string; readonly verdict: string },
  waivers: readonly Waiver[],
  now: Date,
): { reason: string; until: string } | null {
  const today = now.toISOString().slice(0, 10);
  const found = waivers.find(
    (one) => compileGlob(one.finding)(mutant) && (one.verdict ?? verdict) === verdict && one.until >= today,
  );
  return found ? { reason: found.reason, until: found.until } : null;
}
