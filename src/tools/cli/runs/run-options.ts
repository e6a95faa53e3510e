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
    .passThroughOptions()
    .hook("preAction", (_, { args, options }) => {
      const late = lateOptions(args, options);
      const text = `options after the command are its own: put ${late.join(", ")} before it`;
      if (late.length > 0) process.stderr.write(`payment-sandbox: warning: ${text}\n`);
    });
}

/** Options of ours after the command that it can hardly mean: those of a script without a file, and those beside a report of ours. */
function lateOptions([program = "", ...all]: readonly string[], options: readonly Option[]): readonly string[] {
  const end = all.indexOf("--");
  const words = end === -1 ? all : all.slice(0, end);
  const isScript = /(^|\/)(ba|da|k|z)?sh$/.test(program) && words.includes("-c");
  const hasReport = words.some((word) =>
    reportFormats.some((one) => word.replace("--report=", "").startsWith(`${one}=`)),
  );
  const isOfOurs = [program, ...words].some((word) => /(^|\/)payment-sandbox(\.js)?$/.test(word));
  if (isOfOurs || !(isScript || hasReport)) return [];
  return options.flatMap(({ long }) => (long && words.some((word) => word.split("=")[0] === long) ? [long] : []));
}
