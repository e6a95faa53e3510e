import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseDuration } from "../../../core/scenario/values/duration.js";
import { logger } from "../../../lane/runtime/logger.js";
import { CannotStart } from "../../../package/errors.js";
import { packagePath } from "../../../package/files.js";
import { objectIn } from "../../../package/json.js";
import { typed } from "../../../package/typed.js";
import { version } from "../../../package/version.js";
import { makeFolder, pathFault, writeWhole } from "../../../package/writing.js";
import { type Resolved, shownData } from "../../../server/options/resolve.js";
import { type RunningServer, startServer } from "../../../server/server.js";
import { enter, type Identity } from "../client/registry.js";
import { agentAnswer } from "./agent-answer.js";
import { type Greeting, greet, greetingOf, ignoredSeed } from "./greeting.js";
import { activityHooks, liveLog } from "./live-log.js";
import { AT_MOST_MS, stopOnSignals } from "./stop-on-signals.js";
import { takenByOwn } from "./taken-port.js";
import { telemetryOf } from "./telemetry.js";

const SHUTDOWN_GRACE = "10s";

/** Runs a server until a signal comes. */
export async function serve(resolved: Resolved): Promise<void> {
  const { settings, readyFile, watch } = resolved;
  const isTerminal = process.stderr.isTTY === true;
  const format = resolved.logFormat ?? (isTerminal ? "pretty" : "json");
  const write = (line: string) => void process.stderr.write(line);
  const hasColour = isTerminal && !process.env.NO_COLOR;
  const level = resolved.logLevel;
  const log = logger({ format, write, level: level ?? "info", hasColour });
  if (readyFile !== undefined) removeReadyFile(readyFile);
  const signals = stopOnSignals();
  const telemetry = await telemetryOf(process.env, log);
  const instance = randomUUID();
  const server = await startServer(settings, log, {
    instance,
    ...activityHooks(liveLog({ format, level, isTerminal, hasColour, write, log }), telemetry?.listener),
    ...telemetry?.hooks,
    mcp: agentAnswer(settings),
  }).catch(async (error) => {
    const { port } = settings;
    const ends = `${typed()} stop --port ${port} ends it, `;
    const goOn = (_: string, isListed: boolean) => `${isListed ? ends : ""}start --port 0 picks a free one`;
    throw (await takenByOwn(error, port, goOn)) ?? error;
  });
  const graceMs = parseDuration(resolved.shutdownGrace ?? SHUTDOWN_GRACE);
  signals.stops(async () => {
    const { answered, cut } = await server.drain(graceMs);
    await telemetry?.stop();
    if (answered + cut > 0) log.info(`stopped: ${answered} open requests were answered, ${cut} were dropped`);
  }, graceMs);
  const { url } = server;
  const identity = { instance, ...identityOf(resolved, server), stopsWithinMs: graceMs + AT_MOST_MS };
  // Removes the registry's entry when the process ends, also after a signal.
  process.once(
    "exit",
    enter({ url, pid: process.pid, cwd: process.cwd(), started: new Date().toISOString(), identity }),
  );
  try {
    const greeting = greetingOf(server, resolved);
    if (readyFile !== undefined) {
      writeReadyFile(readyFile, readyFacts(server, greeting));
      process.once("exit", () => removeOwn(readyFile));
    }
    greet(greeting, { format: resolved.logFormat === undefined ? "pretty" : format, write, log });
    const ofScenarios = settings.scenarios.flatMap(({ warnings = [] }) => warnings);
    for (const warning of [ignoredSeed(greeting, resolved.chosenSeed) ?? [], resolved.warnings, ofScenarios].flat())
      log.warn(warning);
    if (watch) (await import("./watch.js")).watchScenarios(server.lanes, resolved, log);
  } catch (error) {
    // Otherwise the process would go on, and nobody would know that it is there.
    await server.stop();
    throw error;
  }
  process.stdout.write(`payment-sandbox ready at ${server.url}\n`);
}

const identityOf = (
  resolved: Resolved,
  { hereUrl }: RunningServer,
): Pick<Identity, "listens" | "version" | "data"> => ({ listens: hereUrl, version, data: shownData(resolved) ?? null });

/** The contents of the ready file. */
function readyFacts(
  { url, port, adminToken, caFile }: RunningServer,
  { merchantId, privateKeyFile, signature, seed }: Greeting,
) {
  const publicKeyFile = packagePath("fixtures/keys/notification.public.pem");
  const { pid } = process;
  return { url, port, pid, merchantId, seed, signature, version, privateKeyFile, publicKeyFile, adminToken, caFile };
}

/** Removes the file at the end. A sandbox that was started later may have replaced it. */
function removeOwn(path: string): void {
  try {
    if (objectIn(readFileSync(path, "utf8"))?.pid === process.pid) rmSync(path);
  } catch {
    // It is gone, or its folder can't be written any more.
  }
}

/** Removes the file of an earlier start, because a program that waits for the file must not find that one. */
function removeReadyFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw notWritten(path, error);
  }
}

/** Writes the facts atomically, because a program may read the file as soon as it exists. */
function writeReadyFile(path: string, facts: object): void {
  try {
    makeFolder(dirname(path));
    // Readable only for this user, because it may contain the admin token.
    writeWhole(path, `${JSON.stringify(facts, null, 2)}\n`, 0o600);
  } catch (error) {
    throw notWritten(path, error);
  }
}

const notWritten = (path: string, error: unknown): CannotStart =>
  new CannotStart(`the ready file ${path} cannot be written: ${pathFault(error)}`);
