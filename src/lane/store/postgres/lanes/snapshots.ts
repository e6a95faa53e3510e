import type { SnapshotStore } from "../../../ports/snapshots.js";
import { DISK_SNAPSHOTS_BYTES } from "../../snapshot-store.js";
import type { Database } from "../connection/database.js";

/** Stores snapshots in the lanes' database, so that any process can load another one's. */
export const databaseSnapshots = (database: Database): SnapshotStore => ({
  list: async () =>
    (
      await database.rows({
        name: "snapshot-list",
        text: `SELECT name, octet_length(bytes) AS bytes FROM snapshots ORDER BY name COLLATE "C"`,
      })
    ).map(({ name, bytes }) => ({ name, bytes })),
  save: async (name, bytes) => {
    await database.rows(
      {
        name: "snapshot-save",
        text: `INSERT INTO snapshots VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, saved_at = clock_timestamp()`,
        isLong: true,
      },
      [name, bytes],
    );
  },
  read: async (name) => (await database.rows(readSnapshot, [name]))[0]?.bytes,
  delete: async (name) => (await database.rows(deleteSnapshot, [name])).length > 0,
  maxBytes: DISK_SNAPSHOTS_BYTES,
});

const readSnapshot = { name: "snapshot-read", text: "SELECT bytes FROM snapshots WHERE name = $1", isLong: true };
const deleteSnapshot = { name: "snapshot-delete", text: "DELETE FROM snapshots WHERE name = $1 RETURNING name" };
