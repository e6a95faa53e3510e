import type { SnapshotInfo } from "../../../../lane/ports/lane-storage.js";
import { pageOfAll } from "../../../../lane/views/list-pages.js";
import type { ConsoleVisit } from "../context.js";
import { Act, ActForm, Field, Submit } from "../frame/actions.js";
import { readByHand } from "../frame/commands.js";
import { ascending, Filter, Pages, textOf } from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

const nameOf = ({ name }: SnapshotInfo): readonly string[] => [name];

export async function SnapshotsPage({ visit }: { visit: ConsoleVisit }) {
  const { lane, context } = visit;
  const asked = { find: textOf(visit, "find"), after: textOf(visit, "after"), textsOf: nameOf };
  const page = await pageOfAll(await context.snapshots.list(), ({ name }) => name, asked);
  const how = readByHand(visit, "snapshots", 'await lane.snapshot("name")');
  return (
    <ConsoleLayout visit={visit} title="Snapshots" section="snapshots" how={how}>
      <Section title="Saved" id="snapshots" note="a whole lane under a name: any lane can be put back to it">
        <div class="acts">
          <ActForm label="Save a snapshot" does={{ call: "POST snapshots", code: "await lane.snapshot({name})" }}>
            <Field
              name="name"
              label="Save this lane as"
              hint="letters, digits, . _ -"
              testid="snapshot-name"
              isRequired
            />
            <Submit text="Save" testid="snapshot-save" />
          </ActForm>
        </div>
        <Filter visit={visit} hint="a part of the name" />
        <DataTable
          of="Snapshots"
          columns={{
            "~Snapshot": ({ name }) => name,
            "#Bytes": ({ bytes }) => bytes,
            "Restore this lane": ({ name }) => <Load name={name} laneName={lane.name} />,
            "Open as a new lane": ({ name }) => <Fork name={name} />,
            Delete: ({ name }) => <Delete name={name} />,
          }}
          rows={page.items}
          row={({ name }) => ({ "data-key": `snapshot-${name}`, "data-testid": "snapshot-row" })}
          empty={
            asked.find === undefined
              ? "No snapshots yet: save this lane under a name, and come back to it after a try."
              : "No match."
          }
        />
        <Pages visit={visit} of={page} by="after" words={ascending} />
      </Section>
    </ConsoleLayout>
  );
}

const Load = ({ name, laneName }: { name: string; laneName: string }) => (
  <Act
    text="Load"
    testid="snapshot-load"
    label={`Load snapshot ${name}`}
    does={{
      call: `POST snapshots/${name}/load`,
      code: `await lane.restore(${JSON.stringify(name)})`,
      ask: `Restore lane ${laneName} to ${name}? Its current contents are lost.`,
    }}
  />
);

const Delete = ({ name }: { name: string }) => (
  <Act
    text="Delete"
    testid="snapshot-delete"
    label={`Delete snapshot ${name}`}
    does={{
      call: `DELETE snapshots/${name}`,
      code: `await lane.deleteSnapshot(${JSON.stringify(name)})`,
      ask: `Delete snapshot ${name}?`,
    }}
  />
);

const Fork = ({ name }: { name: string }) => (
  <ActForm
    label={`Fork snapshot ${name}`}
    does={{
      call: `POST snapshots/${name}/fork`,
      code: `await lane.fork(${JSON.stringify(name)}, {lane})`,
    }}
  >
    <Field name="lane" label="New lane" testid="snapshot-lane" isRequired />
    <Submit text="Fork" testid="snapshot-fork" />
  </ActForm>
);
