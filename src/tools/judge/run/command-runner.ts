import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChoiceWatcher } from "../../../lane/choices.js";
import type { Lane } from "../../../lane/lane.js";
import type { Log } from "../../../lane/ports/log.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { DEFAULT_LANE } from "../../../server/lanes/lane-path.js";
import type { Settings } from "../../../server/options/settings.js";
import { type RunningServer, type ServerHooks, startServer } from "../../../server/server.js";
import { type EndedApart, runApart } from "../../runs/child-process.js";
import { commandEnvironment } from "../../runs/environment.js";
import { letTimePass, realTimers } from "../../runs/idle.js";
import { deliveriesEnded } from "../../runs/lane-checks.js";
import { amountLists, USUAL } from "../mutants/amount-lists.js";
import { LIST } from "../mutants/driver-act.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import { type Recorder, recordedBy } from "../observe/recorder.js";
import type { Replays } from "./replay.js";
import { scenariosFor, unmetIn } from "./scenarios-for.js";
import { allFallenDue, settledRun, steadyRun } from "./settled-run.js";
import { askedShopper, noShopper } from "./shop/asked-shopper.js";
import type { BeliefSource } from "./shop/belief-source.js";
import { type LeftOpen, tellBeliefs } from "./shop/inspection.js";
import type { HostedShop, ShopHost } from "./shop/shop-host.js";
import { ShopNotReady } from "./shop/shop-process.js";
import { tellingLine } from "./shop/telling-line.js";
import type { IsWrong, ShopRun, ShopRunner } from "./shop-runner.js";
import type { Scene } from "./timing/scene.js";
import { watchedRun } from "./timing/script.js";
import type { TurnMemory } from "./timing/turn-taking.js";

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

/** A run whose lanes stay open until its verdict is known. */
interface Unsettled {
  readonly place: Place;
  readonly lanes: readonly Lane[];
}

/** A run's lanes, and their initial state. */
interface World {
  readonly recorder: Recorder;
  readonly scenariosOf: (lane: string) => readonly ReadScenario[];
}

/** The address of a run's sandbox. */
interface Place {
  readonly server: RunningServer;
  readonly lane: string;
  readonly leave: () => Promise<void>;
}

/**
 * Runs a command, each time in a new lane of one server. If the command names its own lanes, or can't use an address
 * with a path, each run gets its own server. The first dry run shows that.
 */
export async function commandRunner(options: CommandRunnerOptions): Promise<ShopRunner> {
  const worlds = new Map<string, World>();
  const shared = await startServer(options.settings, options.log, {
    choiceWatcher: options.choiceWatcher,
    scenariosOf: (name) => worlds.get(name)?.scenariosOf(name) ?? [],
    ...recordedBy(({ name }) => worlds.get(name)?.recorder),
  });
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-judge-"));
  const startedAt = new Date();
  const turns: TurnMemory = { isWaiting: true, isFirst: true };
  const unsettled = new Map<ShopRun, Unsettled>();
  const others: RunningServer[] = [];
  let made = 0;
  let needsServer = false;
  const inLane = async (world: World): Promise<Place> => {
    const lane = `run-${made}`;
    worlds.set(lane, world);
    await shared.lanes.ready(lane);
    const leave = async () => {
      worlds.delete(lane);
      await shared.lanes.drop(lane);
    };
    return { server: shared, lane, leave };
  };
  const inServer = async (world: World): Promise<Place> => {
    const { recorder, scenariosOf } = world;
    const hooks: ServerHooks = {
      choiceWatcher: options.choiceWatcher,
      scenariosOf,
      ...recordedBy(() => recorder),
    };
    const server = await startServer({ ...options.settings, port: 0 }, options.log, hooks);
    if (options.leftOpen) others.push(server);
    return { server, lane: DEFAULT_LANE, leave: () => server.stop() };
  };
  const runOnce = async (
    mutant: PlannedMutant | undefined,
    signal: AbortSignal,
    isWrong?: IsWrong,
  ): Promise<ShopRun> => {
    const n = ++made;
    const { recorder, scene } = watchedRun(mutant, turns);
    const world: World = {
      recorder,
      scenariosOf: (lane) => {
        const isMeant = mutant?.isOfEachLane || mutant?.slot === recorder.slotOf(lane);
        return scenariosFor(isMeant ? mutant : undefined, options.settings.scenarios, startedAt);
      },
    };
    const place = await (needsServer ? inServer(world) : inLane(world));
    let isKept = false;
    try {
      const file = join(folder, `beliefs-${n}.json`);
      const ran = await runAt(place, { recorder, mutant, signal, file, scene, isWrong }, options);
      turns.isFirst = false;
      const run = { ...ran, conducted: scene?.conducted };
      isKept = options.leftOpen !== undefined && mutant !== undefined;
      if (isKept) unsettled.set(run, { place, lanes: recorder.lanes });
      return run;
    } finally {
      if (!isKept) await place.leave();
    }
  };
  return {
    run: async (mutant, signal, isWrong) => {
      const run = await runOnce(mutant, signal, isWrong);
      if (mutant || needsServer || signal.aborted || run.isShopDown) return run;
      const named = shared.lanes.names().filter((name) => name !== DEFAULT_LANE);
      // True if the command added a lane to the URL, although the URL already contains one. The path is then unknown.
      const namesLane = run.lanes.some(({ facts }) =>
        facts.some((fact) => fact.kind === "call" && fact.operation.startsWith("lane/")),
      );
      const isOwnLane =
        run.lanes.length === 1 && !namesLane && run.why === null && named.length === 0 && !(await wasUsed(shared));
      if (isOwnLane) return run;
      needsServer = true;
      return runOnce(undefined, signal, isWrong);
    },
    // The command uses the same lane names in each run, so two runs at once could not be told apart.
    isOneAtATime: () => options.host?.isShared === true || (needsServer && options.beliefs.tellsRunsBy !== "run"),
    replayOf: options.replayOf,
    settled: async (mutant, run, wrong) => {
      const waiting = unsettled.get(run);
      if (!waiting || !mutant) return;
      unsettled.delete(run);
      if (wrong.length === 0) return waiting.place.leave();
      tellBeliefs(waiting.lanes, mutant, run, wrong);
      const verdicts = [...new Set(wrong.map(({ verdict }) => verdict))];
      for (const { baseUrl } of waiting.lanes)
        options.leftOpen?.push({ mutant: mutant.id, verdicts, url: `${baseUrl}/_sandbox/ui` });
    },
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
      await Promise.all([shared, ...others].map((server) => server.stop()));
    },
  };
}

