import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface ReportOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The exit codes that are fine; all by default. */
  readonly exits?: readonly number[];
}

/** Runs a command of the built program, such as `judge`, and reads the JSON report that it writes. */
export async function reportOf<T>(
  [command, ...words]: readonly string[],
  { env, exits }: ReportOptions = {},
): Promise<T> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-report-"));
  const file = join(folder.path, "report.json");
  const args = ["bin/payment-sandbox.js", command!, "--report", `json=${file}`, ...words];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const [code] = (await once(child, "close")) as [number];
  if (!existsSync(file) || exits?.includes(code) === false)
    throw new Error(`expected a report of ${words.join(" ")}, found exit ${code}\n${said}`);
  return JSON.parse(readFileSync(file, "utf8"));
}
