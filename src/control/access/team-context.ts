import type { SnapshotStore } from "../../app/ports/snapshots.js";
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
  const own = <R>(name: string, then: () => R): R => {
    if (!opens(team, name)) throw new NotYours(team, name);
    return then();
  };
  return {
    ...lanes,
    names: async () => namesOf(team, await lanes.names()),
    ifOpen: (name) => (opens(team, name) ? lanes.ifOpen(name) : undefined),
    add: (name, how) => own(name, () => lanes.add(name, how)),
    create: (name, seed) => own(name, () => lanes.create(name, seed)),
    drop: (name) => own(name, () => lanes.drop(name)),
    restore: (name, bytes) => own(name, () => lanes.restore(name, bytes)),
  };
}

/** The lanes of a team. */
export const namesOf = (team: AdminToken, names: readonly string[]): readonly string[] =>
  names.filter((name) => opens(team, name));

/** A snapshot contains a lane's data, so its name must belong to the team. */
export function snapshotsOf(team: AdminToken, snapshots: SnapshotStore): SnapshotStore {
  return {
    list: async () => (await snapshots.list()).filter(({ name }) => opens(team, name)),
    read: async (name) => (opens(team, name) ? snapshots.read(name) : undefined),
    save: (name, bytes) => {
      if (!opens(team, name)) throw new NotYours(team, `a snapshot ${name}`);
      return snapshots.save(name, bytes);
    },
  };
}
