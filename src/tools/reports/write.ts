import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CannotStart, InvalidInput } from "../../package/errors.js";
import { objectIn } from "../../package/json.js";
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
 * if one would replace a file that is no report, such as a shop's package.json.
 */
export function prepareReports(targets: readonly ReportTarget[]): void {
  const other = targets.find(isOverAnother);
  if (other !== undefined)
    throw new InvalidInput(`${other.file} exists and is no report of payment-sandbox; choose another path`);
  for (const { file } of targets)
    orCannot(() => {
      makeFolder(dirname(file));
      checkWritable(file);
    }, CannotStart);
}

/** True if a report would replace a file that is none of ours. An empty file may be replaced. */
export function isOverAnother({ file }: ReportTarget): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const text = readFileSync(file, "utf8");
  return text.trim() !== "" && !HEADS.some((head) => head.test(text)) && !isJsonReport(text);
}

/** How our HTML, JUnit, Markdown and badges begin. */
const HEADS = [
  /^<!doctype html>\s*<html lang="en"><head>.*\n<title>payment-sandbox /,
  /^<\?xml [^>]*>\s*<testsuites name="payment-sandbox /,
  /^## [A-Z].*: .*\n\n.*payment-sandbox \d\S*\.\n/,
  /^<svg xmlns="[^"]*" width="\d+" height="20" role="img" aria-label="[^"]*">\n<title>/,
] as const;

/** Also one that was cut short. */
function isJsonReport(text: string): boolean {
  const report = objectIn(text);
  if (report === undefined) return /^\{\n {2}"(version|format|fixed)"/.test(text);
  return ("version" in report && "exitCode" in report) || "planHash" in report || "notReached" in report;
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