const wasUsed = async ({ lanes }: RunningServer): Promise<boolean> =>
  (await (await lanes.ready(DEFAULT_LANE)).store.views.exchanges({ limit: 1 })).length > 0;

interface OneRun {
  readonly recorder: Recorder;
  readonly mutant: PlannedMutant | undefined;
  readonly signal: AbortSignal;
  readonly file: string;
  readonly scene: Scene | undefined;
  readonly isWrong: IsWrong | undefined;
}

async function runAt(place: Place, one: OneRun, options: CommandRunnerOptions): Promise<ShopRun> {
  const { recorder, mutant, signal, file, scene } = one;
  const { settings, idleMs, host } = options;
  const { server, lane } = place;
  const jobsFile = `${file}.jobs`;
  using environment = commandEnvironment(server.lanes.baseUrlOf(lane), settings, server.caFile);
  const env = {
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
  { recorder, mutant, signal, file, scene, isWrong }: OneRun,
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
      ? { beliefs: undefined, unreadable: [], saidAgoMs: undefined }
      : await beliefs.read({ file, lanes: used.length > 0 ? used : [{ name: lane, references: [] }], env, signal });
    const why =
      scene?.failed === undefined ? whyBadly(ended, timeoutMs) : `the shop did not start again: ${scene.failed}`;
    const wrote = shopWrote(shop);
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
      lastLines: ended.output.trim().split("\n").slice(-SHOWN_LINES),
      output: `${ended.stdout}\n${ended.output}\n${shop?.process?.output() ?? ""}`,
      ms,
    };
  };
  if (!isHosted) return look();
  return mutant ? settledRun(look, isWrong, signal) : steadyRun(look, signal);
}

function whyBadly(ended: EndedApart, timeoutMs: number): string | null {
  if (ended.hasTimedOut) return `it did not end within ${timeoutMs / 1000} s, and was ended with its children`;
  return ended.exitCode === 0 ? null : `it ended with ${ended.exitCode}${lastLine(ended.output)}`;
}

const referenceOf = ({ reference }: { readonly reference: string }): string => reference;

/** How many of the command's last lines a finding shows. */
const SHOWN_LINES = 8;

function lastLine(output: string): string {
  const line = tellingLine(output);
  return line === "" ? "" : `: ${line}`;
}

/** The last output of the shop, which may explain why its driver failed. */
function shopWrote(shop: HostedShop | undefined): string {
  const line = tellingLine(shop?.process?.output() ?? "");
  return line === "" ? "" : `; the shop wrote: ${line}`;
}
