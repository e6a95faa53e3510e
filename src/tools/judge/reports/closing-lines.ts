import { plural } from "../../../core/scenario/values/plural.js";
import { always } from "../not-tried.js";
import type { JudgedMutant, JudgeReport } from "../schema/report.js";
import { failedToo } from "./words.js";

/** How many notes and unresolved mutants the terminal lists. */
const SHOWN = 3;

/** The lines below a judgement: notes, what was not tried, what stays unresolved. */
export const closingLines = (report: JudgeReport): readonly string[] => [
  ...noteLines(report),
  ...notTriedLines(report),
  ...unresolvedLines(report),
];

/** Survivors whose command failed, then one line: what prevented runs, else the notes, of which the reports list all. */
function noteLines(report: JudgeReport): readonly string[] {
  const { mutants } = report;
  const failed = mutants.filter((mutant) => failedToo(mutant)?.isRight === false);
  const [first] = failed;
  if (first === undefined) return [...noticedLines(report), ...otherNoteLines(report)];
  const runs = plural(failed.length, report.findings.length > 0 ? "other run" : "run");
  const example = `for example ${first.id}${secondsOf(first)}: ${first.run!.why}`;
  return [
    `In ${runs} the shop was right about the money, ${failedToo(first)!.text}, ${example}`,
    ...noticedLines(report),
    ...otherNoteLines(report),
  ];
}

/** Why a run proves nothing though the shop tells beliefs: a step of the test itself failed, such as the shopper's payment. */
function noticedLines({ mutants, hasBeliefs }: JudgeReport): readonly string[] {
  const noticed = mutants.filter(({ verdict, run }) => verdict === "noticed" && run?.why && run.timeline.length > 0);
  const [first] = noticed;
  if (first === undefined || !hasBeliefs) return [];
  return [
    `${plural(noticed.length, "mutant")} noticed by the command itself: let it go on and tell its beliefs even then (docs: Mutants that accuse nobody). For example ${first.id}${secondsOf(first)}: ${first.run!.why}`,
  ];
}

const unresolvedLines = ({ counts: { unresolved }, mutants }: JudgeReport): readonly string[] =>
  unresolved === 0
    ? []
    : [
        `${plural(unresolved, "mutant")} unresolved${namedText(mutants.filter(isUnresolved))}: that accuses nobody, so mend or decide each. With --strict they fail; --max-unresolved ${unresolved} accepts them (docs: Mutants that accuse nobody)`,
      ];

const isUnresolved = ({ verdict }: JudgedMutant): boolean => verdict === "unresolved";

/** The first mutants by their ids, in brackets. */
function namedText(mutants: readonly JudgedMutant[]): string {
  const ids = mutants.map(({ id }) => id);
  const shown = ids.slice(0, SHOWN).join(", ");
  return ids.length === 0 ? "" : ` (${ids.length > SHOWN ? `${shown} and ${ids.length - SHOWN} more` : shown})`;
}

/** Notes about unresolved mutants first, and one line for those that say the same of several mutants. */
function notesInOrder({ notes, mutants }: JudgeReport): readonly string[] {
  const verdicts = new Map(mutants.map(({ id, verdict }) => [id, verdict]));
  const parts = notes.map((note) => {
    const [, id = "", why = note] = /^(\S+): ([\s\S]*)$/.exec(note) ?? [];
    return verdicts.has(id) ? { id, why } : { id: undefined, why: note };
  });
  const isOpen = (id: string | undefined): boolean => id !== undefined && verdicts.get(id) === "unresolved";
  const groups = [...Map.groupBy(parts, ({ id, why }) => `${id !== undefined} ${isOpen(id)} ${why}`).values()];
  return groups
    .toSorted(([a], [b]) => Number(isOpen(b!.id)) - Number(isOpen(a!.id)))
    .map(([{ id, why } = { id: undefined, why: "" }, ...others]) => {
      if (id === undefined) return why;
      return `${id}${others.length === 0 ? "" : ` and ${plural(others.length, "other")}`}: ${why}`;
    });
}

/** Of a report without findings, which would otherwise say more than it proves. */
function notTriedLines({ notTried, exitCode }: JudgeReport): readonly string[] {
  const lines = exitCode === 0 ? notTried.filter((line) => !always.includes(line)) : [];
  return lines.length === 0 ? [] : ["not tried:", ...lines.map((line) => `  ${line}`)];
}

const secondsOf = ({ ms }: JudgedMutant): string => (ms == null ? "" : ` (${Math.round(ms / 1000)} s)`);

function otherNoteLines(report: JudgeReport): readonly string[] {
  const { mutants, findings } = report;
  const notes = notesInOrder(report);
  // If a run fails before its first call, the change is rarely the cause. Often it was a simultaneous run.
  const silent = mutants.filter(({ verdict, run }) => verdict === "noticed" && run?.timeline.length === 0);
  if (silent.length > 0)
    return [
      `${plural(silent.length, "run")} failed before the first call; if they share a port or a database, try --jobs 1: ${silent[0]!.run!.why}`,
    ];
  if (notes.length <= SHOWN) return notes;
  const all = "all are in the report (--report html=judge.html)";
  // Beside findings, all has to fit on a screen.
  if (findings.length > 0) return [`${notes.length} notes, for example ${notes[0]}; ${all}`];
  return [...notes.slice(0, SHOWN), `${plural(notes.length - SHOWN, "more note")}: ${all}`];
}
