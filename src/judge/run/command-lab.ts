import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lane } from "../../app/lane.js";
import type { Log } from "../../app/ports/log.js";
import type { ReadScenario } from "../../app/rules/read-scenario.js";
import type { Settings } from "../../config/settings.js";
import { runApart } from "../../runs/child-process.js";
import { commandEnvironment } from "../../runs/environment.js";
import { deliveriesEnded } from "../../runs/lane-checks.js";
import { DEFAULT_LANE } from "../../server/lane-path.js";
import { type RunningServer, type ServerHooks, startServer } from "../../server/server.js";
import { Recorder, recordedBy } from "../observe/recorder.js";
import type { PlannedMutant } from "../plan/mutant.js";
import type { BeliefSource } from "./belief-source.js";
import { letTimePass, realTimers } from "./idle.js";
import { type LeftOpen, tellBeliefs } from "./inspection.js";
import type { Lab, ShopRun } from "./lab.js";
import type { Replays } from "./replay.js";
import { scenariosFor } from "./scenarios-for.js";
import { unmetIn } from "./unmet.js";

export interface CommandLabOptions {
  readonly command: readonly string[];
  /** Where it runs; undefined: where this process does. */
  readonly cwd?: string | undefined;
  readonly settings: Settings;
  readonly log: Log;
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly beliefs: BeliefSource;
  readonly replayOf: Replays["of"];
  /** Where given, lanes of runs that went wrong stay open until the lab closes, and are told here. */
  readonly leftOpen?: LeftOpen[] | undefined;
}

/** A run whose world waits for its verdict. */
interface Unsettled {
  readonly place: Place;
  readonly lanes: readonly Lane[];
}

/** What one run sees: its lanes, and what they begin with. */
interface World {
  readonly recorder: Recorder;
  readonly scenariosOf: (lane: string) => readonly ReadScenario[];
}

/** Where a run finds its sandbox. */
interface Place {
  readonly server: RunningServer;
  readonly lane: string;
  readonly leave: () => Promise<void>;
}

/**
 * Runs a command, each time in a lane of its own of one server. A command that names its own lanes, or cannot do with an
 * address that has a path, gets a server for each run: its first dry run shows which.
 */
export async function commandLab(options: CommandLabOptions): Promise<Lab> {
  const worlds = new Map<string, World>();
  const shared = await startServer(options.settings, options.log, {
    scenariosOf: (name) => worlds.get(name)?.scenariosOf(name) ?? [],
    ...recordedBy(({ name }) => worlds.get(name)?.recorder),
  });
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-judge-"));
  const startedAt = new Date();
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
    const hooks: ServerHooks = { scenariosOf, ...recordedBy(() => recorder) };
    const server = await startServer({ ...options.settings, port: 0 }, options.log, hooks);
    if (options.leftOpen) others.push(server);
    return { server, lane: DEFAULT_LANE, leave: () => server.stop() };
  };
  const runOnce = async (mutant: PlannedMutant | undefined, signal: AbortSignal): Promise<ShopRun> => {
    const n = ++made;
    const recorder = new Recorder(() => performance.now());
    const world: World = {
      recorder,
      scenariosOf: (lane) => {
        const isMeant = mutant === undefined || mutant.slot === recorder.slotOf(lane);
        return scenariosFor(isMeant ? mutant : undefined, options.settings.scenarios, startedAt);
      },
    };
    const place = await (needsServer ? inServer(world) : inLane(world));
    let isKept = false;
    try {
      const run = await runAt(place, { recorder, mutant, signal, file: join(folder, `beliefs-${n}.json`) }, options);
      isKept = options.leftOpen !== undefined && mutant !== undefined;
      if (isKept) unsettled.set(run, { place, lanes: recorder.lanes });
      return run;
    } finally {
      if (!isKept) await place.leave();
    }
  };
  return {
    run: async (mutant, signal) => {
      const run = await runOnce(mutant, signal);
      if (mutant || needsServer || signal.aborted) return run;
      const named = shared.lanes.names().filter((name) => name !== DEFAULT_LANE);
      const isOwnLane = run.lanes.length === 1 && run.why === null && named.length === 0 && !(await wasUsed(shared));
      if (isOwnLane) return run;
      needsServer = true;
      return runOnce(undefined, signal);
    },
    // Lanes of the command's own have the same names in each run.
    isOneAtATime: () => needsServer && options.beliefs.tellsRunsBy !== "run",
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
}

async function runAt(
  { server, lane }: Place,
  { recorder, mutant, signal, file }: OneRun,
  { command, cwd, settings, timeoutMs, idleMs, beliefs }: CommandLabOptions,
): Promise<ShopRun> {
  using environment = commandEnvironment(server.lanes.baseUrlOf(lane), settings, server.caFile);
  const env = { ...process.env, ...environment.variables, PAYMENT_SANDBOX_BELIEFS_FILE: file };
  const stopTime = letTimePass({ recorder, idleMs, timers: realTimers });
  const began = recorder.ms;
  try {
    const ended = await runApart(command, { cwd, env, timeoutMs, signal });
    const ms = recorder.ms - began;
    await stopTime();
    const lanes: readonly Lane[] = recorder.lanes;
    if (!signal.aborted) await deliveriesEnded(lanes);
    const facts = await recorder.facts(mutant?.id);
    const used = facts.map(({ name, orders }) => ({ name, references: [...new Set(orders.map(referenceOf))] }));
    const { saidAgoMs, ...said } = ended.hasTimedOut
      ? { beliefs: undefined, unreadable: [], saidAgoMs: undefined }
      : await beliefs.read({ file, lanes: used.length > 0 ? used : [{ name: lane, references: [] }], env, signal });
    const why = ended.hasTimedOut
      ? `it did not end within ${timeoutMs / 1000} s, and was ended with its children`
      : ended.exitCode !== 0
        ? `it ended with ${ended.exitCode}${lastLine(ended.output)}`
        : null;
    return {
      lanes: facts,
      ...said,
      saidMs: saidAgoMs === undefined ? undefined : recorder.ms - saidAgoMs,
      cells: recorder.cells,
      unmet: await unmetIn(lanes, settings.scenarios),
      exitCode: ended.exitCode,
      why,
      hasTimedOut: ended.hasTimedOut,
      ms,
    };
  } finally {
    await stopTime();
    rmSync(file, { force: true });
  }
}

const referenceOf = ({ reference }: { readonly reference: string }): string => reference;

function lastLine(output: string): string {
  const line = output.trim().split("\n").at(-1)?.trim() ?? "";
  return line === "" ? "" : `: ${line.slice(0, 200)}`;
}
