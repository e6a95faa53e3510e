import type { BoundedPart } from "../../../ports/byte-budget.js";
import type { Exchange } from "../../../ports/exchange.js";
import type { RequestFilter } from "../../../ports/store.js";

/** The answered calls of a lane, by ascending id. */
export interface Journal extends BoundedPart {
  add(exchange: Exchange): void;
  /** Replaces the explanation of a call, if the journal still has it. */
  amend(exchange: Pick<Exchange, "id" | "explain">): void;
  get(id: number): Exchange | undefined;
  /** Newest first. */
  list(filter: RequestFilter, limit: number): readonly Exchange[];
  /** The calls after this id, oldest first. */
  after(id: number, limit: number): readonly Exchange[];
  /** The oldest stored id, or 0 if there is none. Ids are consecutive, so all earlier ones were dropped. */
  firstId(): number;
  lastId(): number;
  /** The group commit of these exchanges was rolled back, so remove all from this id on. */
  takeBack(firstId: number): void;
}
