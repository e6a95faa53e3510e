import { plural } from "../../../core/scenario/values/plural.js";
import { readPrivateKey } from "../../../core/signing/keys.js";
import { demoPrivateKey } from "../../../package/demo-keys.js";
import { startSandbox } from "../../library/sandbox.js";
import { shortened } from "../recording/mask.js";
import { startListener } from "../target/listener.js";
import { httpTarget, passing } from "../target/target.js";
import { type CalibrateOptions, calibrate } from "./calibrate.js";

/** A call that a calibration would make, a wait, or its question to a person. */
export interface Planned {
  readonly about: string;
  readonly line: string;
  /** How long it waits. Absent for anything else. */
  readonly waitMs?: number;
  readonly isCall?: true;
}

/** How many calls a calibration makes, and how long that takes at least. `perSecond`: undefined for any number. */
export function plannedLength(all: readonly Planned[], perSecond: number | undefined): string {
  const calls = all.filter(({ isCall }) => isCall).length;
  if (perSecond === undefined) return `about ${plural(calls, "call")}`;
  const seconds = calls / perSecond + all.reduce((total, { waitMs = 0 }) => total + waitMs, 0) / 1000;
  return `about ${plural(calls, "call")}, at most ${perSecond} a second: ${plural(Math.ceil(seconds / 60), "minute")}, and more if answers are slow or orders must expire first`;
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
  const pending: Omit<Planned, "about">[] = [];
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
      pending.push({ line: `${path} ${shortened(text)}`, isCall: true });
      return send();
    }),
    url: lane.url,
    merchantId,
    userId,
    person: {
      ask: async (what) => {
        pending.push({ line: `(a person is asked to ${what})` });
        return "skipped";
      },
    },
    listener,
    known,
    clock: {
      now: () => now,
      wait: async (ms) => {
        now += ms;
        pending.push({ line: `(waits ${ms / 1000} s)`, waitMs: ms });
        await lane.clock.advance(`${ms}ms`);
      },
    },
    prefix: "cal-<run>",
    onStep: ({ about }) => {
      const steps = pending.length === 0 ? [{ line: "(what was asked for above would do)" }] : pending.splice(0);
      all.push(...steps.map((step) => ({ about, ...step })));
    },
  });
  return all;
}
