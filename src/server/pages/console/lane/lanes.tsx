import { pageOfAll } from "../../../../lane/views/list-pages.js";
import { type ConsoleVisit, laneHome } from "../context.js";
import { Act, ActForm, Field, Submit } from "../frame/actions.js";
import { ascending, Pages, textOf } from "../frame/filter.js";
import { At, Section, StateBadge } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

/** The lanes of this server, each with a link. Only open lanes show their state. */
export async function LaneList({ visit }: { visit: ConsoleVisit }) {
  const { context, query } = visit;
  const names = [...(await context.lanes.names())].sort();
  // The current lane comes first. Lanes that don't exist are left out.
  const all = names.sort((a, b) => Number(b === visit.lane.name) - Number(a === visit.lane.name));
  const asked = { find: textOf(visit, "lanes"), after: textOf(visit, "lane"), textsOf: (name: string) => [name] };
  const page = await pageOfAll(all, (name) => name, asked);
  const glances = await Promise.all(page.items.map((name) => glance(visit, name)));
  return (
    <Section title="Lanes" id="lanes" note="isolated worlds: /lane/<name> in base_url makes one">
      <div class="acts">
        {(names.length > 10 || asked.find !== undefined) && (
          <form method="get" action={`${visit.home}#lanes`} class="filter">
            <Field name="lanes" label="Name" value={query.lanes} />
            <Submit text="Find lanes" />
          </form>
        )}
        <ActForm label="Make a lane" does={{ call: "POST lanes", code: "await sandbox.lane({name})" }}>
          <Field name="name" label="New lane" hint="letters, digits, . _ -" isRequired />
          <Submit text="Make" />
        </ActForm>
      </div>
      <div data-testid="lane-list">
        <DataTable
          of="Lanes"
          columns={{
            "~Lane": ({ name }) => <a href={laneHome(visit, name)}>{name}</a>,
            State: ({ isOpen }) => (isOpen ? <StateBadge of="open" tone="ok" /> : <StateBadge of="at rest" />),
            Clock: ({ now, isFrozen }) =>
              now && (
                <>
                  <At at={now} /> {isFrozen ? "(frozen)" : "(runs)"}
                </>
              ),
            "#Calls": ({ isOpen, last }) => (isOpen ? (last?.id ?? 0) : undefined),
            "Last call": ({ last }) => last && <At at={last.at} />,
            Act: ({ name }) => name !== "default" && <Drop name={name} />,
          }}
          rows={glances}
          row={({ name }) => ({ "data-key": `lane-${name}` })}
          empty="No lane is called so."
        />
      </div>
      <Pages visit={visit} of={page} by="lane" words={ascending} />
    </Section>
  );
}

const Drop = ({ name }: { name: string }) => (
  <Act
    text="Drop"
    label={`Drop lane ${name}`}
    does={{
      call: `DELETE lanes/${name}`,
      code: "await lane.drop()",
      ask: `Drop lane ${name}, with all that is in it?`,
    }}
  />
);

async function glance({ context }: ConsoleVisit, name: string) {
  const lane = context.lanes.ifOpen(name);
  if (!lane) return { name, isOpen: false } as const;
  const { now, clock } = await lane.store.views.lane();
  const [last] = await lane.store.views.exchanges({ limit: 1 });
  return { name, isOpen: true, now, isFrozen: clock.mode === "frozen", last } as const;
}
