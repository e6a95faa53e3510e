import { plural } from "../../../core/scenario/values/plural.js";
import type { JudgedMutant, JudgeReport } from "../schema/report.js";

/** How long some runs take together, if each takes as long as the first one. Lost answers and second faults take longer. */
export const secondsFor = (runs: number, eachMs: number, jobs: number): number =>
  Math.ceil((runs * eachMs) / jobs / 1000);

/**
 * What would run, in order, and how long it takes at least: as long as the first run for each. Under the first mutant of a pool
 * stand those that share its run.
 */
export function planLines(
  { mutants, representedBy = {}, pools = [], counts, dryRun, durationMs, notes, isStopped }: JudgeReport,
  jobs: number,
): readonly string[] {
  if (dryRun.problems.length > 0) return ["The dry run itself failed", ...dryRun.problems.map((one) => `  ${one}`)];
  if (isStopped) return ["stopped before the first run ended, so nothing is planned"];
  const represented = Object.keys(representedBy).length;
  const partners = new Set(pools.flatMap(([, ...others]) => others));
  const runs = mutants.length - partners.size;
  const lines = new Map(mutants.map((mutant) => [mutant.id, mutantLine(mutant)]));
  return [
    `${plural(counts.planned, "mutant")}, ${represented} of them only if the one that stands for them shows more; ${partners.size} share another one's run; at least ${secondsFor(runs, durationMs, jobs)} s, ${jobs} at a time`,
    ...notes.map((note) => `note: ${note}`),
    ...mutants
      .filter(({ id }) => !partners.has(id))
      .flatMap(({ id, poolOf = [] }) => [
        `  ${lines.get(id)!}`,
        ...poolOf.map((other) => `    in the same run: ${lines.get(other)!}`),
      ]),
  ];
}

const mutantLine = ({ id, about, standsFor = [] }: JudgedMutant): string =>
  standsFor.length === 0 ? `${id}  ${about}` : `${id}  ${about} It stands for ${standsFor.join(", ")}.`;
