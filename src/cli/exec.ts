import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { demoMerchants } from "../app/fixtures.js";
import type { Log } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import { packagePath } from "../package/files.js";
import { version } from "../package/version.js";
import { brokenOf, failuresOf, type Run } from "../reports/run.js";
import { summaryLines } from "../reports/text.js";
import { type ReportTarget, writeReports } from "../reports/write.js";
import { type Ended, NotRun, runChild } from "../runs/child-process.js";
import { checkLane, settleDown, usedLanes } from "../runs/lane-checks.js";
import { CannotStart, type RunningServer, startServer } from "../server/server.js";
import { publicForms } from "../signing/keys.js";

export interface ExecOptions {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly reports: readonly ReportTarget[];
  readonly log: Log;
}

const EXIT = { usage: 2, cannotStart: 3, expectation: 4, invariant: 5 } as const;

/** Our lines stand between those of the command: the prefix tells them apart. */
const say = (line: string): void => void process.stderr.write(`payment-sandbox | ${line}\n`);

/** Runs a command inside a sandbox and judges what it did there; resolves with the exit code. */
export async function runExec({ settings, command, reports, log }: ExecOptions): Promise<number> {
  let server: RunningServer;
  try {
    server = await startServer(settings, log);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    say(error.message);
    return EXIT.cannotStart;
  }
  const keys = keyFiles(settings);
  try {
    return await runInside(server, { settings, command, reports, log }, keys.env);
  } finally {
    await server.stop();
    keys.remove();
  }
}

async function runInside(server: RunningServer, { command, reports }: ExecOptions, keyEnv: object): Promise<number> {
  const startedAt = new Date();
  let ended: Ended;
  try {
    ended = await runChild(command, { ...process.env, ...keyEnv, PAYMENT_SANDBOX_URL: server.url });
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    say(error.message);
    return EXIT.usage;
  }
  // Who stops us wants an end, and no judgement of half a run.
  if (ended.stoppedBy) return 128 + constants.signals[ended.stoppedBy];
  const lanes = usedLanes(server.lanes);
  await settleDown(lanes);
  const checked = await Promise.all(lanes.map(checkLane));
  const run: Run = {
    version,
    command,
    seed: lanes[0]?.seed ?? 0,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    commandExitCode: ended.exitCode,
    exitCode: ended.exitCode || verdictOf({ lanes: checked }),
    lanes: checked,
  };
  for (const line of summaryLines(run)) say(line);
  try {
    await writeReports(run, reports);
  } catch (error) {
    say(`cannot write a report: ${(error as Error).message}`);
    return run.exitCode || EXIT.cannotStart;
  }
  return run.exitCode;
}

function verdictOf(run: Pick<Run, "lanes">): number {
  if (brokenOf(run).length > 0) return EXIT.invariant;
  return failuresOf(run).length > 0 ? EXIT.expectation : 0;
}

/** Where the command finds its keys: the demo merchant's own, and the one that verifies notifications. */
function keyFiles({ notificationKey }: Settings): { readonly env: object; readonly remove: () => void } {
  const folder = notificationKey === undefined ? undefined : mkdtempSync(join(tmpdir(), "payment-sandbox-"));
  const publicKeyFile =
    folder === undefined
      ? packagePath("fixtures/keys/notification.public.pem")
      : join(folder, "notification.public.pem");
  if (notificationKey !== undefined)
    writeFileSync(publicKeyFile, publicForms(createPublicKey(createPrivateKey(notificationKey))).pem);
  return {
    env: {
      PAYMENT_SANDBOX_MERCHANT_ID: String(demoMerchants[0]?.merchantId),
      PAYMENT_SANDBOX_PRIVATE_KEY_FILE: packagePath("fixtures/keys/demo-merchant.private.pem"),
      PAYMENT_SANDBOX_PUBLIC_KEY_FILE: publicKeyFile,
    },
    remove: () => folder !== undefined && rmSync(folder, { recursive: true, force: true }),
  };
}
