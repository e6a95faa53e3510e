import { plural } from "../../../core/scenario/values/plural.js";
import type { JudgeReport } from "../schema/report.js";

/** How long some runs take together, if each takes as long as the first one. */
export const secondsFor = (runs: number, eachMs: number, jobs: number): number =>
  Math.ceil((runs * eachMs) / jobs / 1000);

/** What would run, in order, and about how long it takes: as long as the first run for each. */
export function planLines({ mutants, dryRun, durationMs }: JudgeReport, jobs: number): readonly string[] {
  if (dryRun.problems.length > 0) return ["The dry run itself failed", ...dryRun.problems.map((one) => `  ${one}`)];
  const represented = new Set(mutants.flatMap(({ standsFor = [] }) => standsFor));
  const running = mutants.filter(({ id }) => !represented.has(id));
  return [
    `${plural(mutants.length, "mutant")}, ${represented.size} of them only if the one that stands for them shows more; about ${secondsFor(running.length, durationMs, jobs)} s, ${jobs} at a time`,
    ...running.map(({ id, about, standsFor = [] }) =>
      standsFor.length === 0 ? `  ${id}  ${about}` : `  ${id}  ${about} It stands for ${standsFor.join(", ")}.`,
    ),
  ];
}
