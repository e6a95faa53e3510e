import { expect, it } from "vitest";
import { typed } from "../../../src/package/typed.js";
import { commands } from "../../../src/tools/cli/commands.js";
import { operationWords, ways, wayTo } from "../../../src/tools/cli/no-command.js";
import { startTestSandbox } from "../../support/sandbox.js";

it("names for each word a call that the control API knows, with a body that it accepts", async () => {
  await using sandbox = await startTestSandbox();
  for (const [word, [, call, body]] of Object.entries(ways)) {
    const [method, path] = call.split(" ") as [string, string];
    const given = body === undefined ? undefined : JSON.parse(body);
    // Nothing is waited for in full: 408 says that the body was right.
    const { http } = await sandbox.control(method, path.slice(1), word === "wait" ? { ...given, timeoutMs: 1 } : given);
    expect([word, http]).toEqual([word, expect.toBeOneOf([200, 201, 204, ...(word === "wait" ? [408] : [])])]);
  }
});

it("names for an operation a call of the payment API", async () => {
  await using sandbox = await startTestSandbox();
  const statusOf = async (operation: string): Promise<number> => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${sandbox.url}/hosted-checkout/${operation}`, { method: "POST", headers, body: "{}" })).status;
  };
  expect(await statusOf("no-operation")).toBe(404);
  for (const operation of operationWords) {
    expect([operation, await statusOf(operation)]).toEqual([operation, 400]);
    expect(wayTo(operation)).toBe(`to ${operation}: ${typed()} call hosted-checkout/${operation} --demo`);
  }
});

it("says nothing of a command, or of a word that tells nothing", () => {
  for (const word of [...commands.keys(), "nonsense", "toString"]) expect(wayTo(word)).toBeUndefined();
});
