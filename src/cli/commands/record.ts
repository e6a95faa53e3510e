import { appendFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { CannotStart, InvalidInput } from "../../package/errors.js";
import type { Recorded } from "../../trust/exchange.js";
import { baseUrlOf } from "../../trust/target-url.js";
import { trusted } from "../client.js";
import { stopOnSignals } from "../stop-on-signals.js";
import { wholeOf } from "../whole-option.js";

const MORE = `
Listens on this machine and passes each call on to the target, byte by byte. Point your program's base URL at it, run your
tests, and stop it with Ctrl+C. The file gets one call a line, without signatures and whole card numbers. With --shadow a
sandbox is asked the same, and told is what it answers otherwise.

Examples:
  payment-sandbox record --target https://payments.example --out run.jsonl --port 4700
  payment-sandbox record --target https://payments.example --out run.jsonl --shadow
  payment-sandbox compare run.jsonl

Exit codes: 2 usage, 3 could not listen, 130 and 143 stopped by SIGINT and SIGTERM (the file is whole)`;

interface RecordFlags {
  readonly target: string;
  readonly out: string;
  readonly port: number;
  readonly shadow?: true;
}

export function recordCommand(program: Command): void {
  program
    .command("record")
    .description("record your own test run against the real service, and compare it with the sandbox")
    .requiredOption("--target <base-url>", "the service that the calls are passed on to")
    .requiredOption("--out <file.jsonl>", "where the calls are written")
    .option("--port <n>", "where to listen on this machine; 0 takes a free port", wholeOf("--port", 0, 65_535), 0)
    .option("--shadow", "ask a sandbox the same, and tell what it answers otherwise")
    .addHelpText("after", MORE)
    .action(run);
}

async function run({ target, out, port, shadow: isShadowed }: RecordFlags): Promise<void> {
  const url = baseUrlOf("--target", target);
  await trusted(url);
  begin(out);
  const [{ startProxy }, { oddityOf }, shadow] = await Promise.all([
    import("../../trust/record/proxy.js"),
    import("../../trust/record/oddity.js"),
    shadowOf(isShadowed),
  ]);
  let calls = 0;
  let following: Promise<unknown> = Promise.resolve();
  const told = new Set<string>();
  const onExchange = (recorded: Recorded) => {
    appendFileSync(out, `${JSON.stringify(recorded)}\n`);
    const odd = oddityOf(recorded);
    // A target that is down is so for each call: it is told once.
    if (odd !== undefined && !told.has(odd)) process.stderr.write(`payment-sandbox: ${url}${odd}\n`);
    if (odd !== undefined) told.add(odd);
    const call = ++calls;
    // One after another: a call may name what the one before it made.
    following = following
      .then(() => shadow?.(recorded, call))
      .catch((error: unknown) => {
        process.stderr.write(`#${call} cannot be compared: ${(error as Error).message}\n`);
      });
  };
  const proxy = await startProxy({ target: url, port, onExchange }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(error.code === "EADDRINUSE" ? `port ${port} is taken: --port names another` : error.message);
  });
  process.stdout.write(`recording at ${proxy.url}\n`);
  stopOnSignals().stops(async () => {
    await proxy.stop();
    await following;
    process.stdout.write(`wrote ${calls} calls to ${out}\n`);
  });
}

function begin(out: string): void {
  try {
    writeFileSync(out, "");
  } catch (error) {
    throw new InvalidInput(`--out: ${out}: ${(error as Error).message}`);
  }
}

async function shadowOf(isWanted: true | undefined) {
  if (!isWanted) return undefined;
  const [{ shadowUnderConfig }, { compareOne, differingText }, { operationOf }] = await Promise.all([
    import("../shadow.js"),
    import("../../trust/compare/compare.js"),
    import("../../trust/exchange.js"),
  ]);
  const shadow = await shadowUnderConfig();
  return async (recorded: Recorded, call: number): Promise<void> => {
    const lines = (await compareOne(recorded, shadow)) ?? [];
    if (lines.length > 0) process.stdout.write(differingText({ call, operation: operationOf(recorded.path), lines }));
  };
}
