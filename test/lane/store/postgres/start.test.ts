import pg from "pg";
import { describe, expect, it } from "vitest";
import { addressOf } from "../../../../src/lane/store/postgres/connection/address.js";
import { connectError } from "../../../../src/lane/store/postgres/connection/failures.js";
import { asked, testStore } from "../../../support/postgres.js";
import { testFolder } from "../../../support/sandbox.js";
import { run, start } from "../../../tools/cli/cli.js";

/** Another place, or the same one asked otherwise. */
const changed = (store: string, change: Partial<Pick<URL, "password" | "port" | "pathname" | "search">>): string =>
  Object.assign(new URL(store), change).href;

describe("a store that cannot be used", () => {
  it.each([
    ["a wrong password", { password: "wrong-secret" }, "password authentication failed"],
    ["no password", { password: "" }, "the database asks for a password, and there is none: put it into the URL"],
    ["a database that is away", { port: "1" }, "the database is away (connect ECONNREFUSED"],
    ["a database that is not there", { pathname: "/nowhere" }, 'database "nowhere" does not exist'],
    ["a password file that is not there", { password: "", search: "?passwordfile=/not/there" }, "ENOENT"],
    ["a schema that cannot be set", { search: "?schema=select" }, 'syntax error at or near "select"'],
    ["TLS that the server does not speak", { search: "?sslmode=require" }, "does not support SSL"],
  ])("%s: start and migrate say so in one line without the password, and exit 3", async (_, change, said) => {
    const store = changed(await testStore(), change);
    const { host, pathname, password } = new URL(store);
    for (const command of [["start", "--port", "0"], ["migrate"]]) {
      const { exitCode, stdout, stderr } = await run([...command, "--store", store]);
      expect([exitCode, stdout]).toEqual([3, ""]);
      expect(stderr).toContain(`payment-sandbox: the store ${host}${pathname} cannot be used: `);
      expect(stderr).toContain(said);
      expect(stderr).toMatch(/; correct --store, or the database\n$/);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      if (password) expect(stderr).not.toContain(`:${password}@`);
    }
  });

  it("is told by doctor before and after the first start, and changed by none", async () => {
    const store = await testStore();
    const told = async (url: string) => {
      const { exitCode, stdout } = await run(["doctor", "--port", "0", "--url", "http://127.0.0.1:1", "--store", url]);
      return [exitCode, stdout.split("\n").find((line) => / store /.test(line))];
    };
    const place = `PostgreSQL at ${new URL(store).host}${new URL(store).pathname}`;
    const before = [1, expect.stringMatching(/^ok {4}store +.+ answers; the next start brings schema 0 to \d+$/)];
    expect(await told(store)).toEqual(before);
    expect(await told(store)).toEqual(before);
    await run(["migrate", "--store", store]);
    expect((await told(store))[1]).toMatch(new RegExp(`^ok    store +${place} answers; schema \\d+$`));
    expect((await told(changed(store, { password: "wrong-secret" })))[1]).toMatch(/^WRONG store .*password auth/);
  });

  it.each(["string", "non-empty string"])(
    "wants a password by SCRAM, and has none: says where to put it (%s)",
    (what) => {
      const error = new Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a ${what}`);
      expect(connectError(error).message).toMatch(
        /^the database asks for a password, .+PGPASSWORD \(SASL: .+string\)$/,
      );
    },
  );

  it("has another encoding than UTF-8: migrate says so in one line, and exits 3", async () => {
    const store = await testStore();
    const name = `latin_${new URL(store).searchParams.get("schema")}`;
    await using database = await asked(store);
    await database.rows(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const { exitCode, stderr } = await run(["migrate", "--store", changed(store, { pathname: `/${name}` })]);
    expect([exitCode, stderr.split("\n")]).toEqual([3, [expect.stringContaining("has the encoding LATIN1"), ""]]);
    await database.rows(`DROP DATABASE ${name}`);
  });

  it("together with --data-dir is a usage error if one source gives both", async () => {
    using folder = testFolder();
    const store = "postgres://sandbox:secret@127.0.0.1:1/sandbox";
    for (const { args, env } of [
      { args: ["--store", store, "--data-dir", folder.path], env: {} },
      { args: [], env: { PAYMENT_SANDBOX_DATA_DIR: folder.path, PAYMENT_SANDBOX_STORE: store } },
    ]) {
      const { exitCode, stderr } = await run(["start", "--port", "0", ...args], { env });
      expect([exitCode, stderr]).toEqual([
        2,
        "payment-sandbox: --store and --data-dir exclude each other: give one of them\n",
      ]);
    }
  });

  it("is told without its password where its URL is wrong", async () => {
    const { exitCode, stderr } = await run(["start", "--store", "mysql://sandbox:se:c@ret@db.test/pay"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('found "mysql://sandbox:…@db.test/pay"');
  });
});

it.each([
  ["require", "true"],
  ["verify-ca", "true"],
  ["verify-full", null],
  ["no-verify", null],
])("sslmode=%s means what it means to PostgreSQL's own clients", (mode, compat) => {
  const { url } = addressOf(`postgres://db.test/pay?sslmode=${mode}&schema=ours`);
  const { searchParams } = new URL(url);
  expect([searchParams.get("uselibpqcompat"), searchParams.get("sslmode")]).toEqual([compat, mode]);
});

describe("the schema", () => {
  it("is only looked at by migrate --check, which exits 1 until it was brought up to date", async () => {
    const store = await testStore();
    const check = () => run(["migrate", "--store", store, "--check"]);
    const before = await check();
    expect(before.exitCode).toBe(1);
    expect(before.stdout).toMatch(/^to do: 1: .+\n(to do: \d+: .+\n)*schema 0 → \d+\n$/);
    expect((await check()).exitCode).toBe(1);
    const done = await run(["migrate", "--store", store]);
    expect([done.exitCode, done.stdout]).toEqual([0, before.stdout.replaceAll("to do", "done")]);
    const after = await check();
    expect([after.exitCode, after.stdout]).toEqual([0, expect.stringMatching(/^nothing to do: the schema is \d+/)]);
    // Nodes that start at the same time wait for one another.
    const other = await testStore();
    await Promise.all([1, 2, 3].map(() => run(["migrate", "--store", other]))).then((ends) =>
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]),
    );
  });

  it("of a newer version that no longer serves this one is refused: start and migrate say so and exit 3, and change nothing", async () => {
    const store = await testStore();
    await run(["migrate", "--store", store]);
    const { schema } = Object.fromEntries(new URL(store).searchParams);
    const client = new pg.Client({ connectionString: changed(store, { search: "" }) });
    await client.connect();
    await client.query(`UPDATE ${schema}.kept SET value = '99' WHERE name IN ('schema', 'schema-serves')`);
    for (const args of [["start", "--port", "0"], ["migrate"], ["migrate", "--check"]]) {
      const { exitCode, stderr } = await run([...args, "--store", store]);
      expect([args, exitCode]).toEqual([args, 3]);
      expect(stderr).toMatch(
        /has schema 99, but this version supports \d+: start the version that created it, or a newer one\n$/,
      );
    }
    const { rows } = await client.query(`SELECT value FROM ${schema}.kept WHERE name = 'schema'`);
    expect(rows).toEqual([{ value: "99" }]);
    await client.end();
  });

  it("of an earlier version is brought up to date by the first node that starts, with all that is in it", async () => {
    const store = await testStore();
    const { migrations } = await import("../../../../src/lane/store/postgres/schema/migrations.js");
    const { schema } = Object.fromEntries(new URL(store).searchParams);
    const client = new pg.Client({ connectionString: changed(store, { search: "" }) });
    await client.connect();
    const [first] = migrations;
    await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}; ${first!.sql};
      INSERT INTO kept VALUES ('schema', '1'), ('seed', '7')`);
    const { cli, url } = await start(["--store", store]);
    await using _ = cli;
    expect(((await (await fetch(`${url}/_sandbox/health`)).json()) as { seed: number }).seed).toBe(7);
    const { rows } = await client.query("SELECT value FROM kept WHERE name = 'schema'");
    expect(rows).toEqual([{ value: String(migrations.at(-1)!.version) }]);
    await client.end();
  });
});
