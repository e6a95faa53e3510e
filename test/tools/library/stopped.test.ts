import { expect, it } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { openSandbox } from "../../../src/tools/library/fixtures.js";
import type { Sandbox, SandboxLane } from "../../../src/tools/library/types.js";

const SAYS =
  "this sandbox was stopped, by stop() or at the end of its `await using` block: start it in beforeAll, and stop it in afterAll";

/** The members that need no sandbox. */
const LOCAL = new Set(["name", "url", "keys", "sign", "stop"]);

/** The members that take no address, and what they take. */
const ARGUMENTS = new Map<string, unknown>([
  ...["orders", "requests", "notifications", "tokens"].map((name) => [name, {}] as const),
  ["load", "maintenance-window"],
  ["pay", 1],
  ["saveCard", "http://localhost/card-entry/1-6HD"],
]);

/** The text with which each method answers, by its name. What answers otherwise than by throwing answers "none". */
async function answersOf(of: object, prefix: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, member] of Object.entries(of)) {
    if (LOCAL.has(name)) continue;
    const where = `${prefix}.${name}`;
    if (typeof member === "object") Object.assign(answers, await answersOf(member, where));
    else answers[where] = await answerOf(member, name);
    if (typeof member === "function") Object.assign(answers, await answersOf(member, where));
  }
  return answers;
}

const answerOf = async (method: (...args: unknown[]) => unknown, name: string): Promise<string> => {
  try {
    await method(ARGUMENTS.get(name) ?? "http://gateway.example/x", {});
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

async function allAnswers(sandbox: Sandbox, lane: SandboxLane): Promise<Record<string, string>> {
  await sandbox.stop();
  return { ...(await answersOf(sandbox, "sandbox")), ...(await answersOf(lane, "lane")) };
}

it("says after stop that it was stopped, by each method of sandbox and lane", async () => {
  const sandbox = await startSandbox();
  const answers = await allAnswers(sandbox, await sandbox.lane("late"));
  expect(Object.keys(answers).length).toBeGreaterThan(40);
  expect(Object.entries(answers).filter(([, said]) => said !== SAYS)).toEqual([]);
});

it("says so at the end of an await using block, and of a fork", async () => {
  let fork: SandboxLane;
  {
    await using sandbox = await startSandbox();
    const lane = await sandbox.lane("saved");
    await lane.snapshot("now");
    fork = await lane.fork("now", "forked");
  }
  await expect(fork.call("hosted-checkout/query", { merchantReference: "A-1" })).rejects.toThrow(SAYS);
});

it("says so of a sandbox that was joined, which itself runs on", async () => {
  await using running = await startSandbox();
  process.env.PAYMENT_SANDBOX_URL = running.url;
  try {
    const joined = await openSandbox({}, "laneOfTest");
    await expect(joined.lane("late", { sed: 7 } as never)).rejects.toThrow("unknown member sed, did you mean seed?");
    const answers = await allAnswers(joined, await joined.lane("late"));
    expect(
      Object.entries(answers).filter(
        ([name, said]) => said !== SAYS && !/member|besides|dropLater|outlivesRun/.test(name),
      ),
    ).toEqual([]);
  } finally {
    delete process.env.PAYMENT_SANDBOX_URL;
  }
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
});

it("looks like a refused connection to the code under test", async () => {
  const sandbox = await startSandbox();
  const lane = await sandbox.lane("cause");
  using _off = lane.intercept("http://gateway.example/x");
  await sandbox.stop();
  const call = fetch("http://gateway.example/x/hosted-checkout/query", { method: "POST", body: "{}" });
  await expect(call).rejects.toMatchObject({ message: SAYS, cause: { code: "ECONNREFUSED" } });
});
