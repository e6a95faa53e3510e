import type { CompiledRule } from "../../../../core/scenario/matching/choose.js";
import { ruleSentence } from "../../../../core/scenario/rule/rule-sentence.js";
import { plural } from "../../../../core/scenario/values/plural.js";
import { allRules, firedTimes } from "../../../../lane/rules/rule-changes.js";
import { pageOfAll } from "../../../../lane/views/list-pages.js";
import { type ConsoleContext, type ConsoleVisit, exchangeInPath } from "../context.js";
import { Act } from "../frame/actions.js";
import { readByHand } from "../frame/commands.js";
import { ascending, Filter, Pages, textOf } from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section, StateBadge } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";
import { type Begun, begunLike, NextForm, RuleForm } from "./rule-form.js";

export async function RulesPage({ visit }: { visit: ConsoleVisit }) {
  const how = readByHand(visit, "rules", "await lane.rules()");
  return (
    <ConsoleLayout visit={visit} title="Rules and scenarios" section="rules" how={how}>
      <Rules visit={visit} />
      <div class="js">
        <Section title="Add a rule" id="add-rule" note="what every call that fits it gets">
          <RuleForm begun={await begunOf(visit)} />
        </Section>
        <Section title="For the next call" id="next" note="once, whatever the operation">
          <NextForm />
        </Section>
      </div>
      <Scenarios visit={visit} />
    </ConsoleLayout>
  );
}

async function begunOf({ lane, query: { like, times } }: ConsoleVisit): Promise<Begun> {
  const exchange = await exchangeInPath(lane, like ?? "");
  return exchange ? begunLike(exchange, times) : {};
}

/** The texts to search: the columns of the rule's row. */
const textsOf = ({ id, rule, meta }: CompiledRule): readonly string[] => [
  rule.name ?? id,
  meta.file ?? meta.origin,
  ruleSentence(rule),
  JSON.stringify(rule.when ?? {}),
  JSON.stringify(rule.then),
];

async function Rules({ visit }: { visit: ConsoleVisit }) {
  const { lane } = visit;
  const asked = { find: textOf(visit, "find"), after: textOf(visit, "after"), textsOf };
  const page = await pageOfAll(await allRules(lane), ({ id }) => id, asked);
  const fired = await firedTimes(lane);
  return (
    <Section
      title="In force"
      id="rules"
      note="in the order in which they are asked"
      tools={
        <button type="button" class="js" data-testid="rule-add" data-focus="rule-operation">
          Add a rule
        </button>
      }
    >
      <Filter visit={visit} hint="name, operation or outcome" />
      <DataTable
        of="Rules"
        columns={{
          "~Rule": ({ id, rule, isEnabled }) => (
            <>
              {rule.name ?? id} {!isEnabled && <StateBadge of="off" tone="warn" />}
            </>
          ),
          "~It says": ({ id, rule }) => (
            <>
              <span data-testid="rule-sentence">{ruleSentence(rule)}</span>
              <details data-key={`rule-json-${id}`}>
                <summary>As JSON</summary>
                <pre>{JSON.stringify({ when: rule.when ?? {}, then: rule.then }, null, 2)}</pre>
              </details>
            </>
          ),
          "~From": ({ meta: { file, line, origin } }) =>
            file === undefined ? (origins[origin] ?? origin) : `${file}${line === undefined ? "" : `:${line}`}`,
          "#Fired": ({ id, rule }) => (
            <>
              {fired(id)} {isUsedUp(rule, fired(id)) && <StateBadge of="used up" tone="warn" />}
            </>
          ),
          Act: ({ id, rule, isEnabled }) => <RuleActs id={id} name={rule.name ?? id} isEnabled={isEnabled} />,
        }}
        rows={page.items}
        row={({ id, isEnabled }) => ({
          "data-testid": "rule-row",
          "data-key": `rule-${id}`,
          class: isEnabled ? undefined : "off",
        })}
        empty={
          asked.find === undefined
            ? "No rules: everything goes as the state says. Add one below, or apply a scenario."
            : "No rule says so."
        }
      />
      <Pages visit={visit} of={page} by="after" words={ascending} />
    </Section>
  );
}

const origins: Readonly<Record<string, string>> = { control: "added while running", next: "for the next call" };

/** True if a rule with `times` fires no more. One that counts by a key, such as the order, may fire for others. */
const isUsedUp = ({ times, key = "rule" }: CompiledRule["rule"], fired: number): boolean =>
  times !== undefined && key === "rule" && fired >= times;

const RuleActs = ({ id, name, isEnabled }: { id: string; name: string; isEnabled: boolean }) => (
  <div class="row">
    <Act
      text={isEnabled ? "Switch off" : "Switch on"}
      testid="rule-switch"
      label={`Switch ${isEnabled ? "off" : "on"} rule ${name}`}
      does={{
        call: `PATCH rules/${encodeURIComponent(id)}`,
        body: { enabled: !isEnabled },
        code: `await lane.rules.${isEnabled ? "disable" : "enable"}(${JSON.stringify(id)})`,
      }}
    />
    <Act
      text="Delete"
      testid="rule-delete"
      label={`Delete rule ${name}`}
      does={{
        call: `DELETE rules/${encodeURIComponent(id)}`,
        code: `await lane.unforce(${JSON.stringify(id)})`,
        ask: `Delete rule ${name}? Its counts go with it.`,
      }}
    />
  </div>
);

/** The scenarios of the catalogue, read once. */
const stories = new WeakMap<ConsoleContext["catalogue"], ReturnType<typeof readStories>>();

const readStories = ({ names, read }: ConsoleContext["catalogue"]) =>
  Promise.all(names().map(async (name) => ({ name, scenario: (await read(name))?.scenario })));

function storiesOf(catalogue: ConsoleContext["catalogue"]): ReturnType<typeof readStories> {
  let found = stories.get(catalogue);
  if (!found) {
    found = readStories(catalogue);
    stories.set(catalogue, found);
    found.catch(() => stories.delete(catalogue));
  }
  return found;
}

async function Scenarios({ visit }: { visit: ConsoleVisit }) {
  const all = await storiesOf(visit.context.catalogue);
  return (
    <Section title="Scenarios" id="scenarios" note="the catalogue: one takes the place of the lane's scenarios">
      <div class="cards">
        {all.map(({ name, scenario }) => (
          <article>
            <h3>{name}</h3>
            <p>{scenario?.description}</p>
            <div class="row">
              <Act
                text="Apply"
                label={`Apply ${name}`}
                testid={`scenario-${name}`}
                does={{
                  call: "PUT scenario",
                  body: { name },
                  code: `await lane.load(${JSON.stringify(name)})`,
                }}
              />
              <span class="m">{plural(scenario?.rules.length ?? 0, "rule")}</span>
            </div>
          </article>
        ))}
      </div>
    </Section>
  );
}
