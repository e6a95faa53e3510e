import { idBases } from "../../commands/fresh-ids.js";
import type { LaneRecord } from "../../ports/lane-record.js";
import { filledTables, type RowsToWrite, rowsOf } from "./database/memory-tables.js";
import type { OpenAgain, Statements } from "./database/statements.js";
import { LAST_TOKEN } from "./lane-table.js";
import { machineClock, type PartsOptions } from "./parts.js";

/**
 * What each new lane in memory holds before its first call: the fixtures. A new lane is a copy of it, and has no database
 * until it is used.
 */
export interface PreparedLane {
  readonly record: LaneRecord;
  readonly tables: readonly RowsToWrite[];
}

/** The contents of a lane that has just got its fixtures. */
export const preparedFrom = ({ db }: Statements, record: LaneRecord): PreparedLane => ({ record, tables: rowsOf(db) });

/** A copy: its record, and a function that makes its tables. */
interface Copy {
  readonly record: LaneRecord;
  readonly open: OpenAgain;
}

export function copyOfPrepared({ record, tables }: PreparedLane, { seed, clock = machineClock }: PartsOptions): Copy {
  const own = { seed, madeAt: clock.now() };
  // The fixtures' tokens have ids of their own, so the first one that the lane assigns is the first of its seed.
  const values: Readonly<Record<string, unknown>> = { ...own, [LAST_TOKEN]: idBases(seed).token };
  const withOwn = ({ insert, rows }: RowsToWrite): RowsToWrite => ({
    insert,
    rows: rows.map((row) => (String(row[0]) in values ? [row[0], JSON.stringify(values[String(row[0])])] : row)),
  });
  return {
    record: { ...record, ...own },
    open: () => filledTables(tables.map((one) => (one.insert.includes(" lane_metadata ") ? withOwn(one) : one))),
  };
}
