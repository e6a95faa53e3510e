import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientOf, sold } from "../../support/client.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";

/** Sends a path as it is: fetch would tidy it. */
const raw = (
  url: string,
  method: string,
  path: string,
  { token, body = "{}" }: { token?: string; body?: string } = {},
) =>
  new Promise<{ http: number; text: string }>((answered, failed) => {
    const sentBody = method === "GET" ? "" : body;
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(sentBody),
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const sent = request(url, { method, path, headers }, (answer) => {
      let text = "";
      answer.on("data", (piece) => (text += piece));
      answer.on("end", () => answered({ http: answer.statusCode!, text }));
    });
    sent.on("error", failed);
    sent.end(sentBody);
  });

const hostile = [
  ["a way up", "..%2Fvictim%2Fdefault"],
  ["a way up by the other slash", "..%5Cvictim%5Cdefault"],
  ["a way up, escaped twice", "..%252Fvictim"],
  ["two dots", "%2E%2E"],
  ["a NUL", "%00"],
  ["a NUL behind a name", "default%00.lane.sqlite"],
  ["300 letters", "x".repeat(300)],
  ["a letter of none of ours", "%C3%BC"],
  ["a letter that looks like one of ours", "%EF%BC%8E%EF%BC%8E"],
  ["broken UTF-8", "%FF"],
  ["a space at the end", "default%20"],
  ["a line break", "a%0Ab"],
] as const;

const calls = [
  ["DELETE", (name: string) => `/_sandbox/lanes/${name}`],
  ["POST", (name: string) => `/_sandbox/snapshots/${name}/load`],
  ["POST", (name: string) => `/_sandbox/snapshots/${name}/fork`],
  ["DELETE", (name: string) => `/_sandbox/rules/${name}`],
  ["PATCH", (name: string) => `/_sandbox/rules/${name}`],
  ["GET", (name: string) => `/_sandbox/requests/${name}`],
  ["GET", (name: string) => `/_sandbox/orders/${name}`],
  ["POST", (name: string) => `/_sandbox/notifications/${name}/resend`],
  ["POST", (name: string) => `/_sandbox/gates/${name}/release`],
  ["GET", (name: string) => `/_sandbox/docs/${name}`],
  ["GET", (name: string) => `/_sandbox/ui/lanes/${name}`],
  ["GET", (name: string) => `/lane/${name}/_sandbox/orders`],
  ["POST", (name: string) => `/lane/${name}/_sandbox/reset`],
  ["GET", (name: string) => `/lane/${name}/_sandbox/ui`],
  ["POST", (name: string) => `/lane/${name}/hosted-checkout/create`],
] as const;

/** To the URL parser two dots are a way up already: what is left is another path, of the default lane. */
const isRefused = (http: number, name: string): boolean => (name === "%2E%2E" ? http < 500 : http >= 400 && http < 500);

describe("a name in the path of a call", () => {
  it("reaches no file outside of the data folder, no other lane and no defect", async () => {
    using folder = testFolder();
    const victim = join(folder.path, "victim");
    mkdirSync(victim);
    for (const file of ["default.lane.sqlite", "default.lane.sqlite-wal"]) writeFileSync(join(victim, file), "theirs");
    await using sandbox = await startTestSandbox({ dataDir: join(folder.path, "data") });
    await sold(clientOf(`${sandbox.url}/lane/kept`));
    for (const [what, name] of hostile)
      for (const [method, path] of calls) {
        const body = JSON.stringify(path(name).endsWith("fork") ? { lane: "forked" } : {});
        const { http } = await raw(sandbox.url, method, path(name), { body });
        expect({ what, method, path: path(""), isRefused: isRefused(http, name) }).toMatchObject({
          isRefused: true,
        });
      }
    expect(readdirSync(victim).map((file) => readFileSync(join(victim, file), "utf8"))).toEqual(["theirs", "theirs"]);
    expect((await control(sandbox.url, "GET", "lanes")).body.lanes).toHaveLength(2);
    expect((await control(`${sandbox.url}/lane/kept`, "GET", "orders")).body.orders).toHaveLength(1);
  });

  it.each([
    ["lanes", "name"],
    ["snapshots", "name"],
  ])("is refused in the body of POST %s", async (path, member) => {
    await using sandbox = await startTestSandbox();
    for (const name of ["../x", "a/b", "a\\b", ".", "..", "", "\0", "x".repeat(65), "ü", "a ", "a\n", "~a", "CON:"])
      expect(await control(sandbox.url, "POST", path, { [member]: name })).toMatchObject({ http: 400 });
  });
});

