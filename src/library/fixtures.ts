import type { Sandbox, SandboxLane, SandboxOptions } from "./types.js";

/** The fixtures of a test. */
export interface SandboxFixtures {
  /** One for each worker. */
  sandbox: Sandbox;
  /** One for each test. It starts empty with the sandbox's seed, and is dropped afterwards. */
  lane: SandboxLane;
}

const LONGEST = 64;
let made = 0;

/** Derives a lane's name from a test's name. It shows in URLs and on the console. */
export function laneNameOf(test: string): string {
  const number = `-${++made}`;
  const slug = test.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${slug.slice(0, LONGEST - number.length)}${number}`.replace(/^-/, "test-");
}

/** Runs with a sandbox that belongs to this worker. */
export async function withSandbox(options: SandboxOptions, use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const { startSandbox } = await import("./sandbox.js");
  const sandbox = await startSandbox(options);
  try {
    await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Runs with a fresh lane named after the test, and drops it afterwards to free its memory. */
export async function withLane(
  sandbox: Sandbox,
  test: string,
  use: (lane: SandboxLane) => Promise<void>,
): Promise<void> {
  const lane = await sandbox.lane(laneNameOf(test));
  try {
    await use(lane);
  } finally {
    await lane.drop();
  }
}
