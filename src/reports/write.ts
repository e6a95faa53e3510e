import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../package/make-folder.js";
import { htmlOf } from "./html.js";
import type { Run } from "./run.js";

export const reportFormats = ["junit", "json", "html"] as const;

/** A requested report, such as `--report junit=out.xml`. */
export interface ReportTarget<Format extends string = (typeof reportFormats)[number]> {
  readonly format: Format;
  readonly file: string;
}

/** Writes each report and creates folders. Throws the file system's errors. */
export async function writeReports(run: Run, targets: readonly ReportTarget[]): Promise<void> {
  for (const { format, file } of targets) {
    makeFolder(dirname(file));
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
