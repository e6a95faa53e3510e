import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { assumptions } from "../../../core/facts/assumptions.js";
import { CannotStart, CommandFailed, InvalidInput } from "../../../package/errors.js";
import { shownPackagePath } from "../../../package/files.js";
import { typed } from "../../../package/typed.js";
import { makeFolder, pathFault } from "../../../package/writing.js";
import { shownStore } from "../../../server/options/option-text.js";
import type { ChosenOptions } from "../../../server/options/options.js";
import { type Resolved, resolveSettings } from "../../../server/options/resolve.js";
import { defaultSettings, type Settings } from "../../../server/options/settings.js";
import { ControlClient, ControlRefusal, type ControlTarget, inLane } from "../../library/control-client.js";
import { addServerOptions, chosenByFlags } from "../server/server-options.js";
import { addTargetOptions, type ClientOptions, callControl, controlTarget, failed } from "./client.js";
import type { ClientTarget } from "./command-names.js";
import { liveSandboxes, portOf } from "./registry.js";

const MORE = `
Checks Node.js, better-sqlite3, the config file, the port, IPv6, the data folder or the database, and a running sandbox.
It reads the port, the data folder, the store and the config file the way start does.

Examples:
  payment-sandbox doctor
  payment-sandbox doctor --data-dir ./data --port 8080 --json
  payment-sandbox doctor --store postgres://sandbox:secret@db.internal/sandbox

Exit codes: 0 no problem, 1 a problem, 2 usage, 5 the books of the running sandbox do not balance`;

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

export function addDoctor(program: Command): void {
  const command = program
    .command("doctor")
    .description("check for problems that keep a sandbox from starting or working");
  addTargetOptions(addServerOptions(command, { only: ["port", "dataDir", "store", "config"] }))
    .option("--json", "as JSON")
    .addHelpText("after", MORE)
    .action(async ({ json, ...target }) => {
      const found = await checkResults(chosenByFlags(command), target);
      process.stdout.write(json ? `${JSON.stringify({ findings: found }, null, 2)}\n` : found.map(resultLine).join(""));
      process.exitCode = exitCodeOf(found);
    });
}

const resultLine = ({ state, about, text, fix }: CheckResult): string =>
  `${SIGNS[state]} ${about.padEnd(15)} ${text}${fix === undefined ? "" : `\n${" ".repeat(22)}→ ${fix}`}\n`;

function exitCodeOf(found: readonly CheckResult[]): number {
  if (found.some(({ state, about }) => state === "wrong" && about === "invariants")) return 5;
  return found.some(({ state }) => state === "wrong") ? 1 : 0;
}

/** A check and its result. */
export interface CheckResult {
  readonly state: "ok" | "note" | "wrong";
  readonly about: string;
  readonly text: string;
  readonly fix?: string;
}

const ok = (about: string, text: string): CheckResult => ({ state: "ok", about, text });
const note = (about: string, text: string): CheckResult => ({ state: "note", about, text });
const wrong = (about: string, text: string, fix: string): CheckResult => ({ state: "wrong", about, text, fix });

/** For what only the config says. */
const notChecked = (about: string): CheckResult => note(about, "not checked: the config can't be read");

/** Checks everything that `start` would need with these flags. Never throws because of a finding. */
export async function checkResults(flags: ChosenOptions, options: ClientOptions): Promise<readonly CheckResult[]> {
  const { resolved, finding } = await config(flags);
  const running = await runningSandbox(options);
  return [
    ok("node", `Node.js ${process.versions.node}`),
    await sqlite(),
    finding,
    ...(resolved?.warnings ?? []).map((warning) => note("settings", warning)),
    ...(resolved?.settings.calibration === undefined ? [] : [calibration(resolved.settings)]),
    await (resolved || flags.port !== undefined
      ? port(flags.port ?? resolved?.settings.port ?? defaultSettings.port, resolved?.settings.host)
      : notChecked("port")),
    await ipv6(),
    await (resolved ? memory(resolved.settings) : notChecked("memory")),
    await (resolved || flags.dataDir !== undefined || flags.store !== undefined
      ? kept(resolved?.settings ?? flags, running.isThere)
      : notChecked("data folder")),
    ...running.findings,
  ];
}

async function sqlite(): Promise<CheckResult> {
  try {
    const { SqliteStore } = await import("../../../lane/store/sqlite/sqlite-store.js");
    await new SqliteStore({ seed: 1 }).close();
    return ok("better-sqlite3", "loads, and opens a database");
  } catch (error) {
    const fix = "install again with this Node.js: npm rebuild better-sqlite3";
    return wrong("better-sqlite3", (error as Error).message, fix);
  }
}

