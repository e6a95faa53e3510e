import { join } from "node:path";
import { parseDuration } from "../../core/scenario/values/duration.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import { isHttp } from "../../lane/notifications/notification.js";
import { silentLog } from "../../lane/ports/log.js";
import { InvalidInput } from "../../package/errors.js";
import { NoRegularFile, readRegular } from "../../package/regular-file.js";
import { NotUtf8 } from "../../package/utf8.js";
import type { Settings } from "../../server/options/settings.js";
import { type JudgeShopOptions, judgeShop } from "./judge-shop.js";
import type { Progress } from "./queue.js";
import { commandRunner } from "./run/command-runner.js";
import { IDLE, type JudgeLine, judgeLine, replaysIn } from "./run/replay.js";
import { type BeliefSource, fromCommand, fromFile, fromShop, fromUrl, withEffects } from "./run/shop/belief-source.js";
import type { LeftOpen } from "./run/shop/inspection.js";
import { runningShop, type ShopHost, startedShop } from "./run/shop/shop-host.js";
import { assertThisMachine } from "./run/shop/this-machine.js";
import { earlierReport } from "./schema/baseline.js";
import type { JudgeReport } from "./schema/report.js";
import { readWaivers, WAIVERS_FILE, type Waiver } from "./schema/waivers.js";

/** Options that reach the judge as they are. */
type Shared = Pick<
  JudgeShopOptions,
  | "needed"
  | "whole"
  | "triesEachCall"
  | "depth"
  | "strict"
  | "maxUnresolved"
  | "slow"
  | "interleavings"
  | "jobs"
  | "plan"
>;

export interface JudgeCommandOptions extends Partial<Shared> {
  readonly settings: Settings;
  /** The user's own scenarios, as named on the command line. */
  readonly scenarioRefs: readonly string[];
  /** Other options of the sandbox, as typed. A replay of a mutant needs them too. */
  readonly flags?: readonly string[] | undefined;
  readonly command: readonly string[];
  /** The command's working folder; by default this process's. */
  readonly cwd?: string | undefined;
  readonly budget?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly timeout?: string | undefined;
  readonly baseline?: string | undefined;
  /** The file of an earlier report: what differs from it runs first. */
  readonly since?: string | undefined;
  readonly save?: string | undefined;
  readonly believes?: string | undefined;
  readonly believesCommand?: string | undefined;
  readonly effectsCommand?: string | undefined;
  /** The command that starts the shop as a server. The judged command then drives it. */
  readonly shop?: string | undefined;
  /** An address that answers once that shop is ready. */
  readonly shopReady?: string | undefined;
  /** The address of a shop that is already running, and the command that empties it before each run. */
  readonly shopUrl?: string | undefined;
  readonly reset?: string | undefined;
  /** True if the addresses of the shop may be another machine's. */
  readonly otherMachine?: boolean | undefined;
  /** Called with the report while the lanes of its findings are open for inspection. They close when it resolves. */
  readonly inspect?: ((report: JudgeReport, leftOpen: readonly LeftOpen[]) => Promise<void>) | undefined;
}

