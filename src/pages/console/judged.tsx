import { judgedOf } from "../../app/views/judged.js";
import type { Visit } from "./context.js";
import { Badge, Section, Table } from "./parts.js";

/** What a judge's run found in the lane, of one order or of all; nothing where none brought anything. */
export function Judged({ visit: { lane, home }, of }: { visit: Visit; of?: string }) {
  const judged = judgedOf(lane);
  const orders = judged?.orders.filter(({ merchantReference }) => of === undefined || merchantReference === of) ?? [];
  if (!judged || orders.length === 0) return null;
  return (
    <Section title="What the shop believed" id="judged" note={`the judge's run of ${judged.mutant}`}>
      <Table
        of="Beliefs and verdicts"
        heads={["Order", "The shop believes", "Verdict", "Why"]}
        empty=""
        rows={orders.map(({ merchantReference, believed, verdict, why }) => (
          <tr>
            <td class="x">
              <a href={`${home}?find=${encodeURIComponent(merchantReference)}`}>{merchantReference}</a>
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
