import { expect, it } from "vitest";
import { lookForRequests } from "../../../../src/server/control-api/traffic/wait-matches.js";
import { requests } from "../../../support/client.js";
import { startTestSandbox } from "../../../support/sandbox.js";

it("a wait that begins before a lane's first call sees that call", async () => {
  await using sandbox = await startTestSandbox();
  const { lane, client } = await sandbox.lane();
  const look = lookForRequests(lane, { operation: "tokenization/sale" });
  expect(await look.matched()).toEqual([]);
  expect(await look.matched()).toEqual([]);
  await client("tokenization/sale", requests.sale());
  expect(await look.matched()).toMatchObject([{ operation: "tokenization/sale", responseCode: "0000" }]);
  await client("tokenization/sale", requests.sale());
  expect(await look.matched()).toHaveLength(2);
});