async function config(flags: ChosenOptions): Promise<{ resolved?: Resolved; finding: CheckResult }> {
  try {
    const resolved = await resolveSettings({ flags, env: process.env, cwd: process.cwd() });
    const { configFile: file } = resolved;
    const finding = file === undefined ? note("config", "none found, none needed") : ok("config", `${file} is valid`);
    return { resolved, finding };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { finding: wrong("config", error.lines.join("\n"), "correct the file at the given line and column") };
  }
}

/** Reports facts about the real service, and open assumptions. */
function calibration({ calibration: path, observed }: Settings): CheckResult {
  const [choices, codes] = [Object.keys(observed.choices), [...observed.codes]];
  const open = assumptions.map(({ id }) => id).filter((id) => !choices.includes(id));
  const seen = `${choices.length} of ${assumptions.length} assumptions and ${codes.length} response codes were observed`;
  return ok("calibration", `${path}: ${seen}; assumed still: ${open.join(", ")}`);
}

type ListenError = NodeJS.ErrnoException["code"];

/** Why the process can't listen there, or undefined if it can. */
const listenError = (host: string, wanted: number): Promise<ListenError> =>
  new Promise((done) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => done(code ?? "unknown"));
    server.listen(wanted, host, () => server.close(() => done(undefined)));
  });

/** Listens as `start` would. */
async function port(wanted: number, host: string | undefined): Promise<CheckResult> {
  const hosts = host !== undefined && host !== "localhost" ? [host] : ["127.0.0.1", "::1"];
  const tried = await Promise.all(hosts.map(async (one) => ({ one, code: await listenError(one, wanted) })));
  const failed = tried.find(({ one, code }) => (one === "::1" ? ipv6Error(code) : code) !== undefined);
  if (failed === undefined) return ok("port", wanted === 0 ? "a free one" : `${wanted} is free`);
  const { code } = failed;
  const fix = "start with --port <n>; 0 picks a free one";
  if (code !== "EADDRINUSE") return wrong("port", `${wanted}: ${code}`, fix);
  const holder = holderOf(wanted);
  if (holder?.startsWith("a sandbox")) return note("port", `${wanted} is taken, by ${holder}`);
  if (await isSandbox(wanted))
    return note("port", `${wanted} is taken, by a sandbox${holder === undefined ? "" : ` (${holder})`}`);
  const { refusesConnections, OUTGOING } = await import("../../../server/http/listen.js");
  if (holder === undefined && (await refusesConnections(failed.one, wanted)))
    return wrong("port", `${wanted}: nothing listens there, but ${OUTGOING}`, `try again, or ${fix}`);
  return wrong("port", `${wanted}: taken by ${holder ?? "another program"}`, fix);
}

/** The program that listens there may never answer. */
const PATIENCE_MS = 2000;

const isSandbox = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/_sandbox/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(async (response) => ((await response.json()) as { version?: unknown } | null)?.version !== undefined)
    .catch(() => false);

const noIpv6 = ["EADDRNOTAVAIL", "EAFNOSUPPORT"];
const ipv6Error = (code: ListenError): ListenError => (code !== undefined && noIpv6.includes(code) ? undefined : code);

async function ipv6(): Promise<CheckResult> {
  const code = await listenError("::1", 0);
  return code === undefined
    ? ok("IPv6", "localhost is reached by 127.0.0.1 and ::1")
    : note("IPv6", "none here: localhost is reached by 127.0.0.1 only");
}

async function memory(settings: Settings): Promise<CheckResult> {
  const { boundsText } = await import("../../../server/storage.js");
  return ok("memory", boundsText(settings));
}

/** Where lanes are kept. */
const kept = ({ store, dataDir }: Partial<Settings>, isRunning: boolean): Promise<CheckResult> =>
  store === undefined ? dataFolder(dataDir, isRunning) : database(store);

/** Connects as `start` would, and changes nothing. */
async function database(store: string): Promise<CheckResult> {
  const { migrateStore } = await import("../../../lane/store/postgres/schema/migrate.js");
  try {
    const { found, wanted, pending } = await migrateStore(store, { isCheck: true, waits: () => {} });
    const schema = pending.length === 0 ? `schema ${found}` : `the next start brings schema ${found} to ${wanted}`;
    return ok("store", `${shownStore(store)} answers; ${schema}`);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return wrong("store", error.message, `see ${shownPackagePath("docs/postgres.md")}`);
  }
}

