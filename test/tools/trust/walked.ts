import type { Sandbox } from "../../../src/tools/library/types.js";
import type { WalkAct } from "../../../src/tools/trust/walks/generate.js";
import type { World } from "../../../src/tools/trust/walks/walk.js";
import { walkBoth } from "../../../src/tools/trust/walks/walks.js";
import { laneWorld } from "../../../src/tools/trust/walks/worlds.js";
import { DEMO_MERCHANT } from "../../support/client.js";

/** Enough for any refund, also of a settled order. */
const FLOAT = { unsettledBalance: { HKD: 1_000_000, USD: 1_000_000 } };

export async function world(sandbox: Sandbox, name: string): Promise<World> {
  const lane = await sandbox.lane(name);
  await lane.putMerchant(DEMO_MERCHANT, FLOAT);
  return laneWorld(lane, DEMO_MERCHANT, 351);
}

export const walked = async (
  there: World,
  other: Sandbox,
  walks: number,
  { seed = 5, acts = [] }: { seed?: number; acts?: readonly WalkAct[] } = {},
) =>
  walkBoth({
    walks,
    seed,
    acts,
    userId: "user1",
    there,
    here: async (attempt, chosen) => {
      const lane = await other.lane(`here-${attempt}`);
      await lane.putMerchant(DEMO_MERCHANT, FLOAT);
      if (chosen) await lane.assume(chosen);
      return laneWorld(lane, DEMO_MERCHANT, 351);
    },
    prefix: "walk",
  });

export const nothing = { differences: [], unsteady: 0 };
