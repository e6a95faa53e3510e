import type { Changes } from "../ports/store.js";

/** True if the changes contain nothing but a journal entry. */
export const changesNothing = ({ exchange: _, ...changes }: Changes): boolean =>
  Object.values(changes).every((change) => change === undefined || (Array.isArray(change) && change.length === 0));