/** Writes there and takes the lock, as `start` would. Cleans up afterwards. */
async function dataFolder(dataDir: string | undefined, isRunning: boolean): Promise<CheckResult> {
  if (dataDir === undefined) return note("data folder", "a start with these options has none: in memory");
  const another = "choose another --data-dir, or fix its permissions";
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    makeFolder(folder);
    rmdirSync(mkdtempSync(join(folder, ".doctor-")));
    if (!(await isInUse(resolve(dataDir)))) return ok("data folder", `${dataDir} can be written`);
    const text = `${dataDir} is in use by another sandbox`;
    return isRunning ? note("data folder", text) : wrong("data folder", text, "stop it, or choose another --data-dir");
  } catch (error) {
    return wrong("data folder", `${folder} cannot be used: ${pathFault(error)}`, another);
  }
}

async function isInUse(folder: string): Promise<boolean> {
  const { LOCK_FILE, openLock } = await import("../../../lane/store/sqlite/files/folder-lock.js");
  if (!existsSync(join(folder, LOCK_FILE))) return false;
  const lock = openLock(folder, 0);
  if (lock === "taken") return true;
  lock.release();
  return false;
}

async function runningSandbox(options: ClientOptions): Promise<{ isThere: boolean; findings: readonly CheckResult[] }> {
  const asked = options.url !== undefined || Boolean(process.env.PAYMENT_SANDBOX_URL);
  let target: ClientTarget | undefined;
  try {
    target = await controlTarget(options);
    const health = await healthOf(target);
    if (health === undefined)
      return { isThere: true, findings: [note("running", `${target.base} answers; ${TOKEN_WANTED}`)] };
    const { version, seed, lanes, store } = health;
    const text = `${target.base}: version ${version}, store ${store.kind}, seed ${seed}, lanes ${lanes.join(", ")}`;
    return { isThere: true, findings: [ok("running", text), await invariants(target, lanes)] };
  } catch (error) {
    const message = error instanceof InvalidInput ? error.lines.join("\n") : (error as Error).message;
    // It is there and refuses, such as a wrong token.
    if (error instanceof CommandFailed)
      return { isThere: true, findings: [{ state: "wrong", about: "running", text: message }] };
    if (asked) return { isThere: false, findings: [wrong("running", message, "start it, or correct --url")] };
    // If several sandboxes run, or none, `start` still works.
    const none = target && `none at ${target.base}; ${typed()} status lists yours`;
    return { isThere: false, findings: [note("running", none ?? message)] };
  }
}

const TOKEN_WANTED = "to check its lanes, give its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN";

/** Undefined if it asks for a token, and none was given: nothing is wrong then. */
const healthOf = (target: ClientTarget) =>
  new ControlClient(target)
    .call("GET /health", {})
    .catch((error: unknown) =>
      error instanceof ControlRefusal && error.code === "no-token" ? undefined : failed(error, target),
    );

async function invariants(target: ControlTarget, lanes: readonly string[]): Promise<CheckResult> {
  const broken: string[] = [];
  for (const lane of lanes) {
    const found = await callControl(inLane(target, lane), "GET /invariants", {});
    if (!found.holds) broken.push(`${lane}: ${JSON.stringify(found.broken)}`);
  }
  return broken.length === 0
    ? ok("invariants", "the books balance in every lane")
    : wrong("invariants", broken.join("; "), "a defect of the sandbox: please report it, with a snapshot of the lane");
}

/** Describes the process that listens on a port. Undefined if it belongs to another user, or if this is not Linux. */
function holderOf(port: number, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const sandbox = liveSandboxes(env).find((one) => portOf(one) === String(port));
  if (sandbox) return `a sandbox: process ${sandbox.pid}, in ${sandbox.cwd}`;
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listening(table, port)));
  const pid = sockets.size === 0 ? undefined : numbersIn("/proc").find((id) => hasSocket(id, sockets));
  return pid && `process ${pid}, ${orElse(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim(), "unnamed")}`;
}

const LISTENS = "0A";

/** The sockets that listen on a port, read from a table in /proc/net. */
function listening(table: string, port: number): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return orElse(() => readFileSync(`/proc/net/${table}`, "utf8"), "")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(`:${hex}`) && state === LISTENS)
    .map((columns) => `socket:[${columns[9]}]`);
}

const numbersIn = (folder: string): readonly string[] =>
  orElse(() => readdirSync(folder), []).filter((name) => /^\d+$/.test(name));

const hasSocket = (pid: string, sockets: ReadonlySet<string>): boolean =>
  numbersIn(`/proc/${pid}/fd`).some((fd) => sockets.has(orElse(() => readlinkSync(`/proc/${pid}/fd/${fd}`), "")));

/** Unreadable or vanished files count as empty. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
