import { resolve } from "node:path";
import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";

/** `--report <format=file>`. It may be given more than once. */
export const reportOption = () =>
  new Option("--report <format=file>", `write a report: ${reportFormats.join("=…, ")}=…; repeatable`).argParser(
    readReport,
  );

/** Reads one `--report` and appends it to the earlier ones. Throws InvalidInput. */
export function readReport(text: string, before: readonly ReportTarget[] = []): readonly ReportTarget[] {
  const end = text.indexOf("=");
  const format = reportFormats.find((one) => one === text.slice(0, end));
  const file = text.slice(end + 1);
  if (format === undefined || file === "")
    throw new InvalidInput(
      `--report: expected ${reportFormats.map((one) => `${one}=<file>`).join(", ")}, found ${JSON.stringify(text)}`,
    );
  const other = before.find((target) => resolve(target.file) === resolve(file));
  if (other !== undefined && other.format !== format)
    throw new InvalidInput(`--report: ${file} is the file of ${other.format} already; name another for ${format}`);
  return [...before, { format, file }];
}

/**
 * Makes everything from the first word on the user's command, with or without `--`, because Yarn 1 and `npm exec` swallow it.
 * So options of ours stand before it. A subcommand still wins.
 */
export function takesCommand<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) {
  command.parent?.enablePositionalOptions();
  return command
    .usage("[options] [--] <command...>")
    .argument("<command...>", "the command; all words after its first are its own")
    .enablePositionalOptions()
    .passThroughOptions();
}
