import type { Lane } from "../../../app/lane.js";
import { judgedOf } from "../../../app/views/judged.js";
import type { Visit } from "../context.js";
import { Badge, Section, Table } from "../frame/parts.js";

/** The judge's findings in the lane, for one order or all. Empty without findings. */
export async function Judged({ visit: { lane, home }, of }: { visit: Visit; of?: string }) {
  const judged = judgedOf(lane);
  const orders = judged?.orders.filter(({ merchantReference }) => of === undefined || merchantReference === of) ?? [];
  if (!judged || orders.length === 0) return null;
  const found = await Promise.all(orders.map((one) => orderIdOf(lane, one.merchantReference)));
  return (
    <Section title="The shop's beliefs" id="judged" note={`the judge's run of ${judged.mutant}`}>
      <Table
        of="Beliefs and verdicts"
        heads={["Order", "The shop believes", "Verdict", "Why"]}
        empty=""
        rows={orders.map(({ merchantReference, believed, verdict, why }, i) => (
          <tr>
            <td class="x">
              {found[i] === undefined ? (
                <>
                  {merchantReference} <span class="m">no such order</span>
                </>
              ) : (
                <a href={`${home}/orders/${found[i]}`}>{merchantReference}</a>
              )}
            </td>
            <td class="x">{believed ?? <span class="m">nothing said</span>}</td>
            <td>{verdict === undefined ? <Badge of="right" tone="ok" /> : <Badge of={verdict} tone="bad" />}</td>
            <td class="x">{why ?? "–"}</td>
          </tr>
        ))}
      />
    </Section>
  );
}

/** The newest order with this reference. */
const orderIdOf = async ({ store: { views } }: Lane, merchantReference: string): Promise<number | undefined> =>
  (await views.orders({ merchantReference, limit: 1 }))[0]?.id;
