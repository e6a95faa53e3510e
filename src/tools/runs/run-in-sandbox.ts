import { constants } from "node:os";
import { parseDuration } from "../../core/scenario/values/duration.js";
import { onlyReads } from "../../core/scenario/values/operations.js";
import { policyOf } from "../../lane/choices.js";
import { unverifiedText } from "../../lane/explain/strict-report.js";
import { demoMerchants } from "../../lane/fixtures.js";
import type { Lane } from "../../lane/lane.js";
import { type Exchange, requestId } from "../../lane/ports/exchange.js";
import { amended, isMistake, type Resend, warningText } from "../../lane/ports/explanation.js";
import type { Log } from "../../lane/ports/log.js";
import { DEFAULT_LANE } from "../../lane/ports/name.js";
import { version } from "../../package/version.js";
import type { Settings } from "../../server/options/settings.js";
import { type RunningServer, type ServerHooks, startServer } from "../../server/server.js";
import { coverageOf } from "../coverage/coverage.js";
import { inOrderOfTime } from "../reports/calls.js";
import { type CommandRun, REQUESTS_MAX, type RepeatedWarning } from "../reports/run.js";
import { hasNoise, type WarningCounts, type WarningKind, warningKind } from "../reports/warning-kinds.js";
import { isChargedAgain } from "./charged-again.js";
import { runChild } from "./child-process.js";
import { commandEnvironment } from "./environment.js";
import { letTimePass, type RunActivity, realTimers } from "./idle.js";
import { checkLives, livesIn } from "./lane-checks.js";
import { type LaneLife, lifeOf, PastLives, sum } from "./lane-life.js";
import { OlderLanes, olderLanes } from "./older-lanes.js";

export interface SandboxRunOptions {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly log: Log;
  /** Hears of each lane and call. `mcp` answers agents. */
  readonly hooks?: Pick<ServerHooks, "opened" | "answered" | "mcp"> | undefined;
}

/**
 * Runs a command with its own sandbox, then checks the lanes that it used, unless a signal stopped it: expectations and books. The command
 * has this process's stdio and environment. Throws CannotStart, and InvalidInput if the command cannot be run.
 */
export async function runInSandbox({ settings, command, log, hooks = {} }: SandboxRunOptions): Promise<CommandRun> {
  const warnings = new CallWarnings([...demoMerchants, ...settings.merchants].map(({ merchantId }) => merchantId));
  let controlCalls = 0;
  const older = new OlderLanes();
  const activity = new LaneActivity((lane, exchange) => {
    if (hasNoise(exchange.request)) warnings.addNoise(exchange, placeOf(lane, exchange));
  });
  const read = async (lane: Lane) => activity.inRealTime(lane, await lifeOf(lane, older.before(lane)));
  const past = new PastLives(read);
  const server = await startServer(settings, log, {
    ...hooks,
    controlled: () => {
      controlCalls++;
    },
    turnedAway: ({ message, fix }) => warnings.addTurnedAway(`${message}: ${fix}`),
    opened: (lane, how) => {
      hooks.opened?.(lane, how);
      older.opened(lane, how);
      activity.opened(lane);
    },
    retired: (lane) => {
      activity.retired(lane);
      return past.retired(lane);
    },
    wasCut: (lane, id) => activity.cut(lane, id),
    answered: (lane, call) => {
      hooks.answered?.(lane, call);
      const last = activity.lastExchanges(lane, KEPT);
      const exchange = last.find(({ id }) => requestId(id) === call.reply.requestId);
      const place = placeOf(lane, exchange);
      warnings.add(call, place);
      if (!exchange) return;
      if (isBlindResend(call.reply.arrival?.resend, exchange, last)) warnings.addResend(exchange, place);
      if (isChargedAgain(exchange, last)) warnings.addSecondCharge(exchange, place);
      warnings.addUnverified(exchange, place);
    },
  });
  const idleMs = idleIn(settings);
  const stopTime = idleMs === undefined ? undefined : letTimePass({ recorder: activity, idleMs, timers: realTimers });
  try {
    using environment = commandEnvironment(server.url, settings, server);
    const startedAt = new Date();
    const { exitCode, stoppedBy } = await runChild(command, { ...process.env, ...environment.variables });
    await stopTime?.();
    const lives = await livesIn(server.lanes, await past.all(), read, older.isLeftAlone);
    const { seed, lanes, ...checked } = await checkedLanes(server, lives.lanes, settings);
    return {
      ...{ version, command, seed },
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      commandExitCode: stoppedBy ? 128 + constants.signals[stoppedBy] : exitCode,
      ...(stoppedBy && { stopped: stoppedBy }),
      ...checked,
      ...(stoppedBy ? { lanes: [] } : { lanes, forced: lives.forced }),
      controlCalls,
      keptLanes: server.lanes.names(),
      olderLanes: olderLanes(lanes, settings),
      callWarnings: warnings.all(),
      warningCounts: warnings.counts(),
    };
  } finally {
    await server.stop();
  }
}

