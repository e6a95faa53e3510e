import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { htmlOf } from "./html.js";
import type { Run } from "./run.js";

export const reportFormats = ["junit", "json", "html"] as const;

/** A report that was asked for, as `--report junit=out.xml`. */
export interface ReportTarget {
  readonly format: (typeof reportFormats)[number];
  readonly file: string;
}

/** Reads `junit=out.xml`; undefined where it is no such text. */
export function readReportTarget(text: string): ReportTarget | undefined {
  const end = text.indexOf("=");
  const format = reportFormats.find((one) => one === text.slice(0, end));
  const file = text.slice(end + 1);
  return format === undefined || file === "" ? undefined : { format, file };
}

/** Writes each report; folders are made. Throws what the file system says. */
export async function writeReports(run: Run, targets: readonly ReportTarget[]): Promise<void> {
  for (const { format, file } of targets) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await textOf(run, format));
  }
}

async function textOf(run: Run, format: ReportTarget["format"]): Promise<string> {
  switch (format) {
    case "junit":
      return (await import("./junit.js")).junitOf(run);
    case "json":
      return `${JSON.stringify(run, null, 2)}\n`;
    case "html":
      return htmlOf(run);
  }
}
