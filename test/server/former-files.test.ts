import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { startServer } from "../../src/server/server.js";
import { clientOf, sold } from "../support/client.js";
import { control, testFolder } from "../support/sandbox.js";

// The data folder in former/0.1.0.json.gz was written by version 0.1.0: two sales, one of them voided, a rule, a
// snapshot, then an order that nobody paid.

/** Writes the folder's files, from base64 by path. */
function writeFormer(folder: string): void {
  const packed = readFileSync(join(import.meta.dirname, "former/0.1.0.json.gz"));
  const files: Readonly<Record<string, string>> = JSON.parse(gunzipSync(packed).toString());
  for (const [path, base64] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(base64, "base64"));
  }
}

it("a data folder of version 0.1.0 opens, with its snapshot, and goes on", async () => {
  using folder = testFolder();
  writeFormer(folder.path);
  const server = await startServer({ ...defaultSettings, port: 0, dataDir: folder.path }, silentLog);
  const { url } = server;
  const orders = async () =>
    (await control(url, "GET", "orders")).body.orders.map((one: { merchantReference: string; status: string }) => [
      one.merchantReference,
      one.status,
    ]);
  const former = [
    ["SOLD-2", "SUCCESS"],
    ["SOLD", "VOIDED"],
  ];
  // The time of the unpaid order has run out since then.
  expect(await orders()).toEqual([["OPEN", "CLOSED"], ...former]);
  const call = (await control(url, "GET", "requests/req-1")).body;
  expect(call.response).toMatchObject({ responseCode: "0000", reachedClient: true });
  expect((await control(url, "GET", "rules")).body.rules).toMatchObject([{ name: "later" }]);
  expect(await sold(clientOf(url), { merchantReference: "NEW" })).toMatchObject({ status: "SUCCESS" });
  expect((await control(url, "GET", "invariants")).body).toMatchObject({ holds: true });
  expect((await control(url, "POST", "snapshots/former/load")).http).toBe(200);
  expect(await orders()).toEqual(former);
  await server.stop();
});
