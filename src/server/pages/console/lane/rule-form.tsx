import { whenMembers } from "../../../../core/scenario/conditions/when.js";
import { ruleSchema, thenSchema } from "../../../../core/scenario/rule/rule.js";
import { operations } from "../../../../core/scenario/values/operations.js";
import { outcomeOf, outcomes } from "../../../../core/scenario/values/outcomes.js";
import type { Exchange } from "../../../../lane/ports/exchange.js";
import { ActForm, Field, Submit } from "../frame/actions.js";
import { type SchemaField, schemaFields } from "./schema-fields.js";

const { operation: _, ...conditions } = whenMembers;
const { outcome: __, ...effects } = thenSchema.shape;
const { name: ___, when: ____, times: _____, then: ______, ...counting } = ruleSchema.shape;

const whenFields = schemaFields(conditions, "when.");
const thenFields = (prefix: string) => schemaFields(effects, prefix);
const countFields = schemaFields(counting, "");

/** The outcomes of a kind, each with its code. */
export const ofKind = (kind: string) =>
  outcomes.filter((one) => one.kind === kind).map(({ name, code }) => [name, `${name} · ${code}`] as const);
const outcomeGroups = { Approval: ofKind("approve"), Declines: ofKind("decline"), Refusals: ofKind("refusal") };

/** The form's initial values: empty, or taken from a call. */
export interface Begun {
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly times?: string | undefined;
}

/** The refusal or decline of a call; undefined if it succeeded. */
export const endedAs = ({ explain }: Pick<Exchange, "explain">): string | undefined =>
  explain === "" ? undefined : (JSON.parse(explain) as { ended?: string }).ended;

/** A rule for calls like this one: for its operation, and with its refusal if it has one. */
export function begunLike(exchange: Exchange, times: string | undefined): Begun {
  const { operation } = exchange;
  const ended = endedAs(exchange);
  return { operation, outcome: ended !== undefined && outcomeOf(ended) ? ended : "system-error", times };
}

const Fields = ({ of }: { of: readonly SchemaField[] }) => (
  <div class="row">
    {of.map(({ name, label, type, options, hint }) => (
      <Field
        name={name}
        label={label}
        type={type}
        hint={hint}
        options={options && [["", "any"] as const, ...options.map((one) => [one, one] as const)]}
      />
    ))}
  </div>
);

const Outcome = ({ name, value, testid }: { name: string; value?: string | undefined; testid?: string }) => (
  <Field
    name={name}
    label="Outcome"
    testid={testid}
    value={value}
    options={[["", "as the state says"]]}
    groups={outcomeGroups}
  />
);

/** Built from the scenario's schema, so the form has every member that a file has. */
export const RuleForm = ({ begun }: { begun: Begun }) => (
  <ActForm label="Add a rule" id="add" class="rule" does={{ call: "POST rules", code: "await lane.force({body})" }}>
    <div class="row">
      <Field
        name="when.operation"
        label="Operation"
        hint="all; * matches anything"
        list="operations"
        testid="rule-operation"
        value={begun.operation}
      />
      <datalist id="operations">
        {["*/refund", "*/void", "*/sale", ...operations].map((one) => (
          <option value={one} />
        ))}
      </datalist>
      <Outcome name="then.outcome" value={begun.outcome} testid="rule-outcome" />
      <Field name="times" label="Times" type="number" hint="each time" testid="rule-times" value={begun.times} />
      <Field name="name" label="Name" hint="what reports call it" />
      <Submit text="Save the rule" testid="rule-save" isFirst />
    </div>
    <details>
      <summary>More conditions</summary>
      <Fields of={whenFields} />
    </details>
    <details>
      <summary>Delay, fault, notification, page</summary>
      <Fields of={thenFields("then.")} />
    </details>
    <details>
      <summary>Counting</summary>
      <Fields of={countFields} />
    </details>
  </ActForm>
);

/** A form for a rule that applies to the very next call, whatever call it is. */
export const NextForm = () => (
  <ActForm label="For the next call" class="rule" does={{ call: "POST next", code: "await lane.next({body})" }}>
    <div class="row">
      <Outcome name="outcome" testid="next-outcome" />
      <Submit text="Queue it" testid="next-save" />
    </div>
    <details>
      <summary>Delay, fault, notification, page</summary>
      <Fields of={thenFields("")} />
    </details>
  </ActForm>
);
