import type { explainExchange } from "../../../app/explain/explain.js";
import { Badge, Section, Table } from "../frame/parts.js";

type Explain = Awaited<ReturnType<typeof explainExchange>>["explain"];

export const Ladder = ({ steps }: { steps: Explain["ladder"] }) => (
  <Section title="Ladder" id="ladder" note="the checks, in the provider's order">
    <Table
      of="Ladder"
      heads={["Step", "Outcome", "Found"]}
      empty=""
      rows={steps.map(({ step, outcome, found }) => (
        <tr>
          <td>{step}</td>
          <td>
            <Badge of={outcome} />
          </td>
          <td class="x">{found}</td>
        </tr>
      ))}
    />
  </Section>
);

export const RulesLookedAt = ({ explain: { rules, rulesComplete } }: { explain: Explain }) => (
  <Section
    title="Rules checked"
    id="rules"
    note={rulesComplete ? undefined : "only those that matched: the sandbox was started with other scenarios then"}
  >
    <Table
      of="Rules checked"
      heads={["Rule", "Outcome", "Clauses", "Why"]}
      empty="There were no rules."
      rows={rules.map((rule) => (
        <tr>
          <td class="x">
            {rule.name ?? rule.ruleId}{" "}
            {rule.file !== undefined && (
              <span class="m">{`${rule.file}${rule.line === undefined ? "" : `:${rule.line}`}`}</span>
            )}
          </td>
          <td>
            <Badge of={rule.outcome} />
            {rule.counter && <div class="m">{`matched ${rule.counter.seen}, fired ${rule.counter.fired}`}</div>}
          </td>
          <td class="x">
            {rule.clauses.map(({ member, expected, actual, holds }) => (
              <div>
                <Badge of={holds ? "holds" : "not"} tone={holds ? "ok" : "bad"} />{" "}
                <code>{`${member}: ${JSON.stringify(expected)}`}</code>
                {!holds && <span class="m">{` was ${JSON.stringify(actual)}`}</span>}
              </div>
            ))}
          </td>
          <td class="x">{rule.why}</td>
        </tr>
      ))}
    />
  </Section>
);
