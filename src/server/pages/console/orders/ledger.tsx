import type { ledgerLineJson } from "../../../../lane/views/order-json.js";
import type { ConsoleVisit } from "../context.js";
import { ShortTime, twoDecimals } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

type Line = ReturnType<typeof ledgerLineJson>;

/** The ledger's lines in order, each with the running balance of its account for this order. */
export const Ledger = ({ visit, lines }: { visit: ConsoleVisit; lines: readonly Line[] }) => (
  <DataTable
    of="Ledger"
    columns={{
      Account: ({ account }) => account,
      "#Amount": ({ amount, currency }) => `${twoDecimals(amount)} ${currency}`,
      "#Since then": ({ sum }) => twoDecimals(sum / 100),
      Why: ({ why }) => why,
      At: ({ at }) => <ShortTime at={at} of={visit} isExact />,
    }}
    rows={withSums(lines)}
    empty="No money has moved."
  />
);

function withSums(lines: readonly Line[]) {
  const sums = new Map<string, number>();
  return lines.map((line) => {
    const key = `${line.account} ${line.currency}`;
    const sum = (sums.get(key) ?? 0) + Math.round(line.amount * 100);
    sums.set(key, sum);
    return { ...line, sum };
  });
}