/** Judges a command until it is done or aborted. Throws InvalidInput. */
export async function judgeCommand(
  options: JudgeCommandOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<JudgeReport> {
  const { settings, command, cwd, only = [], budget, timeout = "60s", save } = options;
  const baseline = earlierReport("--baseline", options.baseline);
  const since = earlierReport("--since", options.since);
  const host = hostOf(options, parseDuration(timeout), toldOnce(progress.note));
  await assertThisMachine(options);
  const beliefs = sourceOf(options);
  for (const one of only) await loadRegexesFor(one);
  const leftOpen: LeftOpen[] | undefined = options.inspect && [];
  const hasClock = settings.scenarios.some(({ scenario: { clock } }) => clock !== undefined);
  const replays = replaysIn({ ...lineUnder(options), save, hasClock });
  const runner = await commandRunner({
    command,
    cwd,
    settings,
    log: silentLog,
    timeoutMs: parseDuration(timeout),
    idleMs: parseDuration(IDLE),
    beliefs,
    replayOf: replays.of,
    host,
    leftOpen,
  });
  try {
    const report = await judgeShop({
      ...options,
      runner,
      seed: settings.seed,
      policy: settings.policy,
      only,
      waivers: waiversIn(cwd),
      startsShop: options.shop !== undefined,
      tellsDriver: true,
      // Runs that can't be told apart can't run at the same time.
      jobs: beliefs.tellsRunsBy !== "nothing" ? options.jobs : 1,
      budgetMs: budget === undefined ? undefined : parseDuration(budget),
      baseline,
      since,
      signal,
      progress,
    });
    replays.write(report.mutants.map(({ id }) => id));
    await options.inspect?.(report, leftOpen ?? []);
    return report;
  } finally {
    await runner.close();
  }
}

const lineUnder = (options: JudgeCommandOptions): JudgeLine => ({
  command: options.command,
  seed: options.settings.seed,
  scenarios: options.scenarioRefs,
  flags: [...(options.flags ?? []), ...ownFlags(options)],
});

/** The command line that judges the same shop with all mutants. */
export function wholeLine(options: JudgeCommandOptions): string {
  const { jobs, interleavings } = options;
  const counts = Object.entries({ jobs, interleavings }).flatMap(([name, count]) =>
    count === undefined ? [] : [`--${name}`, String(count)],
  );
  const line = lineUnder(options);
  return judgeLine({ ...line, flags: [...line.flags, ...counts] });
}

/** The judge's own options on which a run depends. */
function ownFlags(options: JudgeCommandOptions): readonly string[] {
  const { shop, shopUrl, reset, believes, believesCommand, effectsCommand, timeout, slow } = options;
  const told = {
    shop,
    "shop-ready": options.shopReady,
    "shop-url": shopUrl,
    reset,
    believes,
    "believes-command": believesCommand,
    "effects-command": effectsCommand,
    timeout,
    slow,
  };
  const typed = Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return options.otherMachine ? [...typed, "--other-machine"] : typed;
}

/** The project's waivers, if it has any. */
function waiversIn(cwd = "."): readonly Waiver[] {
  const file = join(cwd, WAIVERS_FILE);
  try {
    const found = readRegular(file);
    return found === undefined ? [] : readWaivers(found.text, file);
  } catch (error) {
    throw error instanceof NoRegularFile || error instanceof NotUtf8
      ? new InvalidInput(`${file}: found ${error.message}`)
      : error;
  }
}

/** A shop that is slow to start is so in each run. */
function toldOnce(tell: Progress["note"]): (text: string) => void {
  let isTold = false;
  return (text) => {
    if (!isTold) tell?.(text);
    isTold = true;
  };
}

/** Throws InvalidInput. */
function hostOf(
  { shop, shopReady, shopUrl, reset, cwd }: JudgeCommandOptions,
  timeoutMs: number,
  waiting: (text: string) => void,
): ShopHost | undefined {
  if (shop !== undefined && shopUrl !== undefined)
    throw new InvalidInput("--shop and --shop-url: expected one of them");
  if (shopReady !== undefined && shop === undefined) throw new InvalidInput("--shop-ready: expected --shop beside it");
  if ((shopUrl === undefined) !== (reset === undefined))
    throw new InvalidInput("--shop-url and --reset: expected both of them");
  const readyAt = shopReady?.replaceAll("{port}", "1");
  if (readyAt !== undefined && URL.canParse(readyAt) && !isHttp(readyAt))
    throw new InvalidInput(`--shop-ready: ${JSON.stringify(shopReady)}, expected a path, or an http address`);
  if (shop?.trim() === "") throw new InvalidInput('--shop: expected a command, found ""');
  if (shop !== undefined) return startedShop({ command: shop, ready: shopReady, cwd, timeoutMs, waiting });
  if (shopUrl === undefined || reset === undefined) return undefined;
  if (!isHttp(shopUrl)) throw new InvalidInput(`--shop-url: ${JSON.stringify(shopUrl)}, expected an http address`);
  return runningShop({ url: shopUrl, reset, cwd, timeoutMs });
}

function sourceOf(options: JudgeCommandOptions): BeliefSource {
  const { effectsCommand } = options;
  const source = beliefSourceOf(options);
  return effectsCommand === undefined ? source : withEffects(source, effectsCommand);
}

function beliefSourceOf({ believes, believesCommand, shop, shopUrl }: JudgeCommandOptions): BeliefSource {
  const isHosted = shop !== undefined || shopUrl !== undefined;
  if (believes !== undefined && isHosted && believes.startsWith("/")) return fromShop(believes);
  if (believes !== undefined && isHosted && !URL.canParse(believes)) return fromCommand(believes);
  if (believes !== undefined) return fromUrl(believes);
  if (believesCommand?.trim() === "") throw new InvalidInput('--believes-command: expected a command, found ""');
  return believesCommand === undefined ? fromFile : fromCommand(believesCommand);
}
