import { describe, expect, it } from "vitest";
import type { AdminToken, Quota } from "../../../../src/server/control-api/access/admin-token.js";
import { clientOf, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { testStore } from "../../../support/postgres.js";
import { startTestSandbox } from "../../../support/sandbox.js";

/** Calls that two nodes get at the same time. */
const BURST = 60;
const operators: AdminToken = { name: "operators", token: "token-of-all", lanes: "*" };

/** Each test has a team of its own. */
const teams: Readonly<Record<string, { readonly lanes: string; readonly quota: Quota }>> = {
  burst: { lanes: "burst-*", quota: { orders: 10 } },
  slow: { lanes: "slow-*", quota: { orders: 50 } },
  exact: { lanes: "exact-*", quota: { lanes: 5 } },
  alike: { lanes: "team_a*", quota: { lanes: 1 } },
};

async function twoNodes() {
  const store = await testStore();
  const tokens = Object.entries(teams).map(
    ([name, team]): AdminToken => ({ name, token: `token-of-${name}`, ...team }),
  );
  const settings = { store, adminTokens: [operators, ...tokens] };
  const a = await startTestSandbox(settings);
  const b = await startTestSandbox(settings);
  const create = async (node: typeof a, lane: string): Promise<number> =>
    (await clientOf(`${node.url}/lane/${lane}`)("hosted-checkout/create", requests.create())).http;
  return {
    nodes: [a, b] as const,
    create,
    /** Half of them on each node; answers how many were taken. */
    burst: async (laneOf: (n: number) => string): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: BURST }, (_, n) => create(n % 2 ? a : b, laneOf(n))));
      expect(answers.filter((http) => http !== 200 && http !== 429)).toEqual([]);
      return answers.filter((http) => http === 200).length;
    },
    [Symbol.asyncDispose]: async () => {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

const team = ofFile(await twoNodes());

describe("a quota of a team on two nodes", () => {
  it("of orders admits at most as many again, then none on either node", async () => {
    const taken = await team.burst(() => "burst-1");
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken).toBeLessThanOrEqual(2 * 10);
    for (const node of team.nodes) for (let n = 0; n < 3; n++) expect(await team.create(node, "burst-1")).toBe(429);
  });

  it("of orders admits at most twenty calls more by each node, if they come one after another", async () => {
    let taken = 0;
    for (let n = 0; n < 100; n++) if ((await team.create(team.nodes[n % 2]!, `slow-${n % 4}`)) === 200) taken++;
    expect(taken).toBeGreaterThanOrEqual(50);
    expect(taken).toBeLessThanOrEqual(50 + 20);
  });

  it("of lanes is exact, however the lanes are made, and existing lanes can be replaced", async () => {
    expect(await team.burst((n) => `exact-${n}`)).toBe(5);
    for (const node of team.nodes) expect(await team.create(node, "exact-new")).toBe(429);
    const [a, b] = team.nodes;
    const headers = { Authorization: "Bearer token-of-exact", "Content-Type": "application/json" };
    const post = async (url: string, body: object) =>
      (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
    const listed = await (await fetch(`${b.url}/_sandbox/lanes`, { headers })).json();
    const [{ name }] = (listed as { lanes: [{ name: string }] }).lanes;
    expect(await post(`${b.url}/lane/${name}/_sandbox/reset`, {})).toBe(204);
    expect((await fetch(`${b.url}/_sandbox/lanes/${name}`, { method: "DELETE", headers })).status).toBe(204);
    const made = Array.from({ length: 20 }, (_, n) =>
      post(`${(n % 2 ? a : b).url}/_sandbox/lanes`, { name: `exact-x${n}` }),
    );
    expect((await Promise.all(made)).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 429)]);
  });

  it("of lanes does not count lanes that only look alike to the database", async () => {
    expect(await team.create(team.nodes[0], "teamXa-1")).toBe(200);
    expect(await team.create(team.nodes[1], "team_a-1")).toBe(200);
    expect(await team.create(team.nodes[0], "team_a-2")).toBe(429);
  });
});
