import type { SnapshotStore } from "../../../lane/ports/lane-storage.js";
import { QuotaExceeded } from "../../../lane/ports/store-errors.js";
import { SerialTasks } from "../../../lane/serial-tasks.js";
import type { ControlContext } from "../context.js";
import { type AdminToken, ALL_LANES, NotYours, opens } from "./admin-token.js";

/** The server as a team sees it: only its own lanes, and the snapshots whose names are valid for its lanes. */
export function asSeenBy(
  team: AdminToken,
  context: Omit<ControlContext, "withLane">,
): Omit<ControlContext, "withLane"> {
  if (team.lanes === ALL_LANES) return context;
  return { ...context, lanes: lanesOf(team, context.lanes), snapshots: snapshotsOf(team, context.snapshots) };
}

function lanesOf(team: AdminToken, lanes: ControlContext["lanes"]): ControlContext["lanes"] {
  const own = <R>(name: string, then: () => R, named?: "lane"): R => {
    if (!opens(team, name)) throw new NotYours(team, name, named);
    return then();
  };
  return {
    ...lanes,
    opened: team.lanes,
    names: async () => (await lanes.names()).filter((name) => opens(team, name)),
    ifOpen: (name) => (opens(team, name) ? lanes.ifOpen(name) : undefined),
    add: (name, how) => own(name, () => lanes.add(name, how), "lane"),
    create: (name, seed) => own(name, () => lanes.create(name, seed)),
    drop: (name) => own(name, () => lanes.drop(name)),
    restore: (name, bytes) => own(name, () => lanes.restore(name, bytes)),
  };
}

/** Of the limit of all snapshots. A team's first snapshot may be larger. */
const TEAM_SHARE = 0.1;
/** One save at a time for each team, so that two of them can't both be the last that fits. */
const saves = new SerialTasks<string>();

/** A snapshot contains a lane's data, so its name must belong to the team. */
export function snapshotsOf(team: AdminToken, snapshots: SnapshotStore): SnapshotStore {
  const maxBytes = team.lanes === ALL_LANES ? snapshots.maxBytes : snapshots.maxBytes * TEAM_SHARE;
  const list = async () => (await snapshots.list()).filter(({ name }) => opens(team, name));
  const admit = async (name: string, bytes: number): Promise<void> => {
    const others = (await list()).filter((one) => one.name !== name);
    const used = others.reduce((sum, one) => sum + one.bytes, 0);
    if (others.length > 0 && used + bytes > maxBytes)
      throw new QuotaExceeded({ team: team.name, lanes: team.lanes, quota: "snapshots", used, limit: maxBytes });
  };
  return {
    list,
    maxBytes,
    read: async (name) => (opens(team, name) ? snapshots.read(name) : undefined),
    delete: async (name) => opens(team, name) && snapshots.delete(name),
    save: async (name, bytes) => {
      if (!opens(team, name)) throw new NotYours(team, `a snapshot ${name}`, "snapshot");
      await saves.run(team.name, async () => {
        await admit(name, bytes.byteLength);
        await snapshots.save(name, bytes);
      });
    },
  };
}
