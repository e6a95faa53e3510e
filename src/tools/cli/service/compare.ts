import type { Command } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";

const MORE = `
Repeats the recorded calls in its own sandbox, with the config file of this folder, and reports where the answers differ:
members, their types, success or refusal, statuses and money. Ids and times may differ.

Examples:
  payment-sandbox compare run.jsonl

Exit codes: 0 no difference, 1 the answers differ, 2 usage or an invalid file`;

export function addCompare(program: Command): void {
  program
    .command("compare")
    .description("compare a recording of the real service with the sandbox")
    .argument("<file>", "a recording (.jsonl), or an HTTP archive (.har)")
    .addHelpText("after", MORE)
    .action(async (file) => {
      const [{ readRecording }, { compareRecording, differingText }, { shadowUnderConfig }] = await Promise.all([
        import("../../trust/recording/read-log.js"),
        import("../../trust/compare/compare.js"),
        import("./shadow.js"),
      ]);
      const recorded = readRecording(file);
      await using shadow = await shadowUnderConfig();
      const { compared, differing } = await compareRecording(recorded, shadow);
      if (compared === 0)
        throw new InvalidInput(`${file} has no payment API call with a complete answer: nothing to compare`);
      process.stdout.write(differing.map(differingText).join(""));
      process.stdout.write(`${compared} of ${recorded.length} calls compared, ${differing.length} differ\n`);
      process.exitCode = differing.length > 0 ? 1 : 0;
    });
}
