import type { Account } from "./oracle/carts.js";
import { compareOrder } from "./oracle/orders.js";
import type { ShopRun } from "./run/shop-runner.js";
import { accountOf } from "./verdict-of.js";

/** If everything went well, the shop could know everything. */
const told = { charged: "told", refunded: "told", voided: "told" } as const;

/** Why a dry run can't be used for judging, one sentence each. Empty if it went well. */
export function dryRunProblems(run: ShopRun): readonly string[] {
  return [
    ...(run.why === null ? [] : [run.why]),
    ...(run.why === null ? [] : run.unreadable),
    ...(run.lanes.length === 0 && !run.isShopDown ? ["it made no call"] : []),
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
