import type { Command } from "commander";
import { InvalidInput } from "../../package/errors.js";

const MORE = `
Asks a sandbox of its own, under the config file of this folder, what a recording asked the real service, and tells what the
answers do not have in common: members, their types, success or refusal, statuses and money. Ids and times may differ.

Examples:
  payment-sandbox compare run.jsonl

Exit codes: 0 alike, 1 the service answered otherwise than the sandbox, 2 usage or an invalid file`;

export function compareCommand(program: Command): void {
  program
    .command("compare")
    .description("compare a recording of the real service with the sandbox")
    .argument("<file>", "what record wrote (.jsonl), or an HTTP archive (.har)")
    .addHelpText("after", MORE)
    .action(async (file: string) => {
      const [{ readRecording }, { compareRecording, differingText }, { shadowUnderConfig }] = await Promise.all([
        import("../../trust/read-recording.js"),
        import("../../trust/compare/compare.js"),
        import("../shadow.js"),
      ]);
      const recorded = readRecording(file);
      await using shadow = await shadowUnderConfig();
      const { compared, differing } = await compareRecording(recorded, shadow);
      if (compared === 0)
        throw new InvalidInput(`${file} holds no call of the payment API with a whole answer: nothing can be compared`);
      process.stdout.write(differing.map(differingText).join(""));
      process.stdout.write(`${compared} of ${recorded.length} calls compared, ${differing.length} differ\n`);
      process.exitCode = differing.length > 0 ? 1 : 0;
    });
}
