import { requestId } from "../../../app/ports/exchange.js";
import { heldIn } from "../../../app/ports/held-answer.js";
import type { Visit } from "../context.js";
import { Act } from "../frame/actions.js";
import { Section, Table } from "../frame/parts.js";

/** The answers that are held at gates, each with a release button. Shows nothing if there are none. */
export async function HeldGates({ visit: { lane, home } }: { visit: Visit }) {
  const state = await lane.store.views.lane();
  const held = heldIn(state);
  if (held.length === 0) return null;
  return (
    <Section title="Held at a gate" id="gates" note="committed, and not answered yet">
      <Table
        of="Held answers"
        heads={["Gate", "Request", "Operation", "Order", "Reference", "Do"]}
        empty=""
        rows={held.map(({ gate, exchangeId, operation, orderId, merchantReference }) => (
          <tr data-testid="gate-row" data-key={`gate-${exchangeId}`}>
            <td class="x">{gate}</td>
            <td>
              <a href={`${home}/requests/${requestId(exchangeId)}`}>{requestId(exchangeId)}</a>
            </td>
            <td>{operation}</td>
            <td>{orderId === undefined ? "–" : <a href={`${home}/orders/${orderId}`}>{orderId}</a>}</td>
            <td class="x">{merchantReference ?? "–"}</td>
            <td>
              <Act
                testid="gate-release"
                label={`Release gate ${gate}`}
                does={{
                  method: "POST",
                  path: `gates/${encodeURIComponent(gate)}/release`,
                  body: {},
                  code: `await lane.releaseGate(${JSON.stringify(gate)})`,
                }}
              >
                Release
              </Act>
            </td>
          </tr>
        ))}
      />
    </Section>
  );
}
