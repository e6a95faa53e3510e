import type { Exchange } from "../../src/lane/ports/exchange.js";
import { journalOf } from "../../src/lane/ports/journal.js";
import type { Changes, Transactions, UnitResult, Views } from "../../src/lane/ports/store.js";
import { exchange } from "./exchange.js";

/** Writes these changes in a unit of work that reads nothing. */
export const commit = (store: Transactions, changes: Changes): Promise<void> =>
  store.transact(() => ({ ...changes, result: undefined }));

/** Keeps an exchange under the next id, and answers that id. */
export const record = (store: Transactions, over: Partial<Exchange> = {}): Promise<number> =>
  store.transact((tx): UnitResult<number> => {
    const id = tx.fresh.exchangeId();
    return { result: id, exchange: exchange({ ...over, id }) };
  });

/** The whole journal, oldest first. */
export async function allExchanges(views: Pick<Views, "exchangesAfter">): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for await (const one of journalOf(views)) all.push(one);
  return all;
}
