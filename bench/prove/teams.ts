import { isRaw } from "../../src/server/control-api/call.js";
import { calls } from "../../src/server/control-api/calls.js";
import { exampleOf } from "../../src/server/control-api/openapi/example.js";
import { run } from "../../test/crash/process.js";
import { clientOf, created, requests } from "../../test/support/client.js";
import { Line } from "./line.js";
import type { Finding, Part } from "./part.js";
import { Random } from "./random.js";
import { bytesOf, type Request, shown } from "./request.js";
import { WatchedFolder } from "./watched-folder.js";

const BATCH = 500;
const FINDINGS_MAX = 20;
/** Stands in what team b has, and in nothing that team a sends or may see. */
const SECRET = "B-ONLY-7f3a";

const teams = ["a", "b"].map((name) => ({ name, token: `token-of-team-${name}`, lanes: `${name}-*` }));

const names = [
  ..."a-1 a-2 a-saved b-1 b-saved b-new default A-1 B-1 a-b-1 . .. ~b-1 nul con.1 __proto__ constructor".split(" "),
  ..."a-%2F..%2Fb-1 a-1%2F..%2F..%2Fvictim%2Fdefault ..%2Fvictim%2Fdefault ..%5Cvictim%5Cdefault %2e%2e a-%00b-1".split(
    " ",
  ),
  ..."a-1%00 a-%252F..%252Fb-1 a-1%20 a-1. a-%EF%BC%8Fb-1 a-%ff a-x.lane.sqlite a-x.lane.sqlite~gone-1-1 *".split(" "),
  ...[`a-${"x".repeat(300)}`, "1", "req-1", "rule-1", "notification-1"],
] as const;
const prefixes = [
  "",
  ...["", "a-1", "b-1", "a-1/../b-1", "a-%2F..%2Fb-1", "b-1%00", "/b-1"].map((name) => name && `/lane/${name}`),
];
const queries = ["", "", "?lane=b-1", "?limit=1000", "?timed=true&lane=b-1", "?merchantReference=B-ONLY-7f3a"];
const headers: readonly (readonly [string, string])[] = [
  ["X-Sandbox-Lane", "b-1"],
  ["X-Sandbox-Console", "1"],
  ["X-Sandbox-Outcome", "approve"],
  ["X-Forwarded-Prefix", "/lane/b-1"],
  ["X-Original-URL", "/lane/b-1/_sandbox/orders"],
];
/** These answer for as long as somebody listens. */
const ENDLESS = /^\/(events|wait)/;
const others = [
  "/metrics",
  ...["mcp", "ui", "ui/lanes", "ui/snapshots", "ui/orders"].map((path) => `/_sandbox/${path}`),
];

