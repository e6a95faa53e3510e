import { appendFileSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { plural } from "../../../core/scenario/values/plural.js";
import { writeNamed } from "../../../package/writing.js";
import type { Recorded } from "../../trust/recording/exchange.js";
import { trusted } from "../client/address.js";
import { stopOnSignals } from "../server/stop-on-signals.js";
import { type OptionsOf, serviceAddress, valueOption, wholeFrom } from "../value-options.js";

const MORE = `
Listens on this machine and forwards each call to the target unchanged. Point your program's base URL at it, run your
tests, and stop it with Ctrl+C, in a script with kill $!.
The file gets one call a line, without signatures and full card numbers. --shadow sends the same calls to a sandbox and reports
where its answers differ.

Examples:
  payment-sandbox record --target https://payments.example --out run.jsonl --port 4700
  payment-sandbox record --target https://payments.example --out run.jsonl --shadow
  payment-sandbox compare run.jsonl

Exit codes: 2 usage, 3 could not listen, 130 and 143 stopped by SIGINT and SIGTERM (the file is complete)`;

const declared = (program: Command) =>
  program
    .command("record")
    .description("record your own test run against the real service, and compare it with the sandbox")
    .addOption(
      valueOption("--target <base-url>", "the service to forward calls to", serviceAddress).makeOptionMandatory(),
    )
    .requiredOption("--out <file.jsonl>", "file to write the calls to")
    .addOption(
      valueOption("--port <n>", "port to listen on (loopback only); 0 picks a free one", wholeFrom(0, 65_535)).default(
        0,
      ),
    )
    .option(
      "--allowed-hosts <host,…>",
      "additional Host headers to accept",
      (text): readonly string[] => text.split(","),
      [],
    )
    .option("--shadow", "send the same calls to a sandbox, and report where its answers differ")
    .addHelpText("after", MORE);

export const addRecord = (program: Command): void => void declared(program).action(run);

async function run({
  target: url,
  out,
  port,
  shadow: isShadowed,
  allowedHosts,
}: OptionsOf<typeof declared>): Promise<void> {
  await trusted(url);
  writeNamed(out, "", "--out", 0o600);
  const [{ oddityOf, startProxy }, shadow] = await Promise.all([
    import("../../trust/recording/proxy.js"),
    shadowOf(isShadowed),
  ]);
  let calls = 0;
  let following: Promise<unknown> = Promise.resolve();
  const told = new Set<string>();
  const onExchange = (recorded: Recorded) => {
    appendFileSync(out, `${JSON.stringify(recorded)}\n`);
    const odd = oddityOf(recorded);
    // If the target is down, every call fails, so report it only once.
    if (odd !== undefined && !told.has(odd)) process.stderr.write(`payment-sandbox: ${url}${odd}\n`);
    if (odd !== undefined) told.add(odd);
    const call = ++calls;
    // Runs one call after another, because a call may use an object that the previous one created.
    following = following
      .then(() => shadow?.next(recorded, call))
      .catch((error: unknown) => {
        process.stderr.write(`#${call} cannot be compared: ${(error as Error).message}\n`);
      });
  };
  const proxy = await startProxy({ target: url, port, allowedHosts, onExchange });
  process.stdout.write(`recording at ${proxy.url}\n`);
  stopOnSignals().stops(async () => {
    await proxy.stop();
    await following;
    process.stdout.write(`wrote ${plural(calls, "call")} to ${out}\n`);
    if (shadow) process.stdout.write(shadow.soFar(calls));
  });
}

async function shadowOf(isWanted: true | undefined) {
  if (!isWanted) return undefined;
  const [{ optionsUnderConfig }, { comparedText, comparison, differingText }, { Replayer }] = await Promise.all([
    import("./options-under-config.js"),
    import("../../trust/replay/compare.js"),
    import("../../trust/replay/replayer.js"),
  ]);
  const { next, counts } = comparison(await (await Replayer.start(await optionsUnderConfig())).lane());
  return {
    next: async (recorded: Recorded, call: number): Promise<void> => {
      for (const one of await next(recorded, call)) process.stdout.write(differingText(one));
    },
    soFar: (calls: number) => comparedText(counts, calls),
  };
}
