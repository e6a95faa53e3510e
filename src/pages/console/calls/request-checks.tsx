import type { explainExchange } from "../../../app/explain/explain.js";
import { Section, StateBadge } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

type Explain = Awaited<ReturnType<typeof explainExchange>>["explain"];

export const Ladder = ({ steps }: { steps: Explain["ladder"] }) => (
  <Section title="Ladder" id="ladder" note="the checks, in the provider's order">
    <DataTable
      of="Ladder"
      columns={{
        Step: ({ step }) => step,
        Outcome: ({ outcome }) => <StateBadge of={outcome} />,
        "~Found": ({ found = "" }) => found,
      }}
      rows={steps}
      empty=""
    />
  </Section>
);

export const RulesLookedAt = ({ explain: { rules, rulesComplete } }: { explain: Explain }) => (
  <Section
    title="Rules checked"
    id="rules"
    note={rulesComplete ? undefined : "only those that matched: the sandbox was started with other scenarios then"}
  >
    <DataTable
      of="Rules checked"
      columns={{
        "~Rule": ({ name, ruleId, file, line }) => (
          <>
            {name ?? ruleId}{" "}
            {file !== undefined && <span class="m">{`${file}${line === undefined ? "" : `:${line}`}`}</span>}
          </>
        ),
        Outcome: ({ outcome, counter }) => (
          <>
            <StateBadge of={outcome} />
            {counter && <div class="m">{`matched ${counter.seen}, fired ${counter.fired}`}</div>}
          </>
        ),
        "~Clauses": ({ clauses }) =>
          clauses.map(({ member, expected, actual, holds }) => (
            <div>
              <StateBadge of={holds ? "holds" : "not"} tone={holds ? "ok" : "bad"} />{" "}
              <code>{`${member}: ${JSON.stringify(expected)}`}</code>
              {!holds && <span class="m">{` was ${JSON.stringify(actual)}`}</span>}
            </div>
          )),
        "~Why": ({ why = "" }) => why,
      }}
      rows={rules}
      empty="There were no rules."
    />
  </Section>
);
