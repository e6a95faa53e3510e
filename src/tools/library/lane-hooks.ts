import {
  attemptFailed,
  type Helper,
  laneOfAttempt,
  leaveLane,
  newLane,
  openSandbox,
  printRefusals,
  type TestAttempt,
  type TestOptions,
} from "./fixtures.js";
import type { Sandbox, SandboxLane } from "./types.js";

/** The hooks of a runner that has no fixtures. */
export interface RunnerHooks {
  beforeAll(work: () => Promise<void>): void;
  afterAll(work: () => Promise<void>): void;
  beforeEach(work: (test: TestAttempt) => Promise<void>): void;
  afterEach(work: (test: TestAttempt) => Promise<void>): void;
  /** The name of the test that asks, if the runner can tell. */
  asking?(): string | undefined;
  /** True if that test runs beside others, if the runner can tell. */
  isConcurrent?(): boolean;
}

/** A test that has ended, or the tests of a file, with their lane. */
interface EndedTest {
  readonly name: string;
  readonly lane: SandboxLane;
  readonly hasFailed: boolean;
}

/** A lane for each test. Throws if it is used before the first test, or while several run at once. */
export function laneOfEachTest(options: TestOptions, hooks: RunnerHooks): SandboxLane {
  const running = new Map<string, SandboxLane>();
  /** Kept until the next test, because other hooks may still look at it. */
  let ended: EndedTest | undefined;
  /** True once a test was told that the helper has no lane for it: a lane without a call says nothing then. */
  let isMisused = false;
  const sandbox = sandboxOfFile("laneOfTest", options, hooks, () => ended);
  const leaveEnded = async (): Promise<void> => {
    if (!ended) return;
    used.delete(ended.lane);
    await leaveLane(await sandbox(), ended.lane, ended.hasFailed);
    ended = undefined;
  };
  hooks.beforeEach(async (test) => {
    // A subtest uses the lane of its test.
    if (isPartOfAny(test, running)) return;
    await leaveEnded();
    running.set(test.name, await laneOfAttempt(await sandbox(), test));
  });
  hooks.afterEach(async (test) => {
    const lane = running.get(test.name);
    if (!lane) return;
    const hasFailed = test.hasFailed();
    if (hasFailed && (!isMisused || used.has(lane))) await printUsed(lane, await sandbox());
    if (hasFailed) await attemptFailed(await sandbox(), lane, test);
    running.delete(test.name);
    await leaveEnded();
    ended = { name: test.name, lane, hasFailed };
  });
  return live(() => {
    isMisused = running.size > 1 || hooks.isConcurrent?.() === true;
    if (isMisused)
      throw new Error("several tests run at once here, each with its lane: run them in turn, or use laneOfFile");
    const [name, lane] = running.entries().next().value ?? [ended?.name, ended?.lane];
    const asking = hooks.asking?.();
    if (lane && asking !== undefined && asking !== name)
      throw new Error(
        `the test "${asking}" has no lane of its own here: test.concurrent needs laneOfFile, and a beforeEach that uses the lane stands below laneOfTest`,
      );
    return lane;
  });
}

/** Lanes that the tests of this file have used. A file with two helpers may use one of them alone. */
const used = new Set<SandboxLane>();

/** Says nothing of a lane that nobody used, if another one was. */
const printUsed = async (lane: SandboxLane, sandbox: Sandbox): Promise<void> => {
  if (used.size === 0 || used.has(lane)) await printRefusals(lane, sandbox);
};

const isPartOfAny = ({ name }: TestAttempt, running: ReadonlyMap<string, unknown>): boolean =>
  [...running.keys()].some((open) => name.startsWith(`${open} > `));

/** One lane for all tests of the file or suite. */
export function laneOfAllTests(name: string, options: TestOptions, hooks: RunnerHooks): SandboxLane {
  let lane: SandboxLane | undefined;
  let hasFailed = false;
  const sandbox = sandboxOfFile("laneOfFile", options, hooks, () => lane && { name, lane, hasFailed });
  hooks.beforeAll(async () => {
    lane = await newLane(await sandbox(), name);
  });
  hooks.afterEach(async (test) => {
    if (!lane || !test.hasFailed()) return;
    hasFailed = true;
    await printUsed(lane, await sandbox());
  });
  return live(() => lane);
}

/** Opens the sandbox before the first test, whose timeout would include it otherwise. Drops the last lane and leaves after the last test. */
function sandboxOfFile(
  helper: Helper,
  options: TestOptions,
  hooks: RunnerHooks,
  last: () => EndedTest | undefined,
): () => Promise<Sandbox> {
  let opening: Promise<Sandbox> | undefined;
  const open = (): Promise<Sandbox> => {
    opening ??= openSandbox(options, helper);
    return opening;
  };
  hooks.beforeAll(async () => void (await open()));
  hooks.afterAll(async () => {
    const ended = last();
    // The hook before has told of a sandbox that can't start.
    const opened = await opening?.catch(() => undefined);
    try {
      if (opened && ended) await leaveLane(opened, ended.lane, ended.hasFailed);
    } finally {
      // A sandbox that stays open would keep the process of node:test.
      await opened?.stop();
    }
  });
  return open;
}

/** An object that stands for the lane of the moment. */
function live(current: () => SandboxLane | undefined): SandboxLane {
  const needed = (): SandboxLane => {
    const lane = current();
    if (!lane) throw new Error("there is no lane yet: use it in a test, or in a hook that is registered after it");
    used.add(lane);
    return lane;
  };
  return new Proxy({} as SandboxLane, {
    // Runners and debuggers look for symbols and `then` in all that they meet.
    get: (_, member) => (typeof member === "symbol" || member === "then" ? undefined : Reflect.get(needed(), member)),
    has: (_, member) => Reflect.has(needed(), member),
    ownKeys: () => Reflect.ownKeys(current() ?? {}),
    getOwnPropertyDescriptor: (_, member) => Reflect.getOwnPropertyDescriptor(current() ?? {}, member),
  });
}
