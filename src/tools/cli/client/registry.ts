import { readdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { InvalidInput } from "../../../package/errors.js";
import { textOfNamed } from "../../../package/regular-file.js";
import { stateFolder } from "../../../package/state-folder.js";
import { makeFolder, writeWhole } from "../../../package/writing.js";
import { isRunning } from "../../runs/processes.js";

/** A running sandbox of this user. */
export interface LiveSandbox {
  readonly url: string;
  readonly pid: number;
  /** The folder in which it was started. */
  readonly cwd: string;
  /** ISO 8601. */
  readonly started: string;
  /** What else a sandbox says about itself. One of version 0.1.0 says nothing. */
  readonly identity?: Identity | undefined;
}

/** How `status` and `stop` recognise a sandbox, and what they report. */
export interface Identity {
  /** `GET /livez` answers it as X-Sandbox-Instance. A process id may belong to another program by now. */
  readonly instance: string;
  /** An address of the sandbox on this machine, such as http://127.0.0.1:4655. Its `url` may lead through a proxy. */
  readonly listens: string;
  readonly version: string;
  /** The data folder or the database. Null: in memory. */
  readonly data: string | null;
  /** How long it may take to stop, in milliseconds. */
  readonly stopsWithinMs: number;
}

/** The folder with a file for each running sandbox of a user. */
const folderOf = (env: NodeJS.ProcessEnv): string => join(stateFolder(env), "running");

/** Registers a running sandbox. The returned function removes the entry. An unwritable folder is ignored. */
export function enter(sandbox: LiveSandbox, env: NodeJS.ProcessEnv = process.env): () => void {
  try {
    const folder = folderOf(env);
    const file = join(folder, `${sandbox.pid}.json`);
    makeFolder(folder, 0o700);
    writeWhole(file, `${JSON.stringify(sandbox)}\n`, 0o600);
    return () => rmSync(file, { force: true });
  } catch {
    return () => {};
  }
}

/** The running sandboxes, newest first. Removes entries of processes that have ended. */
export function liveSandboxes(env: NodeJS.ProcessEnv = process.env): readonly LiveSandbox[] {
  const folder = folderOf(env);
  return filesIn(folder)
    .flatMap((name) => liveIn(join(folder, name)))
    .sort((a, b) => b.started.localeCompare(a.started));
}

/** The port that it listens on, which is not that of a `url` that leads through a proxy. */
export const portOf = ({ url, identity }: Pick<LiveSandbox, "url" | "identity">): string =>
  portIn(new URL(identity?.listens ?? url));

/** Its own address on this machine. Several nodes may share a `url`. */
export const localUrl = ({ url, identity }: LiveSandbox): string => withLocalhost(new URL(identity?.listens ?? url));

/** True if its `url` is its own address, not a base URL that the user gave. */
export const hasOwnUrl = (sandbox: LiveSandbox): boolean => withLocalhost(new URL(sandbox.url)) === localUrl(sandbox);

const portIn = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/;

/** Scheme, host and port. Loopback has one name. */
export const withLocalhost = (address: URL): string =>
  `${address.protocol}//${address.hostname.replace(LOOPBACK, "localhost")}:${portIn(address)}`;

/** The options that name a sandbox, each with what it takes of a sandbox. */
const picks = {
  "--port": (sandbox: LiveSandbox): string => `--port ${portOf(sandbox)}`,
  "--url": (sandbox: LiveSandbox): string => `--url ${localUrl(sandbox)}`,
} as const;
export type PickedBy = keyof typeof picks;

/**
 * The only one, or the only one that was started in this folder, else in the nearest folder above it. Undefined if there is
 * none. Otherwise throws with a list of all, each with the option that names it, because it doesn't guess.
 */
export function theOne<S extends LiveSandbox>(
  live: readonly S[],
  pick: PickedBy,
  byOption: string = pick,
): S | undefined {
  if (live.length < 2) return live[0];
  const above = live.filter(isFromAbove);
  const nearest = Math.max(...above.map(({ cwd }) => cwd.length));
  const chosen = above.filter(({ cwd }) => cwd.length === nearest);
  if (chosen.length === 1) return chosen[0];
  throw new InvalidInput([
    `${live.length} sandboxes run: name one with ${byOption}`,
    ...live.map((one) => line(one, pick)),
  ]);
}

/** True if it was started in the folder of this process, or in one above it. */
export const isFromAbove = ({ cwd }: LiveSandbox): boolean =>
  `${process.cwd()}${sep}`.startsWith(cwd.endsWith(sep) ? cwd : `${cwd}${sep}`);

/** True if it was started in the folder of this process. */
export const isFromHere = ({ cwd }: LiveSandbox): boolean => cwd === process.cwd();

/** A line of a list that the user chooses from. It begins with the option that names this one. */
export function line(sandbox: LiveSandbox, pick: PickedBy): string {
  const { url, pid, cwd, started } = sandbox;
  const named = picks[pick](sandbox);
  return `  ${named}${named.endsWith(url) ? "" : `  ${url}`}  process ${pid}, in ${cwd}, since ${started}`;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function liveIn(file: string): readonly LiveSandbox[] {
  try {
    const { url, pid, cwd, started, identity } = JSON.parse(textOfNamed(file)) as LiveSandbox;
    if (isRunning(pid) && URL.canParse(url))
      return [{ url, pid, cwd: String(cwd), started: String(started), ...(identity && { identity }) }];
    rmSync(file, { force: true });
  } catch {
    // Another process has just removed it, or it isn't one of our files.
  }
  return [];
}
