import type { TokenPage } from "../../app/commands/card-entry.js";
import type { Statements } from "./statements.js";

/** Card-entry pages are kept whole; the columns are for finding them and for the ids in use. */
export const tokenPagesSchema = `
CREATE TABLE token_pages (
  id INTEGER PRIMARY KEY, merchant_id INTEGER NOT NULL, last_transaction INTEGER NOT NULL, token_id INTEGER, page_json TEXT NOT NULL);
`;

export function writeTokenPage(sql: Statements, page: TokenPage): void {
  sql
    .of("INSERT OR REPLACE INTO token_pages VALUES (?, ?, ?, ?, ?)")
    .run(page.id, page.merchantId, page.charges.at(-1)?.id ?? 0, page.saved?.tokenId ?? null, JSON.stringify(page));
}

export function readTokenPage(sql: Statements, id: number): TokenPage | undefined {
  const row = sql.of("SELECT page_json FROM token_pages WHERE id = ?").get(id);
  return row && JSON.parse(row.page_json);
}

/** Newest first. */
export const listTokenPages = (sql: Statements, limit: number): readonly TokenPage[] =>
  sql
    .of("SELECT page_json FROM token_pages ORDER BY id DESC LIMIT ?")
    .all(limit)
    .map((row) => JSON.parse(row.page_json));

/** The highest ids that pages took; a token's stays taken when it is deleted. */
export const lastTokenPageIds = (sql: Statements): { page: number; transaction: number; token: number } => {
  const row = sql
    .of("SELECT max(id) AS page, max(last_transaction) AS transaction_id, max(token_id) AS token FROM token_pages")
    .get();
  return { page: row.page ?? 0, transaction: row.transaction_id ?? 0, token: row.token ?? 0 };
};
