import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CannotStart } from "../../../package/errors.js";
import { objectIn } from "../../../package/json.js";
import { stateFolder } from "../../../package/state-folder.js";
import { programWords, typed } from "../../../package/typed.js";
import { makeFolder, pathFault } from "../../../package/writing.js";
import { unknownVariables } from "../../../server/options/environment.js";
import { onStopSignals } from "../../runs/stop-signals.js";
import { liveSandboxes, portOf } from "../client/registry.js";

const READY = /^payment-sandbox ready at (\S+)$/;

/**
 * Starts the sandbox as a process of its own and resolves when it is ready: with its exit code if it could not start, else
 * with 0. `args` are those of `start`. Its log goes to a file; the log of the former sandbox on the same port stays beside it, as `.log.1`.
 */
export async function startDetached(args: readonly string[]): Promise<number> {
  const folder = join(stateFolder(), "logs");
  const log = join(folder, `${process.pid}.starting.log`);
  const child = startIn(folder, log, args);
  onStopSignals(["SIGINT", "SIGTERM"], () => child.kill());
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout! }).on("line", (line) => {
      const url = READY.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const first = await Promise.race([ready, ended]);
  if (typeof first === "number") {
    process.stderr.write(readFileSync(log));
    rmSync(log, { force: true });
    return first || 1;
  }
  child.stdout!.destroy();
  child.unref();
  const said = readFileSync(log, "utf8");
  for (const warning of new Set([...(await unknownVariables(process.env)), ...warningsIn(said)]))
    process.stderr.write(`warning: ${warning}\n`);
  const token = TOKEN.exec(said)?.groups?.token;
  if (token !== undefined) process.stderr.write(`admin token: ${token}\n`);
  process.stdout.write(`payment-sandbox ready at ${first}\nprocess ${child.pid}\n`);
  const port = portOf(liveSandboxes().find(({ pid }) => pid === child.pid) ?? { url: first });
  process.stderr.write(`log: ${logPlace(log, join(folder, `${port}.log`))}\nstop it: ${typed()} stop --port ${port}\n`);
  return 0;
}

/** The token that the sandbox generated, in the greeting of each log format. */
const TOKEN = /(?:^ {2}token +Authorization: Bearer |^admin token: |^{.*"generatedToken":")(?<token>[^\s"]+)/m;

/** The warnings of a log, as lines for people or for programs. */
const warningsIn = (log: string): readonly string[] =>
  log.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return /^[\d:.]+ WARN (.*)$/.exec(line)?.[1] ?? [];
    const { level, message } = objectIn(line) ?? {};
    return level === "warn" ? String(message) : [];
  });

function startIn(folder: string, log: string, args: readonly string[]) {
  try {
    makeFolder(folder, 0o700);
    const file = openSync(log, "w", 0o600);
    const [node, ...program] = programWords();
    const command = [...process.execArgv, ...program, "start", ...args];
    const options = { detached: true, windowsHide: true } as const;
    const child = spawn(node, command, { ...options, stdio: ["ignore", "pipe", file] });
    closeSync(file);
    return child;
  } catch (error) {
    throw new CannotStart(
      `cannot start in the background: ${pathFault(error)}; XDG_STATE_HOME names a folder for its log`,
    );
  }
}

/** Names the log by its port. It keeps its first name on systems that don't rename an open file. */
function logPlace(log: string, byPort: string): string {
  try {
    if (existsSync(byPort)) renameSync(byPort, `${byPort}.1`);
    renameSync(log, byPort);
    return byPort;
  } catch {
    return log;
  }
}
