import { toldOf } from "../../../../lane/choices.js";
import { assumptionSummaries } from "../../../../lane/explain/assumptions.js";
import type { ConsoleVisit } from "../context.js";
import { ActForm, Field, Submit } from "../frame/actions.js";
import { readByHand } from "../frame/commands.js";
import { Filter } from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section, StateBadge } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

type Assumption = ReturnType<typeof assumptionSummaries>[number];

const readCode = 'await (await fetch(lane.url + "/_sandbox/provenance")).json()';

/** The sandbox's assumptions. A lane can choose an alternative if the sandbox supports it. */
export async function AssumptionsPage({ visit }: { visit: ConsoleVisit }) {
  const { lane } = visit;
  const wanted = visit.query.find?.trim().toLowerCase() ?? "";
  const all = assumptionSummaries(await toldOf(lane));
  const shown = all.filter((one) => `${one.id} ${one.claim}`.toLowerCase().includes(wanted));
  const how = readByHand(visit, "provenance", readCode);
  return (
    <ConsoleLayout visit={visit} title="Assumptions" section="assumptions" how={how}>
      <Section
        title="Guesses about the provider"
        id="assumptions"
        note="nobody has published these; what is chosen here holds for this lane until it is reset"
      >
        <Filter visit={visit} hint="a word of the claim" />
        <DataTable
          of="Assumptions"
          columns={{
            "~Assumption": ({ id, claim }) => (
              <>
                <code>{id}</code>
                <div>{claim}</div>
              </>
            ),
            Chosen: (one) => <Choice of={one} />,
            "~Because": ({ because }) => <Muted text={because} />,
            "~Else": ({ alternatives }) => <Muted text={alternatives.join("; ") || "–"} />,
            "~Find out": ({ findOut }) => <Muted text={findOut} />,
          }}
          rows={shown}
          row={({ id }) => ({ id: `assumption-${id}`, "data-testid": "assumption-row" })}
          empty="No match."
        />
      </Section>
    </ConsoleLayout>
  );
}

const Muted = ({ text }: { text: string }) => <span class="m">{text}</span>;

const Choice = ({ of: { id, choices, chosen, status } }: { of: Assumption }) => (
  <>
    <StateBadge of={String(chosen ?? "–")} tone={chosen === choices[0] ? "" : "info"} />
    {status === "observed" && <StateBadge of="observed" tone="ok" />}
    {choices.length > 1 && (
      <ActForm label={`Choose for ${id}`} does={{ call: "PUT assumptions", code: "await lane.assume({body})" }}>
        <Field
          name={id}
          label="Choose"
          testid={`choose-${id}`}
          value={String(chosen)}
          options={choices.map((one) => [one, one] as const)}
        />
        <Submit text="Take it" />
      </ActForm>
    )}
  </>
);