function attempt(random: Random, host: string): Request {
  const call = random.pick(calls.filter(({ path }) => !ENDLESS.test(path)));
  const filled = call.path.replace(/\{\w+\}/g, () => random.pick(names));
  const isOther = random.isOneIn(10);
  const path = isOther ? random.pick(others) : `/_sandbox${filled}`;
  const bodies = [
    !isRaw(call) && "body" in call && call.body !== undefined ? JSON.stringify(exampleOf(call.body as never)) : "{}",
    JSON.stringify({ name: decoded(random.pick(names)), lane: decoded(random.pick(names)) }),
    JSON.stringify({ lane: decoded(random.pick(names)) }),
    JSON.stringify({ name: decoded(random.pick(names)) }),
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: random.pick(["list_orders", "reset", "list_requests", "drop_lane"]), arguments: { lane: "b-1" } },
    }),
  ];
  const body = Buffer.from(call.method === "GET" && !isOther ? "" : random.pick(bodies));
  return {
    // What is no control call is one of the payment API, which asks for no token, and stands in the journal of its lane.
    method: isOther ? (path === "/_sandbox/mcp" ? "POST" : "GET") : call.method,
    target: `${random.pick(prefixes)}${path}${random.pick(queries)}`,
    headers: [
      ["Host", host],
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["Authorization", "Bearer token-of-team-a"],
      ...(random.isOneIn(4) ? [random.pick(headers)] : []),
    ],
    body,
    framing: body.length === 0 ? "none" : "length",
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export const teamsPart: Part = {
  about:
    "Seeded calls of the control API by a team's token, with names and lanes that are paths, other teams' names, NULs, capitals and worse, in paths, bodies and headers. Nothing of another team may be told or changed, nothing outside of the data folder may be touched, no answer may be a 5xx.",
  run: async ({ seed, isShort, until }) => {
    using folder = new WatchedFolder();
    const config = folder.write("payment-sandbox.config.json", JSON.stringify({ adminTokens: teams }));
    const server = await run("--data-dir", folder.data, "--config", config, "--log-format", "json");
    const port = Number(new URL(server.url).port);
    const line = new Line(port);
    const findings: Finding[] = [];
    const wanted = isShort ? 3_000 : 50_000;
    let sent = 0;
    try {
      const others = new OtherTeam(server.url);
      await others.prepare();
      const before = await others.state();
      while (sent < wanted && findings.length < FINDINGS_MAX && Date.now() < until) {
        let last: Request | undefined;
        for (let n = 0; n < BATCH; n++, sent++) {
          last = attempt(new Random(seed, sent), `localhost:${port}`);
          const { answers } = await line.ask({ bytes: bytesOf(last), withinMs: 10_000 });
          const [answer] = answers;
          const what = !answer
            ? "no answer"
            : answer.http >= 500
              ? `answered ${answer.http}: ${answer.body.slice(0, 200)}`
              : answer.body.includes(SECRET) && !last.target.includes(SECRET)
                ? "the answer tells of the other team"
                : undefined;
          if (what !== undefined) findings.push({ what, shown: shown(last, server.url) });
        }
        const how = last && `one of the requests up to ${shown(last, server.url)}`;
        const after = await others.state();
        if (after !== before)
          findings.push({
            what: `the other team's lane was changed: ${changedIn(before, after)}`,
            ...(how && { shown: how }),
          });
        for (const what of folder.changes()) findings.push({ what, ...(how && { shown: how }) });
        if (server.child.exitCode !== null) findings.push({ what: `the server ended: ${server.said().slice(-500)}` });
      }
    } finally {
      line.close();
      server.child.kill("SIGKILL");
    }
    return { figures: [["requests", sent]], findings };
  },
};

/** Where two texts begin to differ. */
function changedIn(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return `${before.slice(Math.max(0, at - 80), at + 80)} → ${after.slice(Math.max(0, at - 80), at + 80)}`;
}

/** What another team has, as it sees it. */
class OtherTeam {
  constructor(readonly url: string) {}

  async prepare(): Promise<void> {
    const lane = `${this.url}/lane/b-1`;
    await created(clientOf(lane), requests.create({ merchantReference: SECRET }));
    await this.#ask("POST", "/lane/b-1/_sandbox/rules", {
      name: SECRET,
      then: { delay: 0 },
      when: { merchantReference: "none" },
    });
    await this.#ask("POST", "/lane/b-1/_sandbox/snapshots", { name: "b-saved" });
    await this.#ask("PUT", "/lane/b-1/_sandbox/clock", { action: "freeze", at: "2026-01-05T10:00:00Z" });
  }

  /** As one text, the same as long as nobody touched it. */
  async state(): Promise<string> {
    const paths = ["orders", "rules", "requests", "clock", "notifications", "tokens", "provenance", "snapshots"];
    const all = await Promise.all(paths.map((path) => this.#ask("GET", `/lane/b-1/_sandbox/${path}`)));
    return JSON.stringify([...all, await this.#ask("GET", "/_sandbox/lanes")]);
  }

  async #ask(method: string, path: string, body?: object): Promise<string> {
    const headers = { Authorization: "Bearer token-of-team-b", "Content-Type": "application/json" };
    const answer = await fetch(`${this.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return answer.text();
  }
}
