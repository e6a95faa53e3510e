import { expect, it } from "vitest";
import { startSandbox } from "../../../src/library/sandbox.js";
import { testStore } from "../../support/postgres.js";
import { nothing, walked, world } from "../../trust/walked.js";

it("random walks find no difference between memory and PostgreSQL", async () => {
  await using memory = await startSandbox({ seed: 1 });
  await using postgres = await startSandbox({ seed: 5, store: await testStore() });
  expect(await walked(await world(memory, "there"), postgres, 4, 6)).toEqual(nothing);
});
