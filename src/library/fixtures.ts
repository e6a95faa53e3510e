import type { Sandbox, SandboxLane, SandboxOptions } from "./types.js";

/** What a test is given. */
export interface SandboxFixtures {
  /** One for each worker. */
  sandbox: Sandbox;
  /** One for each test: empty, seeded, gone afterwards. */
  lane: SandboxLane;
}

const LONGEST = 64;
let made = 0;

/** A lane's name from a test's: it shows in addresses and on the console. */
export function laneNameOf(test: string): string {
  const number = `-${++made}`;
  const slug = test.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${slug.slice(0, LONGEST - number.length)}${number}`.replace(/^-/, "test-");
}

/** Runs with a sandbox of the worker's own. */
export async function withSandbox(options: SandboxOptions, use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const { startSandbox } = await import("./sandbox.js");
  const sandbox = await startSandbox(options);
  try {
    await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Runs with a fresh lane named after the test; a lane that is gone frees its memory. */
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
