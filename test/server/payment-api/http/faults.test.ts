import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { FaultName, Placement } from "../../../../src/core/scenario/rule/rule.js";
import { firedTimes, putRule } from "../../../../src/lane/rules/rule-changes.js";
import { envelope, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

async function faulty(fault: FaultName, placed: Placement): Promise<TestLane> {
  const world = await sandbox.lane();
  const rule = { name: "fault", when: { operation: "tokenization/sale" }, times: 1, then: { fault, placed } };
  await putRule(world.lane, rule, "control");
  return world;
}

/** What comes over the wire, as far as it comes. */
interface Seen {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
  /** How it ended: whole, or the error of the connection. */
  readonly end: string;
}

/** One sale over a connection of its own. */
function sale({ url }: TestLane, signal?: AbortSignal): Promise<Seen> {
  return new Promise((resolve) => {
    let [status, type, body] = [undefined as number | undefined, undefined as string | undefined, ""];
    const done = (end: string): void => resolve({ status, type, body, end });
    const call = request(
      `${url}/tokenization/sale`,
      { method: "POST", agent: false, headers: { "Content-Type": "application/json" }, ...(signal && { signal }) },
      (response) => {
        status = response.statusCode;
        type = response.headers["content-type"];
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () => done("whole"));
        response.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
      },
    );
    call.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    call.end(envelope(requests.sale()));
  });
}

const looksLike =
  (http: number, reason: string) =>
  ({ status, type, body }: Seen): void => {
    expect([status, type]).toEqual([http, "text/html"]);
    expect(body).toContain(`${http} ${reason}`);
  };

const looks: Readonly<Record<Exclude<FaultName, "no-response">, (seen: Seen) => void>> = {
  "connection-reset": ({ status, end }) => expect([status, end]).toEqual([undefined, "ECONNRESET"]),
  "empty-response": ({ status, body, end }) => expect([status, body, end]).toEqual([undefined, "", "ECONNRESET"]),
  "truncated-body": ({ status, body, end }) => {
    expect([status, end]).toEqual([200, "ECONNRESET"]);
    expect(body.startsWith('{"responseCode":"0000')).toBe(true);
    expect(() => JSON.parse(body)).toThrow();
  },
  "truncated-head": ({ status, body, end }) => expect([status, body, end]).toEqual([undefined, "", "ECONNRESET"]),
  "empty-body": ({ status, type, body, end }) =>
    expect([status, type, body, end]).toEqual([200, "application/json", "", "whole"]),
  "html-body": ({ status, type, body, end }) => {
    expect([status, type, end]).toEqual([200, "text/html", "whole"]);
    expect(body).toMatch(/^<!doctype html>/);
  },
  "garbage-body": ({ status, body, end }) => {
    expect([status, end]).toEqual([200, "whole"]);
    expect(() => JSON.parse(body)).toThrow();
  },
  "wrong-content-type": ({ status, type, end }) => expect([status, type, end]).toEqual([200, "text/html", "whole"]),
  "http-429": looksLike(429, "Too Many Requests"),
  "http-500": looksLike(500, "Internal Server Error"),
  "http-502": looksLike(502, "Bad Gateway"),
  "http-503": looksLike(503, "Service Unavailable"),
  "http-504": looksLike(504, "Gateway Timeout"),
};

/** How many orders there are after the call. */
const made: Readonly<Record<Placement, number>> = { "before-parse": 0, "before-commit": 0, "after-commit": 1 };

describe.each(Object.entries(made) as [Placement, number][])("placed %s", (placed, orders) => {
  it.each(Object.entries(looks) as [FaultName, (seen: Seen) => void][])(
    "%s looks so, and the state is as it says",
    async (fault, look) => {
      const world = await faulty(fault, placed);
      look(await sale(world));
      expect(await world.lane.store.views.orders({})).toHaveLength(orders);
      expect((await world.lane.store.views.balances(3)).HKD).toBe(orders * 5000);
      expect((await world.lane.store.views.exchanges({})).map(({ rule }) => rule)).toEqual(["fault"]);
      const next = await sale(world);
      expect([next.status, JSON.parse(next.body).responseCode]).toEqual([200, "0000"]);
      expect((await firedTimes(world.lane))("rule-1")).toBe(1);
    },
  );

  it("no-response says nothing until the caller leaves", async () => {
    const world = await faulty("no-response", placed);
    const leaving = new AbortController();
    const seen = sale(world, leaving.signal);
    const waited = await control(world.url, "POST", "wait", {
      for: "request",
      match: { operation: "tokenization/sale" },
    });
    expect(waited.body).toMatchObject({ matched: [{}] });
    expect(await Promise.race([seen, "still waiting"])).toBe("still waiting");
    leaving.abort();
    expect((await seen).end).toBe("ABORT_ERR");
    expect(await world.lane.store.views.orders({})).toHaveLength(orders);
  });
});
