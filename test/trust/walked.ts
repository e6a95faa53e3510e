import type { Sandbox } from "../../src/library/types.js";
import type { World } from "../../src/trust/walks/walk.js";
import { walkBoth } from "../../src/trust/walks/walks.js";
import { laneWorld } from "../../src/trust/walks/worlds.js";
import { DEMO_MERCHANT } from "../support/client.js";

export const world = async (sandbox: Sandbox, name: string): Promise<World> =>
  laneWorld(await sandbox.lane(name), DEMO_MERCHANT, 351);

export const walked = async (there: World, other: Sandbox, walks: number, seed = 5) =>
  walkBoth({
    walks,
    seed,
    userId: "user1",
    there,
    here: async (attempt, chosen) => {
      const lane = await other.lane(`here-${attempt}`);
      if (chosen) await lane.assume(chosen);
      return laneWorld(lane, DEMO_MERCHANT, 351);
    },
    prefix: "walk",
  });

export const nothing = { differences: [], unsteady: 0 };
