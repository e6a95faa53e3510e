import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Lane } from "../../../lane/lane.js";
import { DEFAULT_LANE } from "../../../lane/ports/name.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { temporaryFolder } from "../../../package/writing.js";
import { type RunningServer, type ServerHooks, startServer } from "../../../server/server.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import { type Recorder, recordedBy } from "../observe/recorder.js";
import { type CommandRunnerOptions, type Place, runAt } from "./command-run.js";
import { scenariosFor } from "./scenarios-for.js";
import { tellBeliefs } from "./shop/inspection.js";
import type { MayChange, ShopRun, ShopRunner } from "./shop-runner.js";
import { watchedRun } from "./timing/script.js";
import type { TurnMemory } from "./timing/turn-taking.js";

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

/**
 * Runs a command, each time in a new lane of one server. If the command names its own lanes, or can't use an address
 * with a path, each run gets its own server. The first dry run shows that.
 */
export async function commandRunner(options: CommandRunnerOptions): Promise<ShopRunner> {
  const worlds = new Map<string, World>();
  const folder = temporaryFolder("payment-sandbox-judge-");
  const shared = await startServer(options.settings, options.log, {
    choiceWatcher: options.choiceWatcher,
    scenariosOf: (name) => worlds.get(name)?.scenariosOf(name) ?? [],
    ...recordedBy(({ name }) => worlds.get(name)?.recorder),
  });
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
    mayChange?: MayChange,
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
      const ran = await runAt(place, { recorder, mutant, signal, file, scene, mayChange }, options);
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
    run: async (mutant, signal, mayChange) => {
      const run = await runOnce(mutant, signal, mayChange);
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
      return runOnce(undefined, signal, mayChange);
    },
    // The command uses the same lane names in each run, so two runs at once could not be told apart.
    isOneAtATime: () => options.host?.isShared === true || (needsServer && options.beliefs.tellsRunsBy !== "run"),
    doesOneThingAtATime: () => options.host !== undefined && !turns.isWaiting && turns.doesMore !== true,
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
