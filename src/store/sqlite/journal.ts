import type { Exchange } from "../../app/ports/exchange.js";
import type { RequestFilter } from "../../app/ports/store.js";
import type { BoundedJournal } from "../journal-budget.js";

/** The answered calls of a lane, by their id, which only goes up. */
export interface Journal extends BoundedJournal {
  add(exchange: Exchange): void;
  get(id: number): Exchange | undefined;
  /** Newest first. */
  list(filter: RequestFilter, limit: number): readonly Exchange[];
  /** Those behind this id, oldest first. */
  after(id: number, limit: number): readonly Exchange[];
  /** The oldest that is kept; 0 where there is none. Ids are dense, so that many before it were dropped. */
  firstId(): number;
  lastId(): number;
  /** The group commit of these exchanges was rolled back: none from this id on was made. */
  takeBack(firstId: number): void;
}
