import type { CardEntry } from "../../../../core/domain/card-entry.js";
import type { Statements } from "../database/statements.js";
import { where } from "./table.js";

/** Card entries are stored whole. The columns are only for finding them, and for the ids in use. */
export const cardEntriesTable = `
CREATE TABLE card_entries (
  id INTEGER PRIMARY KEY, merchant_id INTEGER NOT NULL, last_transaction INTEGER NOT NULL, token_id INTEGER, entry_json TEXT NOT NULL);
`;

export function writeCardEntry(sql: Statements, entry: CardEntry): void {
  sql
    .of("INSERT OR REPLACE INTO card_entries VALUES (?, ?, ?, ?, ?)")
    .run(
      entry.id,
      entry.merchantId,
      entry.charges.at(-1)?.id ?? 0,
      entry.saved?.tokenId ?? null,
      JSON.stringify(entry),
    );
}

export function readCardEntry(sql: Statements, id: number): CardEntry | undefined {
  const row = sql.of("SELECT entry_json FROM card_entries WHERE id = ?").get(id);
  return row && JSON.parse(row.entry_json);
}

/** Newest first. */
export function listCardEntries(
  sql: Statements,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): readonly CardEntry[] {
  const { clause, values } = where({}, before);
  return sql
    .of(`SELECT entry_json FROM card_entries${clause} ORDER BY id DESC LIMIT ?`)
    .all(...values, limit)
    .map((row) => JSON.parse(row.entry_json));
}

/** The highest ids that card entries have used. A deleted token's id isn't used again. */
export const lastCardEntryIds = (sql: Statements): { cardEntry: number; transaction: number; token: number } => {
  const row = sql
    .of("SELECT max(id) AS entry, max(last_transaction) AS transaction_id, max(token_id) AS token FROM card_entries")
    .get();
  return { cardEntry: row.entry ?? 0, transaction: row.transaction_id ?? 0, token: row.token ?? 0 };
};
