import { toldOf } from "../../../app/choices.js";
import { assumptionSummaries } from "../../../app/explain/assumptions.js";
import type { Visit } from "../context.js";
import { ActForm, Field } from "../frame/actions.js";
import { readByCurl } from "../frame/commands.js";
import { Layout } from "../frame/layout.js";
import { Badge, Section, Table } from "../frame/parts.js";

type Assumption = ReturnType<typeof assumptionSummaries>[number];

const readCode = 'await (await fetch(lane.url + "/_sandbox/provenance")).json()';

/** The sandbox's assumptions. A lane can choose an alternative if the sandbox supports it. */
export async function AssumptionsPage({ visit }: { visit: Visit }) {
  const { lane } = visit;
  const wanted = visit.query.find?.trim().toLowerCase() ?? "";
  const all = assumptionSummaries(await toldOf(lane));
  const shown = all.filter((one) => `${one.id} ${one.claim}`.toLowerCase().includes(wanted));
  const how = { curl: readByCurl(lane.baseUrl, "provenance"), code: readCode };
  return (
    <Layout visit={visit} title="Assumptions" section="assumptions" how={how}>
      <h1>Assumptions</h1>
      <Section
        title="Guesses about the provider"
        id="assumptions"
        note="nobody has published these; what is chosen here holds for this lane until it is reset"
      >
        <form method="get" class="filter acts" aria-label="Filter">
          <Field name="find" label="Filter" value={visit.query.find} hint="a word of the claim" testid="filter" />
          <button type="submit">Apply</button>
        </form>
        <Table
          of="Assumptions"
          heads={["Assumption", "Chosen", "Because", "Else", "Find out"]}
          empty="No match."
          rows={shown.map((one) => (
            <tr id={`assumption-${one.id}`} data-testid="assumption-row">
              <td class="x">
                <code>{one.id}</code>
                <div>{one.claim}</div>
              </td>
              <td>
                <Choice of={one} />
              </td>
              <td class="x m">{one.because}</td>
              <td class="x m">{one.alternatives.join("; ") || "–"}</td>
              <td class="x m">{one.findOut}</td>
            </tr>
          ))}
        />
      </Section>
    </Layout>
  );
}

const Choice = ({ of: { id, choices, chosen, status } }: { of: Assumption }) => (
  <>
    <Badge of={String(chosen ?? "–")} tone={chosen === choices[0] ? "" : "info"} />
    {status === "observed" && <Badge of="observed" tone="ok" />}
    {choices.length > 1 && (
      <ActForm
        label={`Choose for ${id}`}
        does={{
          method: "PUT",
          path: "assumptions",
          code: "await lane.assume({body})",
        }}
      >
        <Field
          name={id}
          label="Choose"
          testid={`choose-${id}`}
          value={String(chosen)}
          options={choices.map((one) => [one, one] as const)}
        />
        <button type="submit">Take it</button>
      </ActForm>
    )}
  </>
);
