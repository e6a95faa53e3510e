import type { ClockState } from "../../app/ports/lane-record.js";
import { LaneGone } from "../../app/ports/store-errors.js";
import type { Instant } from "../../domain/money.js";
import type { Access } from "./access.js";
import { type Asking, BEGIN_UNHURRIED, type Connection, type Row } from "./database.js";
import { type Knowledge, look, type Outrun, realNowOf } from "./knowledge.js";
import { type KnownRecord, type LastIds, lockLane, type ReadRow, readRecord, readRules, rowOf } from "./lane-state.js";

/** What units of work begin with: what the lane is, and how more of it is read. */
export interface Start {
  readonly version: number;
  readonly known: KnownRecord;
  readonly clock: ClockState;
  readonly ids: LastIds;
  readonly realNow: Instant;
  readonly rows: Asking;
  /**
   * The transaction that holds the lane's lock: by it the outcome can be asked for; empty where nobody else finds the lane.
   * Undefined: no lock is held, and the write makes sure that nobody wrote since.
   */
  readonly xid: string | undefined;
  /** Who moves the lane's clock; known where the lock is held. */
  readonly movedBy?: string | null;
}

interface StartOptions {
  readonly laneId: number;
  readonly knowledge: Knowledge;
}

/** Begins a transaction and locks the lane's row. Throws LaneGone. */
export async function locked({ laneId, knowledge }: StartOptions, connection: Connection): Promise<Start> {
  const { record: before, held, isStaged } = knowledge;
  const rows: Asking = (statement, values) => connection.rows(statement, values);
  if (isStaged && held) {
    // What is sent behind it fails with it.
    connection.run(BEGIN_UNHURRIED).catch(() => {});
    return { ...held, realNow: realNowOf(held), rows, xid: "" };
  }
  const [, [found]] = await Promise.all([
    connection.run(isStaged ? BEGIN_UNHURRIED : "BEGIN"),
    connection.rows(lockLane, [laneId, before?.version ?? -1]),
  ]);
  const row = rowIn(found);
  look(knowledge, row);
  const rules = row.record && (await rows(readRules, [laneId]))[0].rules;
  return {
    ...row,
    known: await knownOf(knowledge, { before, row, rules }),
    rows,
    xid: found.xid,
    movedBy: found.moved_by,
  };
}

/** Without a lock: as this node left the lane where nobody else writes to it, else as it is read now. Throws LaneGone. */
export async function unlocked(
  { laneId, knowledge }: StartOptions,
  { database, looker }: Access,
): Promise<Start & { readonly by: Outrun["by"] }> {
  const { held, isAlone, record: before } = knowledge;
  const rows: Asking = (statement, values) => database.rows(statement, values);
  const isTrusted = !knowledge.looks.take() && isAlone && held?.clock.standingAt === undefined;
  if (held && isTrusted) return { ...held, realNow: realNowOf(held), rows, xid: undefined, by: "what was known" };
  const found = await looker.look(laneId, before?.version ?? -1);
  const row = rowIn(found);
  look(knowledge, row);
  const known = await knownOf(knowledge, { before, row, rules: found.rules });
  return { ...row, known, rows, xid: undefined, by: "a look" };
}

function rowIn(found: Row | undefined): ReadRow {
  if (!found) throw new LaneGone();
  return rowOf(found);
}

interface Read {
  readonly before: KnownRecord | undefined;
  readonly row: ReadRow;
  readonly rules: string | undefined;
}

/** The record as the node knew it when it asked, or as it was read where that is newer. */
async function knownOf(knowledge: Knowledge, { before, row, rules }: Read): Promise<KnownRecord> {
  if (!row.record) return before!;
  knowledge.record = await readRecord(row, rules!);
  return knowledge.record;
}
