import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

it("a node takes a changed password from its file, without a restart", async () => {
  using folder = testFolder();
  const url = new URL(await testStore());
  const schema = url.searchParams.get("schema")!;
  const user = `role_${schema}`;
  await using admin = await asked(url.href);
  await admin.rows(`CREATE ROLE ${user} LOGIN PASSWORD 'first'`);
  await admin.rows(`CREATE SCHEMA ${schema} AUTHORIZATION ${user}`);
  const file = join(folder.path, "password");
  writeFileSync(file, "first\n");
  Object.assign(url, { username: user, password: "" });
  url.searchParams.set("passwordfile", file);
  await using sandbox = await startTestSandbox({ store: url.href });
  const sale = async (merchantReference: string) => {
    const { http, body } = await sandbox.client("tokenization/sale", requests.sale({ merchantReference }));
    return [http, body.responseCode ?? body.message];
  };
  const cut = () => admin.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${user}'`);
  expect(await sale("P-1")).toEqual([200, "0000"]);
  await admin.rows(`ALTER ROLE ${user} PASSWORD 'second'`);
  expect(await sale("P-2")).toEqual([200, "0000"]);
  // A connection that is just being opened is not seen yet, and cut the next time.
  await expect
    .poll(
      async () => {
        await cut();
        return sale("P-3");
      },
      { timeout: 60_000 },
    )
    .toEqual([503, expect.stringContaining("does not let this user in")]);
  writeFileSync(file, "second");
  await expect.poll(() => sale("P-4"), { timeout: 60_000 }).toEqual([200, "0000"]);
  await cut();
  await expect.poll(() => sale("P-5"), { timeout: 60_000 }).toEqual([200, "0000"]);
});
