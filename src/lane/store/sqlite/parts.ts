import { instant } from "../../../core/domain/money.js";
import type { LaneRecord } from "../../ports/lane-record.js";
import type { Clock } from "../../ports/time.js";
import type { MemoryBudget } from "../memory-budget.js";
import { MerchantCache } from "./caches/merchant-cache.js";
import { OrderCache } from "./caches/order-cache.js";
import { RuleCounters } from "./caches/rule-counters.js";
import type { Statements } from "./database/statements.js";
import { FileJournal } from "./journal/file-journal.js";
import type { Journal } from "./journal/journal.js";
import { MemoryJournal } from "./journal/memory-journal.js";
import { LaneTable } from "./lane-table.js";

/** The parts of a lane's store. */
export interface Parts {
  readonly sql: Statements;
  readonly orders: OrderCache;
  readonly merchants: MerchantCache;
  readonly journal: Journal;
  readonly lane: LaneTable;
  readonly counters: RuleCounters;
}

export interface PartsOptions {
  /** The seed of a new lane. A stored lane keeps its own. */
  readonly seed: number;
  /** The real time. Absent: the machine's. */
  readonly clock?: Clock | undefined;
  readonly memoryBudget?: MemoryBudget | undefined;
}

export const machineClock: Clock = { now: () => instant(Date.now()) };

/**
 * `isNew`: there are no orders and calls. `isFile`: the journal must outlive the process. `record`: that of a copy of a
 * prepared lane.
 */
export function partsOf(
  sql: Statements,
  { seed, clock = machineClock, memoryBudget }: PartsOptions,
  {
    isNew,
    isFile,
    record,
  }: { readonly isNew: boolean; readonly isFile: boolean; readonly record?: LaneRecord | undefined },
): Parts {
  const lane = new LaneTable(sql, clock, record);
  if (!record) lane.open(seed);
  return {
    sql,
    lane,
    merchants: new MerchantCache(sql),
    orders: new OrderCache(sql, { budget: memoryBudget, isNew }),
    counters: new RuleCounters(sql),
    journal: isFile ? new FileJournal(sql, { isNew }) : new MemoryJournal(sql, { isNew }),
  };
}
