import { afterAll, beforeAll } from "vitest";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { openPostgresLanes } from "../../../../src/lane/store/postgres/lanes/lane-storage.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { testStore } from "../../../support/postgres.js";
import { describeStore } from "../contract.js";

type Lanes = Awaited<ReturnType<typeof openPostgresLanes>>;

let store: string;
let shared: Lanes;
let opened = 0;
const open = (): Promise<Lanes> =>
  openPostgresLanes({
    store,
    seed: 1,
    attemptMs: 15_000,
    journalBytes: 1e9,
    laneTtlMs: undefined,
    journalBudget: new JournalBudget(1e9),
    log: silentLog,
    openForALook: async (how) => new SqliteStore(how),
  });
beforeAll(async () => {
  store = await testStore();
  shared = await open();
});
afterAll(() => shared.close());

// A lane of its own is as empty as a database of its own, and made in a tenth of the time.
describeStore("in PostgreSQL", async () => {
  const name = `lane-${++opened}`;
  const options = { seed: 1, invariantRules: undefined };
  const first = await shared.open(name, options);
  await first.publish!();
  const stack = new AsyncDisposableStack();
  return {
    store: first.store,
    again: async () => {
      await first.store.close();
      const later = await open();
      stack.defer(() => later.close());
      return (await later.open(name, options)).store;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
});
