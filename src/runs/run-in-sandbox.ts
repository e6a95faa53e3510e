import { policyOf } from "../app/choices.js";
import type { Reply } from "../app/journal/reply.js";
import type { Lane } from "../app/lane.js";
import type { Exchange } from "../app/ports/exchange.js";
import { warningText } from "../app/ports/explanation.js";
import type { Log } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import { coverageOf } from "../coverage/coverage.js";
import { version } from "../package/version.js";
import type { CommandRun, RepeatedWarning } from "../reports/run.js";
import { hasNoise, kindOf, type WarningCounts, type WarningKind } from "../reports/warning-kinds.js";
import { parseDuration } from "../scenario/values/duration.js";
import { type RunningServer, startServer } from "../server/server.js";
import { runChild } from "./child-process.js";
import { commandEnvironment } from "./environment.js";
import { letTimePass, type RunActivity, realTimers } from "./idle.js";
import { checkLives, livesIn } from "./lane-checks.js";
import { PastLives, sum } from "./lane-life.js";

export interface SandboxRunOptions {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly log: Log;
}

export type SandboxRun =
  | { readonly kind: "ended"; readonly run: CommandRun }
  /** This process received a signal. The command has ended, and its incomplete run was not checked. */
  | { readonly kind: "stopped"; readonly signal: NodeJS.Signals };

/**
 * Runs a command with its own sandbox, then checks the lanes that it used: expectations and books. The command
 * has this process's stdio and environment. Throws CannotStart, and CommandNotRun if the command cannot be run.
 */
export async function runInSandbox({ settings, command, log }: SandboxRunOptions): Promise<SandboxRun> {
  const warnings = new CallWarnings();
  const past = new PastLives();
  const activity = new LaneActivity(({ request }) => {
    if (hasNoise(request)) warnings.count("double-noise");
  });
  const server = await startServer(settings, log, {
    opened: (lane) => activity.opened(lane),
    retired: (lane) => {
      activity.retired(lane);
      return past.retired(lane);
    },
    answered: (_, { operation, reply }) => warnings.add(operation, reply),
  });
  const idleMs = idleIn(settings);
  const stopTime = idleMs === undefined ? undefined : letTimePass({ recorder: activity, idleMs, timers: realTimers });
  try {
    using environment = commandEnvironment(server.url, settings, server.caFile);
    const startedAt = new Date();
    const { exitCode, stoppedBy } = await runChild(command, { ...process.env, ...environment.variables });
    await stopTime?.();
    if (stoppedBy) return { kind: "stopped", signal: stoppedBy };
    const { seed, ...checked } = await checkedLanes(server, past, settings);
    const run: CommandRun = {
      ...{ version, command, seed },
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      commandExitCode: exitCode,
      ...checked,
      callWarnings: warnings.all(),
      warningCounts: warnings.counts(),
    };
    return { kind: "ended", run };
  } finally {
    await server.stop();
  }
}

/** What came of a run in its lanes. */
async function checkedLanes(server: RunningServer, past: PastLives, settings: Settings) {
  const lanes = await livesIn(server.lanes, await past.all());
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
  readonly #seen: (exchange: Exchange) => void;
  onActivity: (() => void) | undefined;

  constructor(seen: (exchange: Exchange) => void) {
    this.#seen = seen;
  }

  opened(lane: Lane): void {
    lane.waiting.watch((changes) => {
      if (!changes?.exchange) return;
      this.#seen(changes.exchange);
      this.#last.set(lane, [...(this.#last.get(lane) ?? []), changes.exchange].slice(-KEPT));
      this.onActivity?.();
    });
    lane.deliveries.watch(() => this.onActivity?.());
  }

  retired(lane: Lane): void {
    this.#last.delete(lane);
  }

  get lanes(): readonly Lane[] {
    return [...this.#last.keys()];
  }

  lastExchanges(lane: Lane, count: number): readonly Exchange[] {
    return (this.#last.get(lane) ?? []).slice(-count);
  }
}

/** How many different warnings are printed. */
const TOLD_MAX = 50;

type CallRemarks = Pick<Reply, "warnings" | "arrival">;

/** Counts the warnings of a run's calls. */
class CallWarnings {
  readonly #counted = new Map<string, RepeatedWarning>();

  readonly #kinds: Partial<Record<WarningKind, number>> = {};

  add(operation: string, { warnings = [], arrival }: CallRemarks): void {
    const found = new Set(warnings.map(({ message }) => kindOf(message)));
    if (arrival?.resend) found.add("resend");
    for (const kind of found) this.count(kind);
    for (const warning of warnings) {
      const text = `${operation}: ${warningText(warning)}`;
      const times = this.#counted.get(text)?.times ?? 0;
      if (times === 0 && this.#counted.size === TOLD_MAX) continue;
      this.#counted.set(text, { text, times: times + 1, isNearMiss: warning.didYouMean !== undefined });
    }
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
