import type { Changes } from "../app/ports/store.js";

/** Whether all that it leaves is a line of the journal. */
export const changesNothing = ({ exchange: _, ...changes }: Changes): boolean =>
  Object.values(changes).every((change) => change === undefined || (Array.isArray(change) && change.length === 0));
