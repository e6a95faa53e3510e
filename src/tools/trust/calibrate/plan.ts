import { readPrivateKey } from "../../../core/signing/keys.js";
import { demoPrivateKey } from "../../../package/demo-keys.js";
import { startSandbox } from "../../library/sandbox.js";
import { shortened } from "../recording/mask.js";
import { startListener } from "../target/listener.js";
import { httpTarget, passing } from "../target/target.js";
import { type CalibrateOptions, calibrate } from "./calibrate.js";

/** A call that a calibration would make, or its question to a person. */
export interface Planned {
  readonly about: string;
  readonly line: string;
}

interface PlannedRun extends Pick<CalibrateOptions, "merchantId" | "userId" | "known"> {
  /** True if a listener for notifications is running. */
  readonly listens: boolean;
}

/**
 * The calls of a calibration, found by running it against a sandbox. The real service's answers may lead to a few
 * other calls.
 */
export async function planned({ merchantId, userId, listens, known }: PlannedRun): Promise<readonly Planned[]> {
  await using sandbox = await startSandbox({ signature: "off" });
  await using listener = listens ? await startListener() : undefined;
  const lane = await sandbox.lane();
  for (const card of ["visa-credit", "master-credit"]) await lane.putToken({ merchantId, userId, card });
  let now = Date.parse((await lane.clock.freeze()).now);
  const pending: string[] = [];
  const all: Planned[] = [];
  const target = httpTarget({
    url: lane.url,
    merchantId,
    key: readPrivateKey(demoPrivateKey()),
    timeoutMs: 30_000,
    turn: async () => {},
  });
  await calibrate({
    target: passing(target, ({ path, ...sent }, send) => {
      const text = "body" in sent ? sent.body : JSON.stringify({ merchantId, ...sent.params });
      pending.push(`${path} ${shortened(text)}`);
      return send();
    }),
    url: lane.url,
    merchantId,
    userId,
    person: {
      ask: async (what) => {
        pending.push(`(a person is asked to ${what})`);
        return "skipped";
      },
    },
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
      all.push(...lines.map((line) => ({ about, line })));
    },
  });
  return all;
}