type AnsweredCall = Parameters<NonNullable<ServerHooks["answered"]>>[1];

/** Where a call is found: its order, and its lane if that is not the default one. */
const placeOf = ({ name }: Lane, exchange: Exchange | undefined): RepeatedWarning["first"] => ({
  reference: exchange?.reference,
  lane: name === DEFAULT_LANE ? undefined : name,
});

/** What came of a run in its lanes. */
async function checkedLanes(server: RunningServer, lanes: readonly (readonly LaneLife[])[], settings: Settings) {
  const lives = lanes.flat();
  const [first] = lanes;
  const current = first && server.lanes.ifOpen(first[0]!.lane);
  return {
    seed: (await current?.store.views.lane())?.seed ?? settings.seed ?? 0,
    lanes: lanes.map(checkLives),
    coverage: coverageOf(
      new Set(lives.flatMap(({ cells }) => [...cells])),
      current ? await policyOf(current) : settings.policy,
    ),
    calls: sum(lives.map(({ calls }) => calls)),
    requests: inOrderOfTime(lives.flatMap(({ requests }) => requests)),
    unacknowledged: lives.flatMap(({ unacknowledged }) => unacknowledged),
  };
}

/**
 * How long the command may make no call before delayed notifications and retries become due. The shortest time of all
 * scenarios.
 */
function idleIn({ scenarios }: Settings): number | undefined {
  const asked = scenarios.flatMap(({ scenario: { idle } }) =>
    idle === undefined ? [] : [parseDuration(String(idle))],
  );
  return asked.length === 0 ? undefined : Math.max(1, Math.min(...asked));
}

/** How many of a lane's last exchanges to keep. */
const KEPT = 20;

/** Observes each call and each delivery attempt in the lanes of a run. */
class LaneActivity implements RunActivity {
  readonly #last = new Map<Lane, Exchange[]>();
  /** When the calls of each lane came, in real time, by their ids. */
  readonly #times = new WeakMap<Lane, Map<string, number>>();
  readonly #seen: (lane: Lane, exchange: Exchange) => void;
  onActivity: (() => void) | undefined;

  constructor(seen: (lane: Lane, exchange: Exchange) => void) {
    this.#seen = seen;
  }

  opened(lane: Lane): void {
    const times = new Map<string, number>();
    this.#times.set(lane, times);
    lane.waiting.watch((changes) => {
      if (!changes?.exchange) return;
      this.#seen(lane, changes.exchange);
      times.set(requestId(changes.exchange.id), Date.now());
      if (times.size > REQUESTS_MAX) times.delete(times.keys().next().value!);
      this.#last.set(lane, [...(this.#last.get(lane) ?? []), changes.exchange].slice(-KEPT));
      this.onActivity?.();
    });
    lane.deliveries.watch(() => this.onActivity?.());
  }

