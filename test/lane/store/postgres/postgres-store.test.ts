import { silentLog } from "../../../../src/lane/ports/log.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { openPostgresLanes } from "../../../../src/lane/store/postgres/lanes/lane-storage.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { testStore } from "../../../support/postgres.js";
import { describeStore } from "../contract.js";

describeStore("in PostgreSQL", async () => {
  const store = await testStore();
  const open = () =>
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
  let lanes = await open();
  const options = { seed: 1, invariantRules: undefined };
  const first = await lanes.open("default", options);
  await first.publish();
  return {
    store: first.store,
    again: async () => {
      await first.store.close();
      await lanes.close();
      lanes = await open();
      return (await lanes.open("default", options)).store;
    },
    [Symbol.asyncDispose]: () => lanes.close(),
  };
});
