import { renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InvalidInput } from "../../../../src/package/errors.js";
import { liveAdminTokens, readAdminTokens, sharedLanes } from "../../../../src/server/options/admin-tokens-file.js";
import { clientOf, requests } from "../../../support/client.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

const folder = testFolder();
afterAll(() => folder[Symbol.dispose]());
const path = join(folder.path, "tokens.yaml");

const team = (name: string, token = `token-of-${name}`) => ({ name: `team-${name}`, token, lanes: `team-${name}-*` });

let now: number;
/** Writes the file as if it had been changed at this time. */
function writtenAt(ms: number, content: unknown): void {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  utimesSync(path, ms / 1000, ms / 1000);
}

/** The names of the tokens by now, and the log's lines. */
function live() {
  const lines: string[] = [];
  const log = {
    debug: () => {},
    info: (line: string) => void lines.push(line),
    warn: (line: string) => void lines.push(line),
  };
  const current = liveAdminTokens({ path, tokens: readAdminTokens(path), now: () => now, log });
  return { names: () => current().map(({ name }) => name), lines };
}

beforeEach(() => {
  now = 1_800_000_000_000;
  writtenAt(now - 60_000, [team("a")]);
});

describe("a file of tokens", () => {
  it("is read again once it has changed, at most once a second", () => {
    const { names, lines } = live();
    expect(names()).toEqual(["team-a"]);
    writtenAt(now - 30_000, [team("a"), team("b")]);
    now += 999;
    expect(names()).toEqual(["team-a"]);
    now += 1;
    expect(names()).toEqual(["team-a", "team-b"]);
    expect(lines).toEqual(["adminTokens were read again"]);
  });

  it("that changed between the start and the first look is read again", () => {
    const { names } = live();
    writtenAt(now - 30_000, [team("b")]);
    expect(names()).toEqual(["team-b"]);
  });

  it("is not read in the second in which it was written", () => {
    const { names } = live();
    names();
    now += 5000;
    writtenAt(now - 999, [team("b")]);
    expect(names()).toEqual(["team-a"]);
    now += 1000;
    expect(names()).toEqual(["team-b"]);
  });

  it("is warned of if a team's pattern fits the lanes of another, too", () => {
    const { names, lines } = live();
    names();
    const named = (name: string, lanes: string) => ({ name, token: `of-${name}-${lanes}`, lanes });
    const all = [
      named("shop", "shop-*"),
      named("shop-eu", "shop-eu-*"),
      named("shop-eu", "shop-eu-*"),
      named("ops", "*"),
    ];
    writtenAt(
      now - 30_000,
      all.map((one, i) => ({ ...one, token: `t${i}` })),
    );
    now += 1000;
    names();
    expect(lines.slice(1)).toEqual([
      "the token shop (shop-*) also opens lanes of shop-eu (shop-eu-*): let each team's pattern begin as no other's does, such as shop.*",
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ["node-*", "*-py*", ["node-* *-py*"]],
    ["*-py*", "node-*", ["*-py* node-*"]],
    ["a-*-x", "a-b*", ["a-*-x a-b*"]],
    ["shop-eu-*", "shop-*", ["shop-* shop-eu-*"]],
    ["shop-eu-1", "shop-*", ["shop-* shop-eu-1"]],
    ["node-*", "py-*", []],
    ["a-*-x", "a-*-y", []],
    ["a-1", "a-*x", []],
    ["node-*", "node-*", []],
    ["node-*", "*", []],
  ])("of teams %s and %s is warned of by the lanes that they share: %j", (one, other, expected) => {
    const tokens = [one, other].map((lanes, n) => ({ name: `t${n}`, token: `of-${n}`, lanes }));
    const told = sharedLanes(tokens).map((text) =>
      [...text.matchAll(/\(([^)]+)\)/g)].map(([, lanes]) => lanes).join(" "),
    );
    expect(told).toEqual(expected);
  });

  it("may be replaced by another file", () => {
    const { names } = live();
    names();
    const next = join(folder.path, "next.yaml");
    writeFileSync(next, JSON.stringify([team("b")]));
    utimesSync(next, now / 1000 - 60, now / 1000 - 60);
    renameSync(next, path);
    now += 1000;
    expect(names()).toEqual(["team-b"]);
  });

  it.each([
    ["is no list", "a: 1"],
    ["is empty", ""],
    ["is cut off", '[{"name":"team-a","tok'],
    ["has a token twice", [team("a", "twice"), team("b", "twice")]],
    ["has an unknown member", [{ ...team("a"), lane: "x" }]],
    ["has a token with a blank", [team("b", "secret text")]],
  ])("that %s changes nothing, and is logged once without its tokens", (_, content) => {
    const { names, lines } = live();
    names();
    writtenAt(now - 30_000, content);
    for (let look = 0; look < 3; look += 1) {
      now += 1000;
      expect(names()).toEqual(["team-a"]);
    }
    expect(lines).toEqual([expect.stringContaining("the admin tokens stay as they are")]);
    expect(lines[0]).not.toMatch(/secret|twice/);
  });

  it.each([
    [
      "misspells a member",
      "- { nam: x }",
      [
        "1:3: [0].token is missing, expected a text",
        "1:3: [0].lanes is missing, expected a text",
        '1:5: unknown member "nam" in [0], expected one of name, token, lanes, quota; did you mean name?',
      ],
    ],
    [
      "has a token in the place of a member",
      "- { name: a, token: secret, lanes: '*', s3cr3t: 1 }",
      ["1:41: unknown member in [0], expected one of name, token, lanes, quota"],
    ],
    [
      "has a number as a token",
      "- { name: a, token: 12345678, lanes: '*' }",
      ["1:21: [0].token is a number, expected a text"],
    ],
    ["is a text", "secret", ["1:1: the document is another text, expected a list"]],
    ["is cut off", '[{"token": "secret', ['1:19: not valid YAML: Missing closing "quote']],
    [
      "has one token twice",
      "- { name: a, token: s3cret, lanes: a-* }\n- { name: b, token: s3cret, lanes: b-* }",
      ["2:21: [1].token is the same as [0].token, expected one of its own"],
    ],
    [
      "has too small a quota",
      "- { name: a, token: s3cret, lanes: a-*, quota: { bytes: 10, lanes: 0 } }",
      [
        "1:57: [0].quota.bytes is 10, expected a size of at least 1mb, such as 256mb or 2gb",
        "1:68: [0].quota.lanes is 0, expected a whole number above 0",
      ],
    ],
    [
      "has lanes without quotes",
      "- { lanes: *secret }",
      ["1:12: not readable, expected quotes around a text that begins with *"],
    ],
  ])("that %s is told as the config file is, without its tokens, and so it is logged", (_, content, said) => {
    const { names, lines } = live();
    names();
    writtenAt(now - 30_000, content);
    const told = said.map((line) => `${path}:${line}`).join("\n");
    expect(() => readAdminTokens(path)).toThrow(new InvalidInput(said.map((line) => `${path}:${line}`)));
    now += 1000;
    names();
    expect(lines).toEqual([`the admin tokens stay as they are: ${told}`]);
  });

  it("that is gone changes nothing until it is back", () => {
    const { names, lines } = live();
    names();
    rmSync(path);
    now += 1000;
    expect([names(), names()]).toEqual([["team-a"], ["team-a"]]);
    expect(lines).toHaveLength(1);
    writtenAt(now - 10_000, [team("b")]);
    now += 1000;
    expect(names()).toEqual(["team-b"]);
  });
});

describe("a sandbox with a file of tokens", () => {
  afterEach(() => void vi.useRealTimers());
  const longAgo = Date.now() - 3_600_000;
  const statusOf = async (url: string, token: string | undefined) =>
    (await fetch(url, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } })).status;

  /** A server whose file has changed since its start. */
  async function changedTo(before: unknown, after: unknown) {
    writtenAt(longAgo, before);
    const sandbox = await startTestSandbox({ adminTokens: readAdminTokens(path), adminTokensFile: path });
    writtenAt(longAgo + 60_000, after);
    return sandbox;
  }

  it("lets new tokens in and old ones out, within their teams' walls", async () => {
    await using sandbox = await changedTo([team("a"), team("b")], [team("b"), team("c")]);
    const of = (lane: string, token: string | undefined) => statusOf(`${sandbox.url}/lane/${lane}/_sandbox/ui`, token);
    expect(await of("team-a-1", "token-of-a")).toBe(401);
    expect(await of("team-a-1", "token-of-c")).toBe(403);
    expect(await of("team-b-1", "token-of-c")).toBe(403);
    expect(await of("team-b-1", "token-of-b")).not.toBe(401);
    expect(await of("team-c-1", sandbox.server.adminToken)).not.toBe(401);
  });

  it("ends a stream of events when its token goes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await using sandbox = await changedTo([team("a")], [team("a")]);
    const url = `${sandbox.url}/lane/team-a-1`;
    await clientOf(url)("hosted-checkout/create", requests.create());
    const stream = await fetch(`${url}/_sandbox/events`, { headers: { Authorization: "Bearer token-of-a" } });
    writtenAt(longAgo + 120_000, [team("b")]);
    vi.setSystemTime(Date.now() + 2000);
    await clientOf(url)("hosted-checkout/create", requests.create({ merchantReference: "UNSEEN" }));
    const text = await stream.text();
    expect(text).toContain("event: hello");
    expect(text).not.toContain("UNSEEN");
  });

  it("stays closed with an empty list, and an operators' token goes with its entry", async () => {
    const operators = { name: "operators", token: "token-of-all", lanes: "*" };
    await using sandbox = await changedTo([operators], []);
    expect(sandbox.server.adminToken).toBe("token-of-all");
    for (const token of [undefined, "token-of-all", ""])
      expect(await statusOf(`${sandbox.url}/_sandbox/orders`, token)).toBe(401);
  });

  it("is closed from the start if the file has an empty list", async () => {
    await using sandbox = await changedTo([], []);
    expect(await statusOf(`${sandbox.url}/_sandbox/orders`, undefined)).toBe(401);
    expect(await statusOf(`${sandbox.url}/_sandbox/orders`, sandbox.server.adminToken)).toBe(200);
  });
});
