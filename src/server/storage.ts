import { getHeapStatistics } from "node:v8";
import { parseDuration } from "../core/scenario/values/duration.js";
import type { LaneStorage } from "../lane/ports/lane-storage.js";
import type { Log } from "../lane/ports/log.js";
import { StoreUnavailable } from "../lane/ports/store-errors.js";
import { JournalBudget } from "../lane/store/journal-budget.js";
import { MemoryBudget } from "../lane/store/memory-budget.js";
import { FolderLanes, MemoryLanes } from "../lane/store/sqlite/lane-storage.js";
import { InvalidInput } from "../package/errors.js";
import type { Settings } from "./options/settings.js";

/**
 * Opens the storage that the settings name. Throws InvalidInput if they name two, CannotStart if it cannot be used.
 */
export async function openStorage(settings: Settings, log: Log): Promise<LaneStorage> {
  const { dataDir, seed, journalBytes, store } = settings;
  if (store !== undefined && dataDir !== undefined)
    throw new InvalidInput("--store and --data-dir exclude each other: give one of them");
  if (store !== undefined) return openDatabase(settings, store, log);
  const options = {
    seed,
    journalBudget: new JournalBudget(journalBytes ?? defaultJournalBytes()),
    memoryBudget: new MemoryBudget(memoryBytes()),
    log,
  };
  return dataDir === undefined ? new MemoryLanes(options) : FolderLanes.take(dataDir, options);
}

/** The default limit for journals: a quarter of the heap limit. */
const defaultJournalBytes = (): number => getHeapStatistics().heap_size_limit / 4;

/** The limit for recent orders, rules, scenario documents and snapshots of all lanes: a quarter of the heap limit. */
const memoryBytes = (): number => getHeapStatistics().heap_size_limit / 4;

/** The limits of this process as text, for the start and for `doctor`. */
export const boundsText = ({ journalBytes }: Pick<Settings, "journalBytes">): string =>
  `${megabytes(journalBytes ?? defaultJournalBytes())} for journals (--journal-bytes), ${megabytes(memoryBytes())} for cached orders, rules, scenarios and snapshots`;

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** The limit of journals in a database, which are on disk. */
const DATABASE_JOURNAL_BYTES = 1024 ** 3;

/** The driver is loaded on demand, because lanes in SQLite don't need it. */
async function openDatabase(
  { seed, notifyTimeout, journalBytes, laneTtl, dailySettlement }: Settings,
  store: string,
  log: Log,
): Promise<LaneStorage> {
  const { openPostgresLanes } = await import("../lane/store/postgres/lanes/lane-storage.js");
  const journalBudget = new JournalBudget(defaultJournalBytes());
  const looks = new MemoryLanes({ seed, journalBudget });
  return openPostgresLanes({
    store,
    seed,
    attemptMs: notifyTimeout * 1000,
    journalBytes: journalBytes ?? DATABASE_JOURNAL_BYTES,
    laneTtlMs: laneTtl === undefined ? undefined : parseDuration(laneTtl),
    settlesDaily: dailySettlement,
    journalBudget,
    log,
    openForALook: (options) => looks.openForALook(options),
  });
}

/** Undefined if the store can't be read, because the process's own counts are most important then. */
export async function storedNow(lanes: { allNames(): Promise<readonly string[]> }, storage: LaneStorage) {
  try {
    return { lanes: (await lanes.allNames()).length, measures: await storage.measure() };
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}
