import type { Journal } from "./journal.js";
import type { LaneTable } from "./lane-table.js";
import type { MerchantCache } from "./merchant-cache.js";
import type { OrderCache } from "./order-cache.js";
import type { RuleCounters } from "./rule-counters.js";
import type { Statements } from "./statements.js";

/** The parts of a lane's store. */
export interface Parts {
  readonly sql: Statements;
  readonly orders: OrderCache;
  readonly merchants: MerchantCache;
  readonly journal: Journal;
  readonly lane: LaneTable;
  readonly counters: RuleCounters;
}
