import { Act, ActForm, Field } from "./actions.js";
import { readByCurl } from "./commands.js";
import type { Visit } from "./context.js";
import { Layout } from "./layout.js";
import { Section, Table } from "./parts.js";

export async function SnapshotsPage({ visit }: { visit: Visit }) {
  const { lane, context } = visit;
  const snapshots = await context.snapshots.list();
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
        <Table
          of="Snapshots"
          heads={["Snapshot", "#Bytes", "Put this lane back", "Open as a new lane"]}
          empty="No snapshots yet: save this lane under a name, and come back to it after a try."
          rows={snapshots.map(({ name, bytes }) => (
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
                    ask: `Put lane ${lane.name} back to ${name}? What it holds now goes.`,
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
      </Section>
    </Layout>
  );
}
