import { assumptions, defaultPolicy, type Policy } from "../../src/core/facts/assumptions.js";
import { allCodes, declines, refusals } from "../../src/core/facts/codes.js";
import { draw } from "../../src/core/scenario/matching/draw.js";
import { readPublicKey } from "../../src/core/signing/keys.js";
import type { Calibration } from "../../src/server/options/calibration.js";
import { ControlClient } from "../../src/tools/library/control-client.js";
import { laneClient } from "../../src/tools/library/lane-client.js";
import type { SandboxLane } from "../../src/tools/library/types.js";
import type { CalibrateOptions } from "../../src/tools/trust/calibrate/calibrate.js";
import { probes } from "../../src/tools/trust/calibrate/probes/index.js";
import { noPerson, type Person } from "../../src/tools/trust/calibrate/session/person.js";
import { startListener } from "../../src/tools/trust/target/listener.js";
import type { RateClock } from "../../src/tools/trust/target/rate-limit.js";
import { httpTarget } from "../../src/tools/trust/target/target.js";
import { DEMO_MERCHANT, demoKey } from "./client.js";
import { startTestSandbox } from "./sandbox.js";

/** What a stand-in keeps to itself. */
export interface Hidden {
  readonly assumptions: Readonly<Record<string, string>>;
  readonly responseCodes: Readonly<Record<string, { readonly code: string; readonly message: string }>>;
}

/** "The real service" of a test: a sandbox whose choices and codes noPerson was told. */
export interface StandIn extends AsyncDisposable {
  readonly url: string;
  readonly lane: SandboxLane;
  readonly hidden: Hidden;
  /** What `calibrate` is started with against it; time passes on the stand-in's clock alone. */
  readonly options: (over?: Partial<CalibrateOptions>) => CalibrateOptions;
}

/** Messages that clients compare: every service says these. */
const FIXED = ["invalid-signature", "no-public-key"];

/** A random set, the same for the same seed: a choice for each assumption, a code and a message for each outcome. */
export function hiddenSet(seed: number): Hidden {
  const pick = <T>(key: string, from: readonly T[]): T =>
    from[Math.floor(draw(seed, "stand-in", key, 0) * from.length)]!;
  const built = assumptions.filter(({ choices }) => choices.length > 1);
  const names = Object.keys({ ...refusals, ...declines });
  const code = (name: string) =>
    String(1 + Math.floor(draw(seed, "stand-in", `code ${name}`, 0) * 9999)).padStart(4, "0");
  return {
    assumptions: Object.fromEntries(built.map(({ id, choices }) => [id, pick(id, choices)])),
    responseCodes: Object.fromEntries(
      names.map((name) => {
        const own = allCodes[name as keyof typeof allCodes].message;
        return [
          name,
          { code: code(name), message: FIXED.includes(name) ? own : pick(name, [own, `refused (${code(name)})`]) },
        ];
      }),
    ),
  };
}

/** One code each, so that nothing is left open. */
export const distinct = (hidden: Hidden): Hidden => ({
  ...hidden,
  responseCodes: Object.fromEntries(
    Object.entries(hidden.responseCodes).map(([name, row], i) => [name, { ...row, code: String(5000 + i) }]),
  ),
});

/** An earlier run's calibration, with everything settled but this. Then only this is looked at. */
export function settledBut(...open: readonly string[]): Calibration {
  const ids = probes.map(({ id }) => id).filter((id) => !open.includes(id));
  const settled = Object.fromEntries(ids.map((id) => [id, { choice: "any", confidence: "sure", evidence: [] }]));
  return { assumptions: settled, responseCodes: {}, findings: {}, undetermined: {} } as never;
}

/** The person at the terminal: does what is asked for. */
export const willing = ({ lane }: StandIn): Person => ({
  ask: async (what, url) => {
    const [order] = await lane.orders({ status: "OPEN", limit: 1 });
    if (what.startsWith("store")) await stored(lane, url);
    else if (what.includes("cancel")) await lane.simulate(order!.id, "cancel");
    else if (what.includes("three times")) await declined(lane, order!.id);
    else await lane.simulate(order!.id, { action: "pay", method: "ALIPAYHK" });
    return "done";
  },
});

/** A third decline may close the order: then there is nothing more to try. */
async function declined(lane: SandboxLane, id: number): Promise<void> {
  for (let tries = 0; tries < 3; tries++) await lane.simulate(id, "decline").catch(() => undefined);
}

async function stored({ url }: SandboxLane, page: string): Promise<void> {
  const [, id] = /card-entry\/(\d+)-/.exec(page) ?? [];
  const given = { params: { id: id! }, body: { action: "save" } } as const;
  await new ControlClient({ base: url }).call("POST /card-entries/{id}/simulate", given).catch(() => undefined);
}

/** Its stans begin with zeros, so that their form can be seen. */
const SEED = 12;
/** Of a card that its issuer declines. */
const DECLINED_TOKEN = 999_999;

export async function startStandIn(hidden: Hidden): Promise<StandIn> {
  const { responseCodes } = hidden;
  const policy = { ...defaultPolicy, ...hidden.assumptions } as Policy;
  const sandbox = await startTestSandbox({ signature: "enforce", seed: SEED, policy, responseCodes });
  const { url, server } = sandbox;
  const lane = laneClient("default", url, new ControlClient({ base: url }), server.fetch);
  const { now } = await lane.clock.freeze("2026-01-05T10:00:00+08:00");
  const clock = clockOf(lane, Date.parse(now));
  await lane.putToken({ merchantId: DEMO_MERCHANT, userId: "user2", card: "do-not-honour", tokenId: DECLINED_TOKEN });
  const { body: keys } = await sandbox.control("GET", "keys");
  const listener = await startListener({ key: readPublicKey(keys.notificationPublicKey) });
  return {
    url,
    lane,
    hidden,
    options: (options = {}) => ({
      target: httpTarget({
        url,
        merchantId: DEMO_MERCHANT,
        key: demoKey,
        timeoutMs: 10_000,
        fetch: server.fetch,
        turn: async () => {},
      }),
      url,
      merchantId: DEMO_MERCHANT,
      userId: "user2",
      person: noPerson,
      clock,
      listener,
      prefix: `cal-${runs++}`,
      ...options,
    }),
    [Symbol.asyncDispose]: async () => {
      await listener[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

let runs = 0;

function clockOf(lane: SandboxLane, startedAt: number): RateClock {
  let now = startedAt;
  return {
    now: () => now,
    wait: async (ms) => {
      now += ms;
      await lane.clock.advance(`${ms}ms`);
    },
  };
}
