import { endInterceptsOf } from "./intercept.js";
import { useOf } from "./lane-client.js";
import type { SharedSandbox } from "./shared/join.js";
import type { Sandbox, SandboxLane, SandboxOptions } from "./types.js";

/** The options of a runner's helper. */
export interface TestOptions extends SandboxOptions {
  /**
   * `true`: each worker starts a sandbox inside its own process. By default all workers of a run share one, in a process
   * of its own, or join the one of `exec` if there are no other options. With `log` or HTTPS it always runs inside.
   */
  inProcess?: boolean | undefined;
}

/** For the hook that starts the sandbox, in milliseconds. Joining gives up a little earlier, and says more. */
export const START_TIMEOUT_MS = 65_000;

/** A runner's helper, as its user calls it. */
export type Helper = "laneOfTest" | "laneOfFile" | "sandboxTest" | "sandboxFixtures";

/**
 * The sandbox at PAYMENT_SANDBOX_URL, that of this run, or one of this process alone. `stop` ends only the last. A wrong
 * option is told in the helper's name.
 */
export async function openSandbox(options: TestOptions, helper: Helper): Promise<Sandbox> {
  try {
    return await opened(options);
  } catch (error) {
    const { saidBy } = await import("./wrong-option.js");
    const { message } = error as Error;
    const said = saidBy(helper, ["inProcess"], message);
    throw said === message ? error : new Error(said);
  }
}

async function opened({ inProcess, ...options }: TestOptions): Promise<Sandbox> {
  const { log, https, cert, key } = options;
  if (inProcess || log || https || cert !== undefined || key !== undefined)
    return (await import("./sandbox.js")).startSandbox(options);
  const { joinRun, joinRunning } = await import("./shared/join.js");
  const url = process.env.PAYMENT_SANDBOX_URL;
  return url && Object.keys(options).length === 0 ? joinRunning(url) : joinRun(options);
}

/** One attempt of a test, as its runner tells of it. */
export interface TestAttempt {
  readonly name: string;
  hasFailed(): boolean;
  /** An object that all attempts of the test have in common, and no other test, if the runner has one. */
  readonly test?: object | undefined;
  /** True if the runner tells that it runs the test again if this attempt fails. */
  readonly isRepeated?: boolean;
}

/** A lane for an attempt of a test. If it is not the first attempt, the expectations of the earlier ones no longer count. */
export async function laneOfAttempt(sandbox: MaybeShared, { name, test }: TestAttempt): Promise<SandboxLane> {
  for (const failed of (test && failedAttempts.get(test)) ?? []) await uncount(sandbox, failed);
  if (test) failedAttempts.delete(test);
  return newLane(sandbox, name);
}

/** The lanes of the last attempt of a test if it failed. */
const failedAttempts = new WeakMap<object, readonly SandboxLane[]>();

/** Keeps the lane of a failed attempt in mind, until its runner repeats the test. */
export async function attemptFailed(sandbox: MaybeShared, lane: SandboxLane, { test, isRepeated }: TestAttempt) {
  if (isRepeated) await uncount(sandbox, lane);
  else if (test) failedAttempts.set(test, [...(failedAttempts.get(test) ?? []), lane]);
}

/** The runner decides about a test by its last attempt, so `exec` must not check an earlier one. Else nobody checks. */
async function uncount({ outlivesRun }: MaybeShared, lane: SandboxLane): Promise<void> {
  if (outlivesRun) await lane.load({ name: "nothing, because the test ran again", expect: [] }).catch(() => {});
}

/** A lane with a name that no other test of the run has. It starts empty with the sandbox's seed. */
export const newLane = (sandbox: MaybeShared, test: string): Promise<SandboxLane> =>
  sandbox.lane(laneName(test, sandbox));

/**
 * Drops the lane of a test to free its memory. Nobody needs to wait until that is done.
 * In a sandbox that outlives the run, the lane stays if the test failed, or if the expectations of its scenario are not
 * met, which `exec` will tell.
 */
export async function leaveLane(sandbox: MaybeShared, lane: SandboxLane, hasFailed: boolean): Promise<void> {
  if (sandbox.outlivesRun && (hasFailed || (await isUnmet(lane)))) return endInterceptsOf(lane.url);
  if (sandbox.dropLater) return sandbox.dropLater(lane);
  await lane.drop();
}

/** True if the test loaded a scenario into its lane whose expectations are not met. */
const isUnmet = async (lane: SandboxLane): Promise<boolean> =>
  useOf(lane).hasLoaded &&
  lane.verify().then(
    ({ passed }) => !passed,
    // It expects nothing.
    () => false,
  );

type MaybeShared = Sandbox & Partial<SharedSandbox>;

const LONGEST = 64;
let made = 0;

/** Derives a lane's name from a test's name. It shows in URLs and on the console. Of a long name the end tells most. */
function laneName(test: string, { member, besides }: Partial<SharedSandbox>): string {
  const slug = test.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "test";
  const ids = [member, ++made];
  const named = (slug?: string): string => [besides, slug, ...ids].filter((part) => part !== undefined).join("-");
  const room = LONGEST - named("").length;
  return named(room < 1 ? undefined : endOf(slug, room));
}

/** As many of its last words as fit; the end of the last one if that is longer. */
const endOf = (slug: string, room: number): string =>
  `-${slug}`
    .slice(-room - 1)
    .replace(/^[^-]*-(?=.)/, "")
    .slice(-room);

/** Runs with the sandbox of this worker, and leaves it afterwards. */
export async function withSandbox(
  options: TestOptions,
  helper: Helper,
  use: (sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  const sandbox = await openSandbox(options, helper);
  try {
    await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Runs with a fresh lane, and leaves it afterwards. Prints its refusals if the test failed. */
export async function withLane(
  sandbox: Sandbox,
  attempt: TestAttempt,
  use: (lane: SandboxLane) => Promise<void>,
): Promise<void> {
  const lane = await laneOfAttempt(sandbox, attempt);
  try {
    await use(lane);
  } finally {
    const hasFailed = attempt.hasFailed();
    if (hasFailed) {
      await printRefusals(lane, sandbox);
      await attemptFailed(sandbox, lane, attempt);
    }
    await leaveLane(sandbox, lane, hasFailed);
  }
}

/**
 * Prints the latest calls of a lane that were refused, declined or cut, each with its explanation. Says how to look at the
 * lane if it stays. Never throws, because the test's own failure counts.
 */
export async function printRefusals(lane: SandboxLane, sandbox?: MaybeShared): Promise<void> {
  try {
    const { keptText, refusalsText } = await import("./refusals.js");
    const text = await refusalsText(lane);
    // Jest shows the code around an error or a warning, which would be ours.
    if (text !== undefined) console.info(text);
    const kept = sandbox?.outlivesRun ? await keptText(lane) : undefined;
    if (kept !== undefined) console.info(kept);
  } catch (error) {
    console.info(`payment-sandbox: the calls of lane ${lane.name} cannot be read: ${(error as Error).message}`);
  }
}
