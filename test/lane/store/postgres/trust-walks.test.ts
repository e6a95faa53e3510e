import { expect, it } from "vitest";
import { startSandbox } from "../../../../src/tools/library/sandbox.js";
import { ACTS, type WalkAct } from "../../../../src/tools/trust/walks/generate.js";
import { testStore } from "../../../support/postgres.js";
import { nothing, walked, world } from "../../../tools/trust/walked.js";

const acts = Object.keys(ACTS) as readonly WalkAct[];

it("random walks with a shopper and settlements find no difference between memory and PostgreSQL", async () => {
  await using memory = await startSandbox({ seed: 1 });
  await using postgres = await startSandbox({ seed: 5, store: await testStore() });
  expect(await walked(await world(memory, "there"), postgres, 4, { seed: 6, acts })).toEqual(nothing);
});
