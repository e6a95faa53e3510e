import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLock } from "../../../../src/lane/store/sqlite/files/folder-lock.js";
import { checkResults } from "../../../../src/tools/cli/client/doctor.js";
import { connectedTo } from "../../../support/outgoing.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

const nobody = { url: "http://127.0.0.1:1" };

async function found(about: string, flags: { port?: number; dataDir?: string }) {
  return (await checkResults({ port: 0, ...flags }, nobody)).find((finding) => finding.about === about);
}

describe("doctor on the port", () => {
  it("names the program that holds it", async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const holder = process.platform === "linux" ? `process ${process.pid}, ` : "another program";
    expect(await found("port", { port })).toMatchObject({
      state: "wrong",
      text: expect.stringContaining(`${port}: taken by ${holder}`),
    });
  });

  it("says that an outgoing connection holds it", async () => {
    await using sandbox = await startTestSandbox();
    await using outgoing = await connectedTo(sandbox.server.port);
    expect(await found("port", { port: outgoing.port })).toMatchObject({
      state: "wrong",
      text: expect.stringMatching(/^\d+: nothing listens there, but an outgoing connection has this port/),
      fix: expect.stringMatching(/^try again/),
    });
  });

  it("notes that a sandbox holds it", async () => {
    await using sandbox = await startTestSandbox();
    const { port } = sandbox.server;
    expect(await found("port", { port })).toMatchObject({
      state: "note",
      text: expect.stringContaining(`${port} is taken, by a sandbox`),
    });
  });
});

it("checks nothing by the defaults if the config can't be read", async () => {
  using folder = testFolder();
  const config = join(folder.path, "payment-sandbox.config.yaml");
  writeFileSync(config, "port: {");
  const results = await checkResults({ config }, nobody);
  const of = (about: string) => results.find((finding) => finding.about === about);
  expect(of("config")?.state).toBe("wrong");
  for (const about of ["port", "memory", "data folder"])
    expect(of(about)).toEqual({ state: "note", about, text: "not checked: the config can't be read" });
});

describe("doctor on the data folder", () => {
  it("writes where it would be made, and leaves nothing", async () => {
    using folder = testFolder();
    expect(await found("data folder", { dataDir: join(folder.path, "a/b") })).toMatchObject({ state: "ok" });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("finds a file in its place", async () => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "data"), "");
    expect(await found("data folder", { dataDir: join(folder.path, "data") })).toMatchObject({ state: "wrong" });
  });

  it("finds that another sandbox has it", async () => {
    using folder = testFolder();
    const data = join(folder.path, "data");
    mkdirSync(data);
    const lock = openLock(data, 1);
    if (lock === "taken") throw new Error("expected a free folder");
    onTestFinished(lock.release);
    expect(await found("data folder", { dataDir: data })).toMatchObject({
      state: "wrong",
      text: `${data} is in use by another sandbox`,
    });
  });
});

it("doctor does not ask to start a sandbox that only wants a token", async () => {
  await using sandbox = await startTestSandbox({ adminToken: "its-token" });
  const running = (await checkResults({ port: 0 }, { url: sandbox.url })).filter(({ about }) => about === "running");
  expect(running).toEqual([
    { state: "note", about: "running", text: expect.stringContaining("--admin-token <token>") },
  ]);
  const wrong = await checkResults({ port: 0 }, { url: sandbox.url, adminToken: "another" });
  expect(wrong.find(({ about }) => about === "running")).toMatchObject({ state: "wrong" });
});
