import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Lane } from "../../../../src/lane/lane.js";
import { LaneGone } from "../../../../src/lane/ports/store-errors.js";
import { putRule } from "../../../../src/lane/rules/rule-changes.js";
import { putMerchant } from "../../../../src/lane/scenarios/given.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";
import { answerCall, type WatchedCall } from "../../../../src/server/payment-api/http/answer-call.js";
import { answer } from "../../../../src/server/payment-api/ladder/pipeline.js";
import { demoKey, envelope, requests, signed } from "../../../support/client.js";
import { testLanes } from "../../../support/lanes.js";
import { ofFile } from "../../../support/of-file.js";
import { FROZEN_AT } from "../../../support/sandbox.js";
import { allExchanges } from "../../../support/stores.js";

const lanes = ofFile(await testLanes());

const sale = endpoints.find(({ path }) => path === "tokenization/sale")!;
const newKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
const keys = {
  demo: createPublicKey(demoKey).export({ type: "spki", format: "pem" }).toString(),
  another: newKey(),
  third: newKey(),
};
const body = () => envelope(requests.sale());

/** The object with another value of one member. */
function over<T extends object>(target: T, member: keyof T, value: unknown): T {
  return new Proxy(target, {
    get: (from, name) => {
      if (name === member) return value;
      const found: unknown = Reflect.get(from, name, from);
      return typeof found === "function" ? found.bind(from) : found;
    },
  });
}

/** A lane whose first units of work fail. */
function failing(lane: Lane, times: number, error: Error): Lane {
  let left = times;
  const transact: Lane["store"]["transact"] = (work, options) => {
    if (left-- > 0) throw error;
    return lane.store.transact(work, options);
  };
  return over(lane, "store", over(lane.store, "transact", transact));
}

/** A lane where something happens while a wrong signature is looked into. */
function meanwhile(lane: Lane, happens: () => Promise<unknown>): Lane {
  const merchants: Lane["store"]["views"]["merchants"] = async (page) => {
    await happens();
    return lane.store.views.merchants(page);
  };
  return over(lane, "store", over(lane.store, "views", over(lane.store.views, "merchants", merchants)));
}

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
          watchers: [
            (where: Lane, { operation, reply, ms }: WatchedCall) =>
              told.push(["told", where.name, operation, reply.http, Math.floor(ms / 60_000)]),
          ],
        }
      : undefined,
  } as const;
  const outcome = await answerCall(lane, options as never, sale, { body: body() }).then(
    ({ reply, lane }) => [JSON.parse(reply.body).responseCode, lane.name],
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

  const wrong = { body: envelope(requests.sale(), { signature: signed("another text") }) };

  it("with a wrong signature is looked into outside of its unit of work, so that others go on", async () => {
    const lane = await lanes.ready("looked-into");
    const others: (string | undefined)[] = [];
    const other = async () => {
      const { signature } = await answer(lane, "enforce", sale, { body: body() });
      others.push(signature);
    };
    const reply = await answer(meanwhile(lane, other), "enforce", sale, wrong);
    expect([reply.signature, JSON.parse(reply.body).responseCode, others]).toEqual(["invalid", "1002", ["valid"]]);
    const { length } = await allExchanges(lane.store.views);
    expect(length).toBe(2);
  });

  it.each([
    ["a key that accepts it", keys.another, keys.demo, ["valid", "0000", 1]],
    ["a key that refuses it too", keys.another, keys.third, ["invalid", "1002", 2]],
  ])("with a wrong signature meets %s meanwhile, and starts once more", async (_, before, after, expected) => {
    const lane = await lanes.ready(`changed-${expected[0]}`);
    await putMerchant(lane, 3, { publicKeys: [before] });
    let looked = 0;
    const changing = meanwhile(lane, async () => {
      if (looked++ === 0) await putMerchant(lane, 3, { publicKeys: [after] });
    });
    const reply = await answer(changing, "enforce", sale, { body: body() });
    expect([reply.signature, JSON.parse(reply.body).responseCode, looked]).toEqual(expected);
    expect(await allExchanges(lane.store.views)).toHaveLength(1);
  });

  it("with a wrong signature is answered though its merchant's keys change all the time", async () => {
    const lane = await lanes.ready("changing");
    let looked = 0;
    const changing = meanwhile(lane, () =>
      putMerchant(lane, 3, { publicKeys: [looked++ % 2 === 0 ? keys.another : keys.third] }),
    );
    const reply = await answer(changing, "enforce", sale, wrong);
    expect([reply.signature, looked]).toEqual(["invalid", 2]);
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
