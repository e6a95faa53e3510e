import type { explainExchange } from "../../../../lane/explain/explain.js";
import { StateBadge } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

type Explain = Awaited<ReturnType<typeof explainExchange>>["explain"];

/** The checks in the provider's order, with what each found. */
export const Checks = ({ steps }: { steps: Explain["ladder"] }) => (
  <DataTable
    of="Checks"
    columns={{
      Step: ({ step }) => step,
      Outcome: ({ outcome }) => <StateBadge of={outcome} />,
      "~Found": ({ found = "" }) => found,
    }}
    rows={steps}
    empty=""
  />
);

/** One line: the check that ended the call, or that all passed. */
export function checksInWords(steps: Explain["ladder"]): string {
  const ended = steps.findLast(
    ({ outcome }) => outcome !== "passed" && outcome !== "skipped" && outcome !== "not-reached",
  );
  const passed = steps.filter(({ outcome }) => outcome === "passed").length;
  return ended === undefined
    ? `all ${passed} passed`
    : `${ended.step}: ${ended.outcome}${ended.found && `, ${ended.found}`}`;
}

export const rulesInWords = ({ rules, rulesComplete }: Explain): string =>
  [
    rules.some(({ outcome }) => outcome === "fired") ? "one fired" : "none fired",
    ...(rulesComplete ? [] : ["only those that matched: the sandbox was started with other scenarios then"]),
  ].join(", ");

export const RulesLookedAt = ({ rules }: Pick<Explain, "rules">) => (
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
);
