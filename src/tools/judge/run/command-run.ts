import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ChoiceWatcher } from "../../../lane/choices.js";
import type { Lane } from "../../../lane/lane.js";
import type { Log } from "../../../lane/ports/log.js";
import type { Settings } from "../../../server/options/settings.js";
import type { RunningServer } from "../../../server/server.js";
import { type EndedApart, runApart } from "../../runs/child-process.js";
import { commandEnvironment } from "../../runs/environment.js";
import { letTimePass, realTimers } from "../../runs/idle.js";
import { deliveriesEnded } from "../../runs/lane-checks.js";
import { amountLists, USUAL } from "../mutants/amount-lists.js";
import { LIST } from "../mutants/driver-act.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import type { Recorder } from "../observe/recorder.js";
import { unreadable } from "../schema/beliefs.js";
import type { Replays } from "./replay.js";
import { unmetIn } from "./scenarios-for.js";
import { allFallenDue, settledRun, steadyRun } from "./settled-run.js";
import { askedShopper, noShopper } from "./shop/asked-shopper.js";
import type { BeliefSource } from "./shop/belief-source.js";
import type { LeftOpen } from "./shop/inspection.js";
import type { HostedShop, ShopHost } from "./shop/shop-host.js";
import { ShopNotReady } from "./shop/shop-process.js";
import { errorLine, tellingEnd } from "./shop/telling-line.js";
import type { MayChange, ShopRun } from "./shop-runner.js";
import type { Scene } from "./timing/scene.js";

export interface CommandRunnerOptions {
  readonly command: readonly string[];
  /** The working folder. Undefined: that of this process. */
  readonly cwd?: string | undefined;
  readonly settings: Settings;
  readonly log: Log;
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly beliefs: BeliefSource;
  readonly replayOf: Replays["of"];
  /** Starts the shop that the command drives. Undefined: the command is both shop and test. */
  readonly host?: ShopHost | undefined;
  /** If given, lanes of failed runs stay open until the runner closes, and are listed here. */
  readonly leftOpen?: LeftOpen[] | undefined;
  readonly choiceWatcher?: ChoiceWatcher | undefined;
}

/** The address of a run's sandbox. */
export interface Place {
  readonly server: RunningServer;
  readonly lane: string;
  readonly leave: () => Promise<void>;
}

interface OneRun {
  readonly recorder: Recorder;
  readonly mutant: PlannedMutant | undefined;
  readonly signal: AbortSignal;
  readonly file: string;
  readonly scene: Scene | undefined;
  readonly mayChange: MayChange | undefined;
}

/** Runs the command once at a place that is ready for it, with its shop if it drives one. */
export async function runAt(place: Place, one: OneRun, options: CommandRunnerOptions): Promise<ShopRun> {
  const { recorder, mutant, signal, file, scene } = one;
  const { settings, idleMs, host } = options;
  const { server, lane } = place;
  const jobsFile = `${file}.jobs`;
  using environment = commandEnvironment(server.lanes.baseUrlOf(lane), settings, server);
  const env = {
    // A shop of TypeScript that loads express, zod and pg starts with 0.7 of the CPU, as the first run compiled them.
    NODE_COMPILE_CACHE: join(dirname(file), "compiled"),
    ...process.env,
    ...environment.variables,
    PAYMENT_SANDBOX_BELIEFS_FILE: file,
    PAYMENT_SANDBOX_JOBS_FILE: jobsFile,
    PAYMENT_SANDBOX_AMOUNTS: JSON.stringify(amountLists[mutant?.amounts ?? USUAL]),
    ...noShopper,
  };
  const shopper = askedShopper(mutant ? mutant.shopper : LIST, `${file}.shopper`);
  let shop: HostedShop | undefined;
  try {
    shop = await host?.open({ env, publicKey: mutant?.variant?.publicKey, signal });
  } catch (error) {
    if (!(error instanceof ShopNotReady)) throw error;
    return notReady(error, mutant, host?.isShared === true);
  }
  if (scene) Object.assign(scene, { shop, jobsFile });
  const stopTime = letTimePass({ recorder, idleMs, timers: realTimers });
  try {
    const driverEnv = { ...env, ...shop?.env, ...shopper.variables };
    const ran = await drive(place, one, driverEnv, { ...options, shop, stopTime });
    return mutant === undefined ? { ...ran, shopperCan: shopper.can() } : { ...ran, shopperDid: shopper.done() };
  } finally {
    await stopTime();
    await shop?.close();
    // The shop may have made a folder of it.
    for (const one of [file, jobsFile]) rmSync(one, { recursive: true, force: true });
    shopper.close();
  }
}

