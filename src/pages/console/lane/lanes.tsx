import { pageOfAll } from "../../../app/views/list-pages.js";
import { laneHome, type Visit } from "../context.js";
import { Act, ActForm, Field } from "../frame/actions.js";
import { ascending, Pages, textOf } from "../frame/filter.js";
import { At, Badge, Section, Table } from "../frame/parts.js";

/** The lanes of this server, each with a link. Only open lanes show their state. */
export async function Lanes({ visit }: { visit: Visit }) {
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
            <button type="submit">Find lanes</button>
          </form>
        )}
        <ActForm label="Make a lane" does={{ method: "POST", path: "lanes", code: "await sandbox.lane({name})" }}>
          <Field name="name" label="New lane" hint="letters, digits, . _ -" isRequired />
          <button type="submit">Make</button>
        </ActForm>
      </div>
      <div data-testid="lane-list">
        <Table
          of="Lanes"
          heads={["Lane", "State", "Clock", "#Calls", "Last call", "Do"]}
          empty="No lane is called so."
          rows={glances.map(({ name, isOpen, now, isFrozen, last }) => (
            <tr data-key={`lane-${name}`}>
              <td class="x">
                <a href={laneHome(visit, name)}>{name}</a>
              </td>
              <td>{isOpen ? <Badge of="open" tone="ok" /> : <Badge of="at rest" />}</td>
              <td>
                {now === undefined ? (
                  "–"
                ) : (
                  <>
                    <At at={now} /> {isFrozen ? "(frozen)" : "(runs)"}
                  </>
                )}
              </td>
              <td class="n">{isOpen ? (last?.id ?? 0) : "–"}</td>
              <td>{last ? <At at={last.at} /> : "–"}</td>
              <td>
                {name !== "default" && (
                  <Act
                    label={`Drop lane ${name}`}
                    does={{
                      method: "DELETE",
                      path: `lanes/${name}`,
                      code: "await lane.drop()",
                      ask: `Drop lane ${name}, with all that is in it?`,
                    }}
                  >
                    Drop
                  </Act>
                )}
              </td>
            </tr>
          ))}
        />
      </div>
      <Pages visit={visit} of={page} by="lane" words={ascending} />
    </Section>
  );
}

async function glance({ context }: Visit, name: string) {
  const lane = context.lanes.ifOpen(name);
  if (!lane) return { name, isOpen: false } as const;
  const { now, clock } = await lane.store.views.lane();
  const [last] = await lane.store.views.exchanges({ limit: 1 });
  return { name, isOpen: true, now, isFrozen: clock.mode === "frozen", last } as const;
}
