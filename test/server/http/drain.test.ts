import { expect, it } from "vitest";
import { releaseGate } from "../../../src/lane/gates.js";
import { requests } from "../../support/client.js";
import { startTestSandbox } from "../../support/sandbox.js";

/** A server with one call whose answer a gate holds. */
async function withHeldAnswer() {
  const sandbox = await startTestSandbox();
  await sandbox.control("POST", "rules", {
    when: { operation: "*/sale" },
    then: { gate: { name: "held", idleMs: 60_000 } },
  });
  const called = sandbox.client("tokenization/sale", requests.sale());
  const answer = called.then(
    ({ http }) => http,
    () => "cut",
  );
  const connection = called.then(
    ({ headers }) => headers.get("connection"),
    () => "cut",
  );
  await sandbox.control("POST", "wait", { for: "order", match: {}, timeoutMs: 20_000 });
  return { sandbox, answer, connection };
}

it("a server that drains is not ready any more, and lets a held answer leave", async () => {
  const { sandbox, answer, connection } = await withHeldAnswer();
  await using _ = sandbox;
  const drained = sandbox.server.drain(20_000);
  const readyz = await fetch(`${sandbox.url}/readyz`);
  expect([readyz.status, ((await readyz.json()) as { code: string }).code]).toEqual([503, "stopping"]);
  expect(await releaseGate(await sandbox.server.lanes.ready("default"), "held")).toBe(1);
  expect([await answer, await connection]).toEqual([200, "close"]);
  expect(await drained).toEqual({ answered: 1, cut: 0 });
  await expect(fetch(`${sandbox.url}/livez`)).rejects.toThrow();
});

it("what takes longer than the grace is cut, and told", async () => {
  const { sandbox, answer } = await withHeldAnswer();
  await using _ = sandbox;
  expect(await sandbox.server.drain(1)).toEqual({ answered: 0, cut: 1 });
  expect(await answer).toBe("cut");
});
