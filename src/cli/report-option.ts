import { InvalidInput } from "../package/errors.js";
import { type ReportTarget, readReportTarget, reportFormats } from "../reports/write.js";

/** Reads one `--report`, behind those before it. Throws InvalidInput. */
export function report(text: string, before: readonly ReportTarget[] = []): readonly ReportTarget[] {
  const target = readReportTarget(text);
  if (!target)
    throw new InvalidInput(
      `--report: expected ${reportFormats.map((format) => `${format}=<file>`).join(", ")}, found ${JSON.stringify(text)}`,
    );
  return [...before, target];
}
