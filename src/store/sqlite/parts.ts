import type { MerchantCache } from "./caches/merchant-cache.js";
import type { OrderCache } from "./caches/order-cache.js";
import type { RuleCounters } from "./caches/rule-counters.js";
import type { Statements } from "./database/statements.js";
import type { Journal } from "./journal/journal.js";
import type { LaneTable } from "./lane-table.js";

/** The parts of a lane's store. */
export interface Parts {
  readonly sql: Statements;
  readonly orders: OrderCache;
  readonly merchants: MerchantCache;
  readonly journal: Journal;
  readonly lane: LaneTable;
  readonly counters: RuleCounters;
}
