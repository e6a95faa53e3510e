import { statSync } from "node:fs";
import { version } from "../../package/version.js";
import type { Report } from "./report.js";
import { type ReportTarget, writeReports } from "./write.js";

/** A command that ended without a result. */
export interface NotRun {
  /** The name of our command, such as `exec`. */
  readonly name: string;
  /** The user's command, if it is known. */
  readonly command: readonly string[] | null;
  readonly exitCode: number;
  /** A line for each fault. */
  readonly lines: readonly string[];
}

/** Replaces the reports of an earlier run, which a build server would publish as those of this one. Throws CannotStart. */
export const reportNotRun = (targets: readonly ReportTarget[], notRun: NotRun): Promise<void> =>
  writeReports(targets, { version, exitCode: notRun.exitCode, errors: notRun.lines }, reportOfNotRun(notRun));

/**
 * Replaces the reports of an earlier run before the command starts: if the process is killed, they fail. Leaves out pipes and devices,
 * which would get a report more.
 */
export const reportNotEnded = (
  targets: readonly ReportTarget[],
  run: Pick<NotRun, "name" | "command">,
): Promise<void> =>
  reportNotRun(
    targets.filter(({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? true),
    { ...run, exitCode: 137, lines: [NOT_ENDED] },
  );

const NOT_ENDED =
  "the run did not end: it still runs, or it was killed (SIGKILL: out of memory, or a job that was ended at once), so nothing was checked";

export function reportOfNotRun({ name, command, exitCode, lines }: NotRun): Report {
  const verdict = `No result: exit code ${exitCode}`;
  return {
    ...{ title: `payment-sandbox ${name}`, verdict, command, version, exitCode, durationMs: 0 },
    startedAt: new Date().toISOString(),
    badge: { text: `exit code ${exitCode}`, tone: "bad" },
    facts: [],
    groups: [
      {
        ...{ kind: "items", title: "start", page: "list", terminal: "lines" },
        items: lines.map((line) => {
          const [, file, at, why] = PLACE.exec(line) ?? [];
          return {
            ...{ tone: "bad", label: "no result", name: line, area: "payment-sandbox", fails: "start" },
            ...(file === undefined ? { why: line } : { why, place: `${file}:${at}` }),
          };
        }),
      },
    ],
    totals: ["no result"],
    properties: {},
  };
}

/** The start of a fault in a file: its name, line and column. */
const PLACE = /^(.+?):(\d+):\d+: (.*)$/s;
