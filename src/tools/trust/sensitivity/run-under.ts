import { join } from "node:path";
import { formatAmount } from "../../../core/domain/money.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import { toMinor } from "../../../core/scenario/values/amount.js";
import type { ChoiceWatcher } from "../../../lane/choices.js";
import type { Lane } from "../../../lane/lane.js";
import { silentLog } from "../../../lane/ports/log.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { readRegular } from "../../../package/regular-file.js";
import type { Settings } from "../../../server/options/settings.js";
import { startServer } from "../../../server/server.js";
import { type BookEntry, type Books, booksOf } from "../../judge/oracle/books.js";
import { readBeliefs } from "../../judge/schema/beliefs.js";
import type { Beliefs } from "../../judge/schema/beliefs-schema.js";
import { brokenOf, failuresOf, unableOf } from "../../reports/run.js";
import { runApart } from "../../runs/child-process.js";
import { commandEnvironment } from "../../runs/environment.js";
import { checkLives, deliveriesEnded, usedLanes } from "../../runs/lane-checks.js";
import { lifeOf } from "../../runs/lane-life.js";
import { type ComparableCall, transcriptOf } from "./transcript.js";

/** One run, and the results of checking its lanes. */
export interface RunUnder {
  /** Null if it took too long. */
  readonly exitCode: number | null;
  readonly unmet: readonly string[];
  readonly calls: readonly ComparableCall[];
  readonly output: string;
  readonly durationMs: number;
}

/**
 * Runs the command once with other choices. Notifies the watcher of the choices on which it depends. `scenarios` come
 * before the run's own.
 */
export type RunOnce = (
  chosen: Partial<Policy>,
  watcher?: ChoiceWatcher,
  scenarios?: readonly ReadScenario[],
) => Promise<RunUnder>;

export const passes = ({ exitCode, unmet }: Pick<RunUnder, "exitCode" | "unmet">): boolean =>
  exitCode === 0 && unmet.length === 0;

/** The result of the command itself. */
interface Ended extends Pick<RunUnder, "exitCode" | "output"> {
  readonly beliefs?: Beliefs | undefined;
  readonly unreadable?: readonly string[] | undefined;
}

/** Starts a new server for each `run`. Throws CannotStart, and the errors of `run`. */
export const inOwnServer =
  (settings: Settings, run: (url: string, under: Settings, caFile?: string) => Promise<Ended>): RunOnce =>
  async (chosen, choiceWatcher, scenarios = []) => {
    const under: Settings = {
      ...settings,
      port: 0,
      policy: { ...settings.policy, ...chosen },
      scenarios: [...scenarios, ...settings.scenarios],
    };
    const server = await startServer(under, silentLog, { choiceWatcher });
    try {
      const startedAt = Date.now();
      const { exitCode, output, beliefs, unreadable = [] } = await run(server.url, under, server.caFile);
      const durationMs = Date.now() - startedAt;
      const lanes = await usedLanes(server.lanes);
      await deliveriesEnded(lanes);
      const unmet = [
        ...(await unmetIn(lanes)),
        ...unreadable,
        ...(beliefs ? await wronglyBelieved(lanes, beliefs) : []),
      ];
      return { exitCode, unmet, calls: await transcriptOf(lanes), output, durationMs };
    } finally {
      await server.stop();
    }
  };

async function unmetIn(all: readonly Lane[]): Promise<readonly string[]> {
  const checked = { lanes: await Promise.all(all.map(async (lane) => checkLives([await lifeOf(lane)]))) };
  return [
    ...brokenOf(checked).map((what) => `an invariant broke, a defect of the sandbox: ${what}`),
    ...failuresOf(checked).map(({ expected, actual }) => `expected ${expected}, found ${actual}`),
    ...unableOf(checked),
  ];
}

async function wronglyBelieved(lanes: readonly Lane[], beliefs: Beliefs): Promise<readonly string[]> {
  const ofLanes = lanes.map(async ({ store, clock }) => ({
    orders: [...(await store.views.orders({ limit: Number.MAX_SAFE_INTEGER }))].reverse(),
    now: await clock.now(),
  }));
  return wrongMoney(booksOf(await Promise.all(ofLanes)), beliefs);
}

export interface CommandOptions {
  readonly settings: Settings;
  readonly command: readonly string[];
  /** The folder for beliefs, with one file for each run. */
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs a command with the environment of `exec`. Throws CommandNotRun. */
export function commandRuns({ settings, command, folder, timeoutMs, signal }: CommandOptions): RunOnce {
  let runs = 0;
  return inOwnServer(settings, async (url, under, caFile) => {
    using environment = commandEnvironment(url, under, caFile);
    const beliefsFile = join(folder, `beliefs-${++runs}.json`);
    const env = { ...process.env, ...environment.variables, PAYMENT_SANDBOX_BELIEFS_FILE: beliefsFile };
    const { exitCode, output } = await runApart(command, { env, timeoutMs, signal, endsDaemons: true });
    return { exitCode, output, ...readBeliefsFile(beliefsFile) };
  });
}

/** If a command writes no beliefs, only its exit code and the expectations count. */
function readBeliefsFile(file: string): Pick<Ended, "beliefs" | "unreadable"> {
  let text: string | undefined;
  try {
    text = readRegular(file)?.text;
  } catch (error) {
    return { unreadable: [`PAYMENT_SANDBOX_BELIEFS_FILE: found ${(error as Error).message}`] };
  }
  if (text === undefined) return {};
  const read = readBeliefs(text, "PAYMENT_SANDBOX_BELIEFS_FILE");
  return "problems" in read ? { unreadable: read.problems } : read;
}

/** The shop's beliefs that contradict the books, one sentence for each order. An unknown belief isn't wrong. */
const wrongMoney = (books: Books, beliefs: Beliefs): readonly string[] =>
  Object.entries(beliefs).flatMap(([reference, belief]) => {
    const book = books.get(reference);
    return [
      ...differs(reference, "paid", belief.paid, book),
      ...differs(reference, "refunded", belief.refunded ?? 0, book),
    ];
  });

/** A shop may report a void as a refund, or as if nothing had been paid. */
function differs(
  reference: string,
  what: "paid" | "refunded",
  believed: number | null,
  book: BookEntry | undefined,
): readonly string[] {
  if (believed === null || book?.isAmbiguous) return [];
  const { voided = 0, [what]: real = 0 } = book ?? {};
  const also = what === "paid" ? real - voided : real + voided;
  const minor = toMinor(believed);
  if (minor === real || minor === also) return [];
  return [`${reference}: the shop believes ${formatAmount(minor)} ${what}, the books say ${(real / 100).toFixed(2)}`];
}