  /** The client of this call has left without its answer. */
  cut(lane: Lane, id: string): void {
    const told = (one: Exchange) =>
      requestId(one.id) === id ? { ...one, ...amended(one, { clientLeft: true }) } : one;
    this.#last.set(lane, (this.#last.get(lane) ?? []).map(told));
  }

  retired(lane: Lane): void {
    this.#last.delete(lane);
  }

  /** The life with the real time of each call, because the clocks of lanes differ. */
  inRealTime(lane: Lane, life: LaneLife): LaneLife {
    const times = this.#times.get(lane);
    const requests = life.requests.map((call) => {
      const at = times?.get(call.requestId);
      return at === undefined ? call : { ...call, receivedAt: new Date(at).toISOString() };
    });
    return { ...life, requests };
  }

  get lanes(): readonly Lane[] {
    return [...this.#last.keys()];
  }

  lastExchanges(lane: Lane, count: number): readonly Exchange[] {
    return (this.#last.get(lane) ?? []).slice(-count);
  }
}

/**
 * True if the same bytes came again, and the shop had not asked about the order in between, as a right shop does. To ask again
 * changes nothing.
 */
const isBlindResend = (
  resend: Resend | undefined,
  { id, reference, operation }: Exchange,
  last: readonly Exchange[],
): boolean =>
  resend !== undefined &&
  !onlyReads(operation) &&
  !last.some(
    (one) => one.operation.endsWith("/query") && one.reference === reference && one.id > resend.of && one.id < id,
  );

/** How many different warnings are printed. */
const TOLD_MAX = 50;

/** Counts the warnings of a run's calls. */
class CallWarnings {
  readonly #counted = new Map<string, RepeatedWarning>();

  readonly #kinds: Partial<Record<WarningKind, number>> = {};

  /** `configured`: the merchants that somebody may have meant by another id. */
  constructor(private readonly configured: readonly number[]) {}

  add({ operation, reply: { warnings = [] } }: AnsweredCall, by: RepeatedWarning["first"]): void {
    const found = new Set(warnings.map(({ message }) => warningKind(message)));
    for (const kind of found) this.count(kind);
    for (const warning of warnings) {
      this.#tell(`${operation}: ${warningText(warning)}`, isMistake(warning), by);
    }
  }

  addNoise({ operation }: Exchange, by: RepeatedWarning["first"]): void {
    this.count("double-noise");
    this.#tell(`${operation}: an amount of more digits than cents, such as 0.1 + 0.2`, false, by);
  }

  addResend({ operation }: Exchange, by: RepeatedWarning["first"]): void {
    this.count("resend");
    this.#tell(`${operation}: the bytes of an earlier call again, without a query in between`, false, by);
  }

  addSecondCharge({ operation }: Exchange, by: RepeatedWarning["first"]): void {
    this.count("second-charge");
    this.#tell(
      `${operation}: the same amount, user and cart as the charge before, whose answer was lost, under a new reference and without a query in between`,
      false,
      by,
    );
  }

  addTurnedAway(why: string): void {
    this.count("turned-away");
    this.#tell(`turned away: ${why}`, true, undefined);
  }

  addUnverified(exchange: Exchange, by: RepeatedWarning["first"]): void {
    const text = unverifiedText(exchange, this.configured);
    if (text === undefined) return;
    this.count("no-key");
    this.#tell(text, true, by);
  }

  #tell(text: string, isSerious: boolean, by: RepeatedWarning["first"]): void {
    const { times, first } = this.#counted.get(text) ?? { times: 0, first: by };
    if (times === 0 && this.#counted.size === TOLD_MAX) return;
    this.#counted.set(text, { text, times: times + 1, isSerious, first: first ?? by });
  }

  count(kind: WarningKind): void {
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
  }

  counts(): WarningCounts {
    return { ...this.#kinds };
  }

  all(): readonly RepeatedWarning[] {
    return [...this.#counted.values()];
  }
}
