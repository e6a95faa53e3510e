import type { Account } from "./oracle/carts.js";
import { compareOrder } from "./oracle/orders.js";
import type { ShopRun } from "./run/lab.js";
import { accountOf } from "./verdict-of.js";

/** Where all goes well a shop has no excuse. */
const told = { charged: "told", refunded: "told", voided: "told" } as const;

/** Why a dry run is nothing to judge by, a sentence each; empty where it went well. */
export function dryRunProblems(run: ShopRun): readonly string[] {
  return [
    ...(run.why === null ? [] : [run.why]),
    ...(run.lanes.length === 0 ? ["it made no call"] : []),
    ...run.unmet,
    ...(run.beliefs === undefined ? [] : differences(accountOf(run))),
  ];
}

function differences({ books, beliefs }: Account): readonly string[] {
  return [...new Set([...books.keys(), ...beliefs.keys()])].flatMap((reference) => {
    const said = compareOrder({
      reference,
      book: books.get(reference),
      belief: beliefs.get(reference),
      known: told,
    });
    return said === undefined || said.verdict === "unresolved" ? [] : [said.why];
  });
}
