import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply } from "../../../../src/lane/journal/reply.js";
import type { Lane } from "../../../../src/lane/lane.js";
import { respond, untilDue } from "../../../../src/server/payment-api/http/response.js";
import { created } from "../../../support/client.js";
import { control, FROZEN_AT, startTestSandbox } from "../../../support/sandbox.js";

const lane = { name: "l" } as Lane;
const reply = (over: Partial<Reply>): Reply => ({
  http: 200,
  responseCode: "0000",
  at: FROZEN_AT,
  result: { kind: "done" },
  body: "{}",
  requestId: "req-1",
  operation: "direct/query",
  signature: "valid",
  notes: [],
  assumed: [],
  delayMs: 0,
  ...over,
});

describe("a delay longer than a timer takes", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([25, 60, 3650])("is waited out: %s days", async (days) => {
    const delayMs = days * 86_400_000;
    let hasLeft = false;
    void untilDue(lane, reply({ delayMs })).then(() => {
      hasLeft = true;
    });
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(hasLeft).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(hasLeft).toBe(true);
  });
});

describe("a rule's name in its header", () => {
  const headerOf = (rule: string) => {
    const response = respond(lane, reply({ rule }), true);
    return "headers" in response ? response.headers["X-Sandbox-Rule"] : undefined;
  };

  it.each([
    ["is its own", "refund-short", "refund-short"],
    ["is percent-encoded", "退款 50%\r\nX: y", "%E9%80%80%E6%AC%BE%2050%25%0D%0AX:%20y"],
    ["with half a character is mended", "a\ud800b", "a%EF%BF%BDb"],
    ["that is long is cut", "x".repeat(5000), `${"x".repeat(100)}%E2%80%A6`],
    ["is cut between characters", "😀".repeat(5000), `${"%F0%9F%98%80".repeat(100)}%E2%80%A6`],
  ])("%s", (_, rule, header) => {
    expect(headerOf(rule)).toBe(header);
  });

  it("fits an answer, however long it is", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", { name: "é".repeat(20_000), when: {}, then: { outcome: "approve" } });
    expect((await created(client)).status).toBe("OPEN");
  });
});
