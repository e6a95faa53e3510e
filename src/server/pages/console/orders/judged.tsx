import type { Lane } from "../../../../lane/lane.js";
import { judgedOf } from "../../../../lane/views/judged.js";
import type { ConsoleVisit } from "../context.js";
import { Section, StateBadge } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

/** The judge's findings in the lane, for one order or all. Empty without findings. */
export async function JudgedOrders({ visit: { lane, home }, of }: { visit: ConsoleVisit; of?: string }) {
  const judged = judgedOf(lane);
  const orders = judged?.orders.filter(({ merchantReference }) => of === undefined || merchantReference === of) ?? [];
  if (!judged || orders.length === 0) return null;
  return (
    <Section title="The shop's beliefs" id="judged" note={`the judge's run of ${judged.mutant}`}>
      <DataTable
        of="Beliefs and verdicts"
        columns={{
          "~Order": ({ merchantReference, orderId }) =>
            orderId === undefined ? (
              <>
                {merchantReference} <span class="m">no such order</span>
              </>
            ) : (
              <a href={`${home}/orders/${orderId}`}>{merchantReference}</a>
            ),
          "~The shop believes": ({ believed }) => believed ?? <span class="m">nothing said</span>,
          Verdict: ({ verdict }) => <StateBadge of={verdict ?? "right"} tone={verdict === undefined ? "ok" : "bad"} />,
          "~Why": ({ why }) => why,
        }}
        rows={
          await Promise.all(
            orders.map(async (one) => ({ ...one, orderId: await orderIdOf(lane, one.merchantReference) })),
          )
        }
        empty=""
      />
    </Section>
  );
}

/** The newest order with this reference. */
const orderIdOf = async ({ store: { views } }: Lane, merchantReference: string): Promise<number | undefined> =>
  (await views.orders({ merchantReference, limit: 1 }))[0]?.id;
