import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { MAX_SEED } from "../../../server/options/options.js";
import type { Resolved } from "../../../server/options/resolve.js";
import { addServerOptions, refuseIgnored, resolvedFor } from "./server-options.js";

const MORE = `
Examples:
  payment-sandbox start --port 0 --ready-file ready.json    a free port, written to a file
  payment-sandbox start --detach                            in the background; payment-sandbox stop ends it
  payment-sandbox start --data-dir ./data                   survives a restart, with its seed
  payment-sandbox start --look ./data                       look at kept data: no time passes, nothing is sent
  payment-sandbox start --scenario magic-refunds.scenario.yaml --watch
  PAYMENT_SANDBOX_SIGNATURE=enforce payment-sandbox start   refuses invalid signatures

Precedence: flags, then PAYMENT_SANDBOX_<NAME>, then payment-sandbox.config.{yaml,yml,json}, then the defaults.
stdout gets one line, once the sandbox is ready: payment-sandbox ready at <url>. Everything else goes to stderr.

Exit codes:
  2         usage, or an invalid file, as file:line:column: problem, expected
  3         could not start: the port is in use, the data folder is in use or not writable
  130, 143  stopped by SIGINT, SIGTERM: finishes open requests within --shutdown-grace and saves the state; a second signal stops at once`;

export function addStart(program: Command): void {
  const command = program.command("start", { isDefault: true }).description("start the sandbox (the default command)");
  addServerOptions(command, { except: ["strict", "minCoverage"] })
    .option("--detach", "start in the background, print url and process id when it is ready, and return")
    .option(
      "--look <dir>",
      "look at a kept data folder: on a copy, with clocks that stand, so nothing expires or is sent",
    )
    .addHelpText("after", MORE)
    .action(async ({ detach, look }) => {
      if (detach) {
        const { startDetached } = await import("./detach.js");
        const typed = process.argv.slice(process.argv[2] === "start" ? 3 : 2);
        process.exitCode = await startDetached(typed.filter((word) => word !== "--detach"));
        return;
      }
      // The seed is random, so that the shop's own database doesn't see the same order ids after each restart.
      const resolving = resolvedFor(command, { signature: "warn", seed: randomInt(MAX_SEED) });
      const [{ serve }, resolved] = await Promise.all([import("./serve.js"), resolving]);
      if (look === undefined) return serve(resolved);
      refuseIgnored(command, ["dataDir", "store"], "--look names the data; leave it out");
      await serve(await lookingAt(look, resolved));
    });
}

async function lookingAt(folder: string, { settings, warnings, ...resolved }: Resolved): Promise<Resolved> {
  const lookedAt = resolve(folder);
  const copy = await (await import("./look.js")).standingCopy(lookedAt, settings);
  return {
    ...{ ...resolved, lookedAt, warnings: [...warnings, ...copy.warnings] },
    settings: { ...settings, dataDir: copy.dataDir, store: undefined },
  };
}
