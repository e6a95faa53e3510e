import type { ChoiceWatcher } from "../../../lane/choices.js";
import type { Log } from "../../../lane/ports/log.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import type { Settings } from "../../../server/options/settings.js";
import { type RunningServer, startServer } from "../../../server/server.js";
import { ControlClient } from "../../library/control-client.js";
import { endCallsOf, laneClient } from "../../library/lane-client.js";
import { type IdleOptions, letTimePass, type Timers } from "../../runs/idle.js";
import { amountLists, USUAL } from "../mutants/amount-lists.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import { type Recorder, recordedBy } from "../observe/recorder.js";
import { readable, readBeliefs, type SaidBeliefs, unreadable } from "../schema/beliefs.js";
import { beliefsSchema } from "../schema/beliefs-schema.js";
import type { JudgedFunction, ShopBeliefs } from "../types.js";
import { scenariosFor, unmetIn } from "./scenarios-for.js";
import type { ShopRun, ShopRunner } from "./shop-runner.js";
import { watchedRun } from "./timing/script.js";
import type { TurnMemory } from "./timing/turn-taking.js";

export interface FunctionRunnerOptions extends Pick<IdleOptions, "idleMs"> {
  readonly run: JudgedFunction;
  readonly settings: Settings;
  readonly log: Log;
  readonly timeoutMs: number;
  readonly timers: Timers;
  /** The options on which a run depends, as typed in a call. */
  readonly given?: readonly string[] | undefined;
  readonly choiceWatcher?: ChoiceWatcher | undefined;
}

/** One function run's view. */
interface World {
  readonly recorder: Recorder;
  readonly scenarios: readonly ReadScenario[];
}

/** Runs a function, each time in a new lane of one server. */
export async function functionRunner(options: FunctionRunnerOptions): Promise<ShopRunner> {
  const worlds = new Map<string, World>();
  const server = await startServer({ ...options.settings, port: 0 }, options.log, {
    choiceWatcher: options.choiceWatcher,
    scenariosOf: (name) => worlds.get(name)?.scenarios ?? [],
    ...recordedBy(({ name }) => worlds.get(name)?.recorder),
  });
  // All runs start at the same instant, so that a shop's calculations with real time give equal results.
  const startedAt = new Date();
  const turns: TurnMemory = { isWaiting: true, isFirst: true };
  let made = 0;
  let isTold = false;
  const tellLong = (mutant: PlannedMutant | undefined): void => {
    if (!isTold) process.emitWarning(longText(mutant, options.timeoutMs), "payment-sandbox");
    isTold = true;
  };
  return {
    run: async (mutant, signal) => {
      const name = `run-${++made}`;
      const forget = options.timers.after(LONG_RUN_MS, () => tellLong(mutant));
      const { recorder, scene } = watchedRun(mutant, turns);
      worlds.set(name, { recorder, scenarios: scenariosFor(mutant, options.settings.scenarios, startedAt) });
      try {
        const run = await runIn(server, name, recorder, mutant, { ...options, signal });
        turns.isFirst = false;
        return { ...run, conducted: scene?.conducted };
      } finally {
        forget();
        worlds.delete(name);
        await server.lanes.drop(name);
      }
    },
    replayOf: ({ id }) => `judge(run, { ${[`only: ${JSON.stringify(id)}`, ...(options.given ?? [])].join(", ")} })`,
    close: () => server.stop(),
  };
}

/** A run of a function takes milliseconds. A test runner's own limit may be 5 s. */
const LONG_RUN_MS = 4_000;

const longText = (mutant: PlannedMutant | undefined, timeoutMs: number): string =>
  `judge: ${mutant ? `the run with ${mutant.id}` : "the first run"} has not ended after ${LONG_RUN_MS / 1000} s; the judge waits up to ${timeoutMs / 1000} s for each. Does your HTTP client have a time limit? If not, give judge a short one: { timeout: "5s" }. onMutant is called after each run.`;

async function runIn(
  server: RunningServer,
  name: string,
  recorder: Recorder,
  mutant: PlannedMutant | undefined,
  { run, settings, idleMs, timeoutMs, timers, signal }: FunctionRunnerOptions & { readonly signal: AbortSignal },
): Promise<ShopRun> {
  const { baseUrl } = await server.lanes.ready(name);
  const lane = laneClient(name, baseUrl, new ControlClient({ base: baseUrl }), server.fetch);
  const stopTime = letTimePass({ recorder, idleMs, timers });
  const began = recorder.ms;
  const amounts = amountLists[mutant?.amounts ?? USUAL].map(Number);
  const ended = await endedRun(() => run(lane, { amounts }), { timeoutMs, timers }, signal);
  await stopTime();
  const ms = recorder.ms - began;
  const lanes = await recorder.facts(mutant?.id);
  // Only now: a call that is ended here was not given up by the shop.
  endCallsOf(lane);
  return {
    lanes,
    cells: recorder.cells,
    unmet: await unmetIn(recorder, settings.scenarios),
    exitCode: null,
    ms,
    endedMs: ended.hasTimedOut ? began + timeoutMs : undefined,
    ...ended,
  };
}

type End = SaidBeliefs & Pick<ShopRun, "why" | "hasTimedOut">;

const endedBadly = (why: string, hasTimedOut = false): End => ({ ...unreadable(), why, hasTimedOut });

async function endedRun(
  run: () => ReturnType<JudgedFunction>,
  { timeoutMs, timers }: Pick<FunctionRunnerOptions, "timeoutMs" | "timers">,
  signal: AbortSignal,
): Promise<End> {
  let giveUp = () => {};
  const tooLong = new Promise<End>((resolve) => {
    giveUp = timers.after(timeoutMs, () => resolve(endedBadly(`it did not end within ${timeoutMs / 1000} s`, true)));
  });
  // A function can't be ended, but nobody waits for it any more.
  let leave = () => {};
  const stopped = new Promise<End>((resolve) => {
    leave = () => resolve(endedBadly("it was stopped"));
    signal.addEventListener("abort", leave);
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([endOf(run), tooLong, stopped]);
  } finally {
    giveUp();
    signal.removeEventListener("abort", leave);
  }
}

async function endOf(run: () => ReturnType<JudgedFunction>): Promise<End> {
  try {
    return { ...beliefsIn(await run()), why: null, hasTimedOut: false };
  } catch (error) {
    return endedBadly(error instanceof Error ? error.message : String(error));
  }
}

/** A forgotten `return` must not look like a shop that nobody can ask: nothing would be found. */
const NOTHING =
  'the function returned nothing, expected the shop\'s beliefs, such as { "TEA-1": { paid: 88 } }; {} says that it sold nothing, and null that nobody can know';

function beliefsIn(said: ShopBeliefs | null | undefined): SaidBeliefs {
  if (said === null) return unreadable();
  if (said === undefined) return unreadable(NOTHING);
  const text = JSON.stringify(said);
  const plain = beliefsSchema.safeParse(JSON.parse(text));
  // Positions are computed only if there is a fault, because that is slow.
  return plain.success ? readable(plain.data) : readBeliefs(text, "the beliefs that were returned");
}
