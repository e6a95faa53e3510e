import { getHeapStatistics } from "node:v8";
import type { LaneStorage } from "../app/ports/lane-storage.js";
import type { Settings } from "../config/settings.js";
import { JournalBudget } from "../store/journal-budget.js";
import { FolderLanes, MemoryLanes } from "../store/sqlite/lane-storage.js";

/** Opens what the settings ask for. Throws CannotStart where it cannot be used. */
export async function openStorage({ dataDir, seed, journalBytes }: Settings): Promise<LaneStorage> {
  const journalBudget = new JournalBudget(journalBytes ?? defaultJournalBytes());
  return dataDir === undefined
    ? new MemoryLanes({ seed, journalBudget })
    : FolderLanes.take(dataDir, { seed, journalBudget });
}

/** A quarter of what the heap may hold. */
const defaultJournalBytes = (): number => getHeapStatistics().heap_size_limit / 4;
