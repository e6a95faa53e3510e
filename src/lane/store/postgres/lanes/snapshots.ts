import type { SnapshotStore } from "../../../ports/lane-storage.js";
import { DISK_SNAPSHOTS_BYTES } from "../../snapshot-store.js";
import { LONG_MS } from "../connection/connection.js";
import type { Database } from "../connection/database.js";

const list = `SELECT name, octet_length(bytes) AS bytes FROM snapshots ORDER BY name COLLATE "C"`;
const save = `INSERT INTO snapshots VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, saved_at = clock_timestamp()`;
const read = "SELECT bytes FROM snapshots WHERE name = $1";
const remove = "DELETE FROM snapshots WHERE name = $1 RETURNING name";

/** Stores snapshots in the lanes' database, so that any process can load another one's. */
export const databaseSnapshots = (database: Database): SnapshotStore => ({
  list: async () => (await database.rows(list)).map(({ name, bytes }) => ({ name, bytes })),
  save: async (name, bytes) => void (await database.rows(save, [name, bytes], LONG_MS)),
  read: async (name) => (await database.rows(read, [name], LONG_MS))[0]?.bytes,
  delete: async (name) => (await database.rows(remove, [name])).length > 0,
  maxBytes: DISK_SNAPSHOTS_BYTES,
});
