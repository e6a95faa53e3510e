import type { SnapshotInfo } from "../../../app/ports/snapshots.js";
import { pageOfAll } from "../../../app/views/list-pages.js";
import type { Visit } from "../context.js";
import { Act, ActForm, Field } from "../frame/actions.js";
import { readByCurl } from "../frame/commands.js";
import { ascending, Filter, Pages, textOf } from "../frame/filter.js";
import { Layout } from "../frame/layout.js";
import { Section, Table } from "../frame/parts.js";

const nameOf = ({ name }: SnapshotInfo): readonly string[] => [name];

export async function SnapshotsPage({ visit }: { visit: Visit }) {
  const { lane, context } = visit;
  const asked = { find: textOf(visit, "find"), after: textOf(visit, "after"), textsOf: nameOf };
  const page = await pageOfAll(await context.snapshots.list(), ({ name }) => name, asked);
  const how = { curl: readByCurl(lane.baseUrl, "snapshots"), code: 'await lane.snapshot("name")' };
  return (
    <Layout visit={visit} title="Snapshots" section="snapshots" how={how}>
      <h1>Snapshots</h1>
      <Section title="Saved" id="snapshots" note="a whole lane under a name: any lane can be put back to it">
        <div class="acts">
          <ActForm
            label="Save a snapshot"
            does={{ method: "POST", path: "snapshots", code: "await lane.snapshot({name})" }}
          >
            <Field
              name="name"
              label="Save this lane as"
              hint="letters, digits, . _ -"
              testid="snapshot-name"
              isRequired
            />
            <button type="submit" data-testid="snapshot-save">
              Save
            </button>
          </ActForm>
        </div>
        <Filter visit={visit} hint="a part of the name" />
        <Table
          of="Snapshots"
          heads={["Snapshot", "#Bytes", "Restore this lane", "Open as a new lane"]}
          empty={
            asked.find === undefined
              ? "No snapshots yet: save this lane under a name, and come back to it after a try."
              : "No match."
          }
          rows={page.items.map(({ name, bytes }) => (
            <tr data-key={`snapshot-${name}`} data-testid="snapshot-row">
              <td class="x">{name}</td>
              <td class="n">{bytes}</td>
              <td>
                <Act
                  testid="snapshot-load"
                  label={`Load snapshot ${name}`}
                  does={{
                    method: "POST",
                    path: `snapshots/${name}/load`,
                    body: {},
                    code: `await lane.restore(${JSON.stringify(name)})`,
                    ask: `Restore lane ${lane.name} to ${name}? Its current contents are lost.`,
                  }}
                >
                  Load
                </Act>
              </td>
              <td>
                <ActForm
                  label={`Fork snapshot ${name}`}
                  does={{
                    method: "POST",
                    path: `snapshots/${name}/fork`,
                    code: `await lane.fork(${JSON.stringify(name)}, {lane})`,
                  }}
                >
                  <Field name="lane" label="New lane" testid="snapshot-lane" isRequired />
                  <button type="submit" data-testid="snapshot-fork">
                    Fork
                  </button>
                </ActForm>
              </td>
            </tr>
          ))}
        />
        <Pages visit={visit} of={page} by="after" words={ascending} />
      </Section>
    </Layout>
  );
}
