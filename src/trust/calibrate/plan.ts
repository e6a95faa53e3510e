import { startSandbox } from "../../library/sandbox.js";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { readPrivateKey } from "../../signing/keys.js";
import { shortened } from "../recording/mask.js";
import { startListener } from "../target/listener.js";
import { httpTarget, type Json, type Target } from "../target/target.js";
import { type CalibrateOptions, calibrate } from "./calibrate.js";
import type { Person } from "./person.js";

/** A call that a calibration would make, or its question to a person. */
export interface Planned {
  readonly about: string;
  readonly line: string;
}

export interface PlanOptions extends Pick<CalibrateOptions, "merchantId" | "userId" | "known"> {
  /** True if a listener for notifications is running. */
  readonly listens: boolean;
}

/**
 * The calls of a calibration, found by running it against a sandbox. The real service's answers may lead to a few
 * other calls.
 */
export async function planned({ merchantId, userId, listens, known }: PlanOptions): Promise<readonly Planned[]> {
  await using sandbox = await startSandbox({ signature: "off" });
  await using listener = listens ? await startListener() : undefined;
  const lane = await sandbox.lane();
  for (const card of ["visa-credit", "master-credit"]) await lane.putToken({ merchantId, userId, card });
  let now = Date.parse((await lane.clock.freeze()).now);
  const pending: string[] = [];
  const all: Planned[] = [];
  const person: Person = {
    ask: async (what) => {
      pending.push(`(a person is asked to ${what})`);
      return "skipped";
    },
  };
  await calibrate({
    target: watched(
      httpTarget({
        url: lane.url,
        merchantId,
        key: readPrivateKey(demoPrivateKey()),
        timeoutMs: 30_000,
        turn: async () => {},
      }),
      merchantId,
      pending,
    ),
    url: lane.url,
    merchantId,
    userId,
    person,
    listener,
    known,
    clock: {
      now: () => now,
      wait: async (ms) => {
        now += ms;
        pending.push(`(waits ${ms / 1000} s)`);
        await lane.clock.advance(`${ms}ms`);
      },
    },
    prefix: "cal-<run>",
    onStep: ({ about }) => {
      const lines = pending.length === 0 ? ["(what was asked for above would do)"] : pending.splice(0);
      for (const line of lines) all.push({ about, line });
    },
  });
  return all;
}

/** Records the calls. */
function watched(target: Target, merchantId: number, calls: string[]): Target {
  const line = (path: string, params: Json) => `${path} ${shortened(JSON.stringify({ merchantId, ...params }))}`;
  return {
    ...target,
    call: (path, params) => {
      calls.push(line(path, params));
      return target.call(path, params);
    },
    post: (path, body) => {
      calls.push(`${path} ${shortened(body)}`);
      return target.post(path, body);
    },
  };
}
