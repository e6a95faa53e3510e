import { assumptionSummaries } from "../../app/explain/assumptions.js";
import { readByCurl } from "./commands.js";
import type { Visit } from "./context.js";
import { Layout } from "./layout.js";
import { Badge, Section, Table } from "./parts.js";

export const AssumptionsPage = ({ visit }: { visit: Visit }) => (
  <Layout
    visit={visit}
    title="Assumptions"
    section="assumptions"
    how={{
      curl: readByCurl(visit.lane.baseUrl, "provenance"),
      code: 'await (await fetch(lane.url + "/_sandbox/provenance")).json()',
    }}
  >
    <h1>Assumptions</h1>
    <Section title="Guesses about the provider" id="assumptions" note="nobody has published these">
      <Table
        of="Assumptions"
        heads={["Id", "Claim", "Because", "Else", "Find out"]}
        empty="None."
        rows={assumptionSummaries(visit.lane.policy).map((one) => (
          <tr id={`assumption-${one.id}`}>
            <td>
              <code>{one.id}</code>
              {one.chosen !== one.choices[0] && <Badge of={`chosen: ${one.chosen}`} tone="info" />}
            </td>
            <td>{one.claim}</td>
            <td>{one.because}</td>
            <td>{one.alternatives.join("; ") || "–"}</td>
            <td>{one.findOut}</td>
          </tr>
        ))}
      />
    </Section>
  </Layout>
);
