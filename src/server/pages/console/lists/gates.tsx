import { requestId } from "../../../../lane/ports/exchange.js";
import { heldIn } from "../../../../lane/ports/held-answer.js";
import type { ConsoleVisit } from "../context.js";
import { Act } from "../frame/actions.js";
import { OrderLink, RequestLink, Section } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

/** The answers that are held at gates, each with a release button. Shows nothing if there are none. */
export async function HeldGates({ visit }: { visit: ConsoleVisit }) {
  const held = heldIn(await visit.lane.store.views.lane());
  if (held.length === 0) return null;
  return (
    <Section title="Held at a gate" id="gates" note="committed, and not answered yet">
      <DataTable
        of="Held answers"
        columns={{
          "~Gate": ({ gate }) => gate,
          Request: ({ exchangeId }) => <RequestLink visit={visit} id={requestId(exchangeId)} />,
          Operation: ({ operation }) => operation,
          Order: ({ orderId }) => <OrderLink visit={visit} id={orderId} />,
          "~Reference": ({ merchantReference }) => merchantReference,
          Act: ({ gate }) => (
            <Act
              text="Release"
              testid="gate-release"
              label={`Release gate ${gate}`}
              does={{
                call: `POST gates/${encodeURIComponent(gate)}/release`,
                code: `await lane.releaseGate(${JSON.stringify(gate)})`,
              }}
            />
          ),
        }}
        rows={held}
        row={({ exchangeId }) => ({ "data-testid": "gate-row", "data-key": `gate-${exchangeId}` })}
        empty=""
      />
    </Section>
  );
}
