import { Option } from "@commander-js/extra-typings";
import { InvalidInput } from "../../package/errors.js";
import type { ReportTarget } from "../../reports/write.js";

/** `--report <format=file>` of a command with these formats. It may be given more than once. */
export const reportOption = <const Format extends string>(formats: readonly Format[]) =>
  new Option("--report <format=file>", `write a report: ${formats.join("=…, ")}=…; repeatable`).argParser(
    reportReader(formats),
  );

/** Makes a reader of one `--report`. It appends to the earlier ones, and throws InvalidInput. */
export function reportReader<const Format extends string>(formats: readonly Format[]) {
  return (text: string, before: readonly ReportTarget<Format>[] = []): readonly ReportTarget<Format>[] => {
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
