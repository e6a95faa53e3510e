import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lane } from "../../../src/app/lane.js";
import { LaneGone, Overtaken } from "../../../src/app/ports/store-errors.js";
import { putRule } from "../../../src/app/rules/rule-changes.js";
import type { Lanes } from "../../../src/server/lanes/lanes.js";
import { endpoints } from "../../../src/wire/endpoints/index.js";
import { answerCall } from "../../../src/wire/http/answer-call.js";
import { answer } from "../../../src/wire/ladder/pipeline.js";
import { envelope, requests, signed } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { FROZEN_AT } from "../../support/sandbox.js";

let lanes: Lanes & AsyncDisposable;
beforeAll(async () => {
  lanes = await testLanes();
});
afterAll(() => lanes[Symbol.asyncDispose]());

const sale = endpoints.find(({ path }) => path === "tokenization/sale")!;
const body = () => envelope(requests.sale());

/** The lane with another `known` of its store. */
function knowing(lane: Lane, known: Lane["store"]["known"]): Lane {
  const over = (target: object, member: string, value: unknown): object =>
    new Proxy(target, {
      get: (from, name) => {
        if (name === member) return value;
        const found: unknown = Reflect.get(from, name, from);
        return typeof found === "function" ? found.bind(from) : found;
      },
    });
  return over(lane, "store", over(lane.store, "known", known)) as Lane;
}

/** A lane whose state cannot be read the first times that it is asked for. */
function failing(lane: Lane, times: number, error: Error): Lane {
  let left = times;
  return knowing(lane, (merchantId) => {
    if (left-- > 0) throw error;
    return lane.store.known(merchantId);
  });
}

/** A lane whose store knows nothing at once, as that of another machine. */
const slow = (lane: Lane): Lane => knowing(lane, async (merchantId) => lane.store.known(merchantId));

/** One sale, with all that was told of it. */
async function answered(lane: Lane, { successor, hasWatcher = true }: { successor?: Lane; hasWatcher?: boolean } = {}) {
  const told: unknown[][] = [];
  const options = {
    signature: "off",
    successor: async () => successor,
    counts: {
      answered: (operation: string, { http }: { http: number }, tookMs: number) =>
        told.push(["answered", operation, http, Number.isFinite(tookMs)]),
      failed: (operation: string) => told.push(["failed", operation]),
      startedAgain: () => {},
    },
    watch: hasWatcher
      ? {
          tell: (
            where: Lane,
            { operation, reply, ms }: { operation: string; reply: { http: number; delayMs: number }; ms: number },
          ) => told.push(["told", where.name, operation, reply.http, Math.floor(ms / 60_000)]),
        }
      : undefined,
  } as const;
  const outcome = await answerCall(lane, options as never, sale, { body: body() }).then(
    ([reply, where]) => [JSON.parse(reply.body).responseCode, where.name],
    (error: unknown) => [(error as Error).constructor.name],
  );
  return { outcome, told };
}

describe("a call", () => {
  it("is counted, and told of where somebody wants to know", async () => {
    const lane = await lanes.ready("counted");
    expect(await answered(lane)).toEqual({
      outcome: ["0000", "counted"],
      told: [
        ["answered", "tokenization/sale", 200, true],
        ["told", "counted", "tokenization/sale", 200, 0],
      ],
    });
    expect((await answered(lane, { hasWatcher: false })).told).toHaveLength(1);
  });

  it("is told of with the delay that its answer waits besides, and counted without", async () => {
    const lane = await lanes.ready("delayed");
    await putRule(lane, { then: { delay: "10m" } }, "control");
    expect((await answered(lane)).told).toEqual([
      ["answered", "tokenization/sale", 200, true],
      ["told", "delayed", "tokenization/sale", 200, 10],
    ]);
    await lane.clock.freeze(FROZEN_AT);
    expect((await answered(lane)).told[1]).toEqual(["told", "delayed", "tokenization/sale", 200, 0]);
  });

  it.each([
    [1, ["0000", "overtaken"]],
    [20, ["0000", "overtaken"]],
    [21, ["Overtaken"]],
  ])("that is overtaken %d times ends as %j", async (times, outcome) => {
    const lane = await lanes.ready("overtaken");
    const found = await answered(failing(lane, times, new Overtaken()));
    expect(found.outcome).toEqual(outcome);
    expect(found.told[0]?.[0]).toBe(outcome.length === 1 ? "failed" : "answered");
  });

  it("follows any number of resets", async () => {
    const [gone, next] = [await lanes.ready("often-reset"), await lanes.ready("last")];
    const found = await answered(failing(gone, 1, new LaneGone()), { successor: failing(next, 30, new LaneGone()) });
    expect(found.outcome).toEqual(["0000", "last"]);
  });

  it("goes on in the lane that took the place of its own, and fails where none did", async () => {
    const [gone, next] = [await lanes.ready("gone"), await lanes.ready("next")];
    expect((await answered(failing(gone, 1, new LaneGone()), { successor: next })).outcome).toEqual(["0000", "next"]);
    expect(await answered(failing(gone, 1, new LaneGone()))).toEqual({
      outcome: ["LaneGone"],
      told: [["failed", "tokenization/sale"]],
    });
  });

  it.each([
    ["valid", undefined, "0000"],
    ["invalid", signed("another text"), "1002"],
  ])("is answered alike by a store that knows nothing at once: %s", async (state, signature, responseCode) => {
    const lane = await lanes.ready("slow");
    for (const one of [lane, slow(lane)]) {
      const reply = await answer(one, "enforce", sale, { body: envelope(requests.sale(), { signature }) });
      expect([reply.signature, JSON.parse(reply.body).responseCode]).toEqual([state, responseCode]);
    }
  });

  it("says which rule fired, by its name or else by its id", async () => {
    const lane = await lanes.ready("rules");
    const firedIn = async () => (await answer(lane, "off", sale, { body: body() })).rule;
    expect(await firedIn()).toBeUndefined();
    await putRule(lane, { times: 1, then: { delay: 0 } }, "control");
    expect(await firedIn()).toBe("rule-1");
    await putRule(lane, { name: "named", then: { delay: 0 } }, "control");
    expect(await firedIn()).toBe("named");
  });

  it("that fails for another reason is not begun anew", async () => {
    const [broken, next] = [await lanes.ready("broken"), await lanes.ready("next")];
    expect((await answered(failing(broken, 1, new RangeError("x")), { successor: next })).outcome).toEqual([
      "RangeError",
    ]);
  });
});