describe("a team", () => {
  const tokens = [
    { name: "a", token: "token-of-a", lanes: "a-*" },
    { name: "b", token: "token-of-b", lanes: "b-*" },
  ];

  it("reaches no lane of another one by a path in a name", async () => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path, adminTokens: tokens });
    for (const lane of ["a-1", "b-1"]) await sold(clientOf(`${sandbox.url}/lane/${lane}`));
    const before = readdirSync(folder.path).sort();
    const names = ["a-%2F..%2Fb-1", "a-1%2F..%2Fb-1", "b-1", "a-%00b-1", "A-1", "B-1"];
    for (const name of names) {
      const { http } = await raw(sandbox.url, "DELETE", `/_sandbox/lanes/${name}`, { token: "token-of-a" });
      expect([name, [400, 403, 404].includes(http)]).toEqual([name, true]);
    }
    expect(readdirSync(folder.path).sort()).toEqual(before);
    const { text } = await raw(sandbox.url, "GET", "/lane/b-1/_sandbox/orders", { token: "token-of-b" });
    expect(JSON.parse(text).orders).toHaveLength(1);
  });

  it.each([
    ["POST", "/lane/b-new/_sandbox/lanes", '{"name":"a-2"}'],
    ["DELETE", "/lane/b-1/_sandbox/lanes/a-9", "{}"],
    ["GET", "/lane/b-1/_sandbox/health", ""],
    ["GET", "/lane/b-1/_sandbox/lanes", ""],
    ["GET", "/lane/b-1/_sandbox/snapshots", ""],
    ["GET", "/lane/b-1/_sandbox/keys", ""],
    ["GET", "/lane/b-1/metrics", ""],
    ["GET", "/lane/b-1/_sandbox/ui", ""],
    ["POST", "/lane/b-1/_sandbox/snapshots", '{"name":"a-x"}'],
    ["POST", "/lane/a-1/../b-1/_sandbox/reset", "{}"],
    ["POST", "/lane/a-1/%2e%2e/b-1/_sandbox/reset", "{}"],
    ["POST", "/lane/a-1/_sandbox/snapshots/a-saved/fork", '{"lane":"b-2"}'],
    ["POST", "/lane/b-1/_sandbox/snapshots/a-saved/load", "{}"],
    ["POST", "/lane/a-1/_sandbox/snapshots/b-saved/load", "{}"],
    ["POST", "/lane/a-1/_sandbox/snapshots/b-saved/fork", '{"lane":"a-3"}'],
    ["POST", "/lane/a-1/_sandbox/snapshots", '{"name":"b-saved"}'],
    ["POST", "/_sandbox/mcp", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
  ])("is refused %s %s", async (method, path, body) => {
    await using sandbox = await startTestSandbox({ adminTokens: tokens });
    for (const lane of ["a-1", "b-1"]) await sold(clientOf(`${sandbox.url}/lane/${lane}`));
    await raw(sandbox.url, "POST", "/lane/a-1/_sandbox/snapshots", { token: "token-of-a", body: '{"name":"a-saved"}' });
    await raw(sandbox.url, "POST", "/lane/b-1/_sandbox/snapshots", { token: "token-of-b", body: '{"name":"b-saved"}' });
    const { http } = await raw(sandbox.url, method, path, { token: "token-of-a", body });
    expect([403, 404]).toContain(http);
    expect(sandbox.server.lanes.names()).toEqual(["a-1", "b-1", "default"]);
    const { text } = await raw(sandbox.url, "GET", "/lane/b-1/_sandbox/orders", { token: "token-of-b" });
    expect(JSON.parse(text).orders).toHaveLength(1);
  });
});

describe("a lane with the name of a file that is being removed", () => {
  it.each(["x.lane.sqlite.gone-1", ".lane.sqlite.gone-1-1", "x.lane.sqlite.broken-1", "x.lane.sqlite-wal"])(
    "%s is there after a restart, and its snapshot",
    async (name) => {
      using folder = testFolder();
      {
        await using sandbox = await startTestSandbox({ dataDir: folder.path });
        await sold(clientOf(`${sandbox.url}/lane/${name}`));
        await control(`${sandbox.url}/lane/${name}`, "POST", "snapshots", { name });
      }
      await using again = await startTestSandbox({ dataDir: folder.path });
      expect((await control(`${again.url}/lane/${name}`, "GET", "orders")).body.orders).toHaveLength(1);
      expect((await control(again.url, "GET", "snapshots")).body.snapshots).toMatchObject([{ name }]);
    },
  );
});
