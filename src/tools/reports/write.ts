import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CannotStart, InvalidInput } from "../../package/errors.js";
import { checkWritable, makeFolder, pathFault } from "../../package/writing.js";
import type { Report } from "./report.js";

export const reportFormats = ["html", "json", "junit", "markdown", "badge"] as const;

/** A requested report, such as `--report junit=out.xml`. */
export interface ReportTarget {
  readonly format: (typeof reportFormats)[number];
  readonly file: string;
}

/** A report couldn't be written after the run. Others of the run may be there. */
export class ReportNotWritten extends CannotStart {}

/**
 * Creates the folders of reports and checks that they are writable, before runs take minutes. Throws CannotStart, and InvalidInput
 * for a JSON report over a file that is none, such as a shop's source.
 */
export function prepareReports(targets: readonly ReportTarget[]): void {
  const other = targets.find(isOverAnother);
  if (other !== undefined) throw new InvalidInput(`${other.file} exists and is no report; choose another path`);
  for (const { file } of targets)
    orCannot(() => {
      makeFolder(dirname(file));
      checkWritable(file);
    }, CannotStart);
}

/** True if a JSON report would replace a file that is none. A report begins with a brace, even one that was cut short. */
export function isOverAnother({ format, file }: ReportTarget): boolean {
  if (format !== "json" || !statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const text = readFileSync(file, "utf8").trimStart();
  return text !== "" && !text.startsWith("{");
}

/** Writes each report that can be written, and creates folders. `json`: the command's own data. Throws ReportNotWritten. */
export async function writeReports(targets: readonly ReportTarget[], json: unknown, report: Report): Promise<void> {
  const written = await Promise.allSettled(
    targets.map(async ({ format, file }) =>
      writeReport(file, format === "json" ? prettyJson(json) : await renderers[format](report)),
    ),
  );
  for (const one of written) if (one.status === "rejected") throw one.reason;
}

/** Loaded when they are needed, so that a run without reports starts fast. */
const renderers: Readonly<
  Record<Exclude<ReportTarget["format"], "json">, (report: Report) => string | Promise<string>>
> = {
  html: async (report) => (await import("./html.js")).htmlOf(report),
  junit: async (report) => (await import("./junit.js")).junitOf(report),
  markdown: async (report) => (await import("./markdown.js")).markdownOf(report),
  badge: async (report) => (await import("./badge.js")).badgeOf(report),
};

export const prettyJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a file and creates its folder. Throws ReportNotWritten. */
export const writeReport = (file: string, text: string): void =>
  orCannot(() => {
    makeFolder(dirname(file));
    writeFileSync(file, text);
  }, ReportNotWritten);

/** How the line about a report that can't be written begins. */
export const NOT_WRITTEN = "cannot write a report";

function orCannot(work: () => void, Failure: typeof CannotStart): void {
  try {
    work();
  } catch (error) {
    throw new Failure(`${NOT_WRITTEN}: ${pathFault(error)}`);
  }
}
