import type { Command } from "@commander-js/extra-typings";
import { plural } from "../../../core/scenario/values/plural.js";
import { InvalidInput } from "../../../package/errors.js";
import { archiveBaseOption } from "../value-options.js";
import { issueOption, requireWritable, writeIssue } from "./issue.js";

const MORE = `
Repeats the recorded calls in its own sandbox, with the config file of this folder, and reports where the answers differ:
members, their types, success or refusal, statuses and money. Ids and times may differ.

Examples:
  payment-sandbox compare run.jsonl
  payment-sandbox compare run.jsonl --issue issue.md   also say why, with the fewest calls
  payment-sandbox compare proxy.har --base https://pay.example/gateway/v2

Exit codes: 0 no difference, 1 the answers differ, 2 usage or an invalid file`;

export function addCompare(program: Command): void {
  program
    .command("compare")
    .description("compare a recording of the real service with the sandbox")
    .argument("<file>", "a recording (.jsonl), an HTTP archive (.har), or a lane's calls (.json)")
    .addOption(archiveBaseOption())
    .addOption(issueOption())
    .addHelpText("after", MORE)
    .action(async (file, { base, issue }) => {
      const [{ readRecording }, { comparedText, compareRecording, differingText }, { optionsUnderConfig }] =
        await Promise.all([
          import("../../trust/recording/read-log.js"),
          import("../../trust/replay/compare.js"),
          import("./options-under-config.js"),
        ]);
      const recorded = readRecording(file, base);
      requireWritable("--issue", issue);
      const options = await optionsUnderConfig();
      const { calls, compared, differing, repeated } = await compareRecording(recorded, options);
      if (compared === 0)
        throw new InvalidInput(`${file} has no payment API call with a complete answer: nothing to compare`);
      process.stdout.write(differing.map(differingText).join(""));
      process.stdout.write(comparedText({ compared, repeated, differing: differing.length }, calls));
      if (issue !== undefined) {
        const [{ guessesOfRecording }, { optionsUnder }] = await Promise.all([
          import("../../trust/issue/from-recording.js"),
          import("../../trust/issue/issue.js"),
        ]);
        const guesses = await guessesOfRecording(recorded, options);
        const then = await compareRecording(recorded, optionsUnder(guesses, options));
        const found = `Found by \`compare\` in ${plural(compared, "recorded call")}: ${differing.length} differ, and ${then.differing.length} with the settings below.`;
        await writeIssue(issue, guesses, found);
      }
      process.exitCode = differing.length > 0 ? 1 : 0;
    });
}
