import { InvalidInput } from "../../package/errors.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";

/** Reads one `--report` and appends it to the earlier ones. Throws InvalidInput. */
export const report: (text: string, before?: readonly ReportTarget[]) => readonly ReportTarget[] =
  reportReader(reportFormats);

/** A requested report, in one of the command's formats. */
interface Target<Format extends string> {
  readonly format: Format;
  readonly file: string;
}

/**
 * Makes a reader of `--report <format>=<file>` for a command with these formats. It appends to the earlier reports,
 * and throws InvalidInput.
 */
export function reportReader<const Format extends string>(formats: readonly Format[]) {
  return (text: string, before: readonly Target<Format>[] = []): readonly Target<Format>[] => {
    const end = text.indexOf("=");
    const format = formats.find((one) => one === text.slice(0, end));
    const file = text.slice(end + 1);
    if (format === undefined || file === "")
      throw new InvalidInput(
        `--report: expected ${formats.map((one) => `${one}=<file>`).join(", ")}, found ${JSON.stringify(text)}`,
      );
    return [...before, { format, file }];
  };
}