/** A correct shop refuses to start without its key. */
const notReady = ({ message }: ShopNotReady, mutant: PlannedMutant | undefined, isShared: boolean): ShopRun => ({
  lanes: [],
  beliefs: mutant?.family === "keyless" ? {} : undefined,
  unreadable: [],
  unmet: [],
  cells: new Set(),
  exitCode: null,
  why: `the shop ${isShared ? "is not ready" : "did not start"}: ${message}`,
  isShopDown: true,
  hasTimedOut: false,
  ms: 0,
});

interface DriveOptions extends CommandRunnerOptions {
  readonly shop: HostedShop | undefined;
  readonly stopTime: () => Promise<void>;
}

async function drive(
  { lane }: Place,
  { recorder, mutant, signal, file, scene, mayChange }: OneRun,
  env: NodeJS.ProcessEnv,
  { command, cwd, settings, timeoutMs, beliefs, shop, stopTime }: DriveOptions,
): Promise<ShopRun> {
  const isHosted = shop !== undefined;
  const began = recorder.ms;
  const ended = await runApart(command, { cwd, env, timeoutMs, signal, endsDaemons: true });
  const ms = recorder.ms - began;
  await stopTime();
  await scene?.crash;
  const lanes: readonly Lane[] = recorder.lanes;
  if (!signal.aborted) await (isHosted ? allFallenDue(lanes) : deliveriesEnded(lanes));
  const look = async (): Promise<ShopRun> => {
    const facts = await recorder.facts(mutant?.id);
    const used = facts.map(({ name, orders }) => ({ name, references: [...new Set(orders.map(referenceOf))] }));
    const { saidAgoMs, ...said } = ended.hasTimedOut
      ? { ...unreadable(), saidAgoMs: undefined }
      : await beliefs.read({ file, lanes: used.length > 0 ? used : [{ name: lane, references: [] }], env, signal });
    const why =
      scene?.failed === undefined ? whyBadly(ended, timeoutMs) : `the shop did not start again: ${scene.failed}`;
    const wrote = shopWrote(shop?.process?.output() ?? "");
    return {
      lanes: facts,
      ...said,
      unreadable: said.unreadable.map((one) => one + wrote),
      // A shop that keeps running may report new beliefs at any time.
      saidMs: saidAgoMs === undefined || isHosted ? undefined : recorder.ms - saidAgoMs,
      cells: recorder.cells,
      unmet: await unmetIn(recorder, settings.scenarios),
      exitCode: ended.exitCode,
      why: why && why + wrote,
      hasTimedOut: ended.hasTimedOut,
      // A command that ended waits for nothing any more.
      endedMs: ended.hasTimedOut ? began + timeoutMs : isHosted ? recorder.ms : undefined,
      lastLines: [ended.output, shop?.process?.output() ?? ""].flatMap(lastLines),
      output: `${ended.stdout}\n${ended.output}\n${shop?.process?.output() ?? ""}`,
      ms,
    };
  };
  if (!isHosted) return look();
  return mutant ? settledRun(look, mayChange, signal) : steadyRun(look, signal);
}

function whyBadly(ended: EndedApart, timeoutMs: number): string | null {
  if (ended.hasTimedOut) return `it did not end within ${timeoutMs / 1000} s, and was ended with its children`;
  return ended.exitCode === 0 ? null : `it ended with ${ended.exitCode}${tellingEnd(ended.output)}`;
}

const referenceOf = ({ reference }: { readonly reference: string }): string => reference;

/** How many of the last lines of the command, and of the shop, a finding shows. */
const SHOWN_LINES = 8;
const lastLines = (output: string): readonly string[] =>
  output.trim() === "" ? [] : output.trim().split("\n").slice(-SHOWN_LINES);

/** The last error that the shop wrote, which may explain why its driver failed. Other lines of a shop that runs on explain nothing. */
export function shopWrote(output: string): string {
  const line = errorLine(output.trimEnd().split("\n"));
  return line === undefined ? "" : `; the shop wrote: ${line}`;
}
