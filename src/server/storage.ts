import { getHeapStatistics } from "node:v8";
import type { LaneStorage } from "../app/ports/lane-storage.js";
import type { Settings } from "../config/settings.js";
import { InvalidInput } from "../package/errors.js";
import { parseDuration } from "../scenario/duration.js";
import { JournalBudget } from "../store/journal-budget.js";
import { FolderLanes, MemoryLanes } from "../store/sqlite/lane-storage.js";

/** Opens what the settings ask for. Throws InvalidInput where they ask for two, CannotStart where it cannot be used. */
export async function openStorage(settings: Settings): Promise<LaneStorage> {
  const { dataDir, seed, journalBytes, store } = settings;
  if (store !== undefined && dataDir !== undefined)
    throw new InvalidInput("--store and --data-dir are two places for the same lanes: give one of them");
  if (store !== undefined) return openDatabase(settings, store);
  const journalBudget = new JournalBudget(journalBytes ?? defaultJournalBytes());
  return dataDir === undefined
    ? new MemoryLanes({ seed, journalBudget })
    : FolderLanes.take(dataDir, { seed, journalBudget });
}

/** A quarter of what the heap may hold. */
const defaultJournalBytes = (): number => getHeapStatistics().heap_size_limit / 4;

/** What the journals may hold in a database: it is on disk. */
const DATABASE_JOURNAL_BYTES = 1024 ** 3;

/** The driver is loaded only here: who keeps lanes in SQLite does not pay for it. */
async function openDatabase(
  { seed, notifyTimeout, journalBytes, laneTtl, dailySettlement }: Settings,
  store: string,
): Promise<LaneStorage> {
  const { PostgresLanes } = await import("../store/postgres/lane-storage.js");
  const journalBudget = new JournalBudget(defaultJournalBytes());
  const looks = new MemoryLanes({ seed, journalBudget });
  return PostgresLanes.open({
    store,
    seed,
    attemptMs: notifyTimeout * 1000,
    journalBytes: journalBytes ?? DATABASE_JOURNAL_BYTES,
    laneTtlMs: laneTtl === undefined ? undefined : parseDuration(laneTtl),
    settlesDaily: dailySettlement,
    openForALook: (options) => looks.openForALook(options),
  });
}
