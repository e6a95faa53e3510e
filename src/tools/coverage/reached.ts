import { isDeclineName, SUCCESS_CODE } from "../../core/facts/codes.js";
import type { Lane } from "../../lane/lane.js";
import type { Exchange } from "../../lane/ports/exchange.js";
import { readExplanation } from "../../lane/ports/explanation.js";
import { journalOf } from "../../lane/ports/journal.js";
import { askedBy } from "./asked.js";
import { type CellOutcome, cellName, isAboutOrder } from "./cells.js";

/**
 * The name of the cell that a call reached. Undefined if its answer was lost, or if it was an act of a tester or of
 * time.
 */
export function cellReached(exchange: Exchange): string | undefined {
  const asked = askedBy(exchange.operation);
  const outcome = cellOutcome(exchange);
  if (asked === undefined || outcome === undefined) return undefined;
  // A refused second order with the same reference names the first one, which its cell is not about.
  const state = isAboutOrder(asked) ? (exchange.orderStatus ?? "none") : "none";
  return cellName({ asked, state, outcome });
}

/**
 * The names of the cells that were reached, according to the journal of a lane. Dropped calls don't count, nor do calls
 * up to `afterId`.
 */
export async function cellsReachedIn({ store: { views } }: Lane, afterId = 0): Promise<ReadonlySet<string>> {
  const reached = new Set<string>();
  for await (const exchange of journalOf(views, afterId)) {
    const cell = cellReached(exchange);
    if (cell !== undefined) reached.add(cell);
  }
  return reached;
}

function cellOutcome(exchange: Exchange): CellOutcome | undefined {
  const { responseCode } = exchange;
  const { effects, ended } = readExplanation(exchange);
  if (effects?.fault !== undefined || responseCode === "") return undefined;
  if (ended !== undefined) return isDeclineName(ended) ? "decline" : "refusal";
  return responseCode === SUCCESS_CODE ? "approve" : "refusal";
}
