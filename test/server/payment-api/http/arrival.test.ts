import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import type { Exchange } from "../../../../src/lane/ports/exchange.js";
import { type Arrival, readExplanation } from "../../../../src/lane/ports/explanation.js";
import { envelope, requests } from "../../../support/client.js";
import { startTestSandbox } from "../../../support/sandbox.js";

/** Posts on the agent's connection, and reads the answer. */
const post = (url: string, body: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "User-Agent": `shop ${"x".repeat(300)}`,
    };
    request(url, { method: "POST", agent, headers }, (answer) => answer.resume().on("end", resolve))
      .on("error", reject)
      .end(body);
  });

const arrivalIn = (exchange: Exchange): Arrival => readExplanation(exchange).arrival!;

it.each(["tokenization/sale", "tokenization/sale/", "tokenization/sail"])(
  "the journal keeps how a call of %s came in",
  async (path) => {
    await using sandbox = await startTestSandbox();
    const { url, lane } = await sandbox.lane();
    const [one, other] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [Agent, Agent];
    const [first, second] = ["A", "B"].map((merchantReference) => envelope(requests.sale({ merchantReference })));
    await post(`${url}/${path}`, first!, one);
    await post(`${sandbox.url}/livez`, "", one);
    await post(`${url}/${path}`, second!, one);
    await post(`${url}/${path}`, second!, other);
    one.destroy();
    other.destroy();
    const [last, middle, start] = (await lane.store.views.exchanges({})).map(arrivalIn) as [Arrival, Arrival, Arrival];
    expect([start.place, middle.place, last.place]).toEqual([1, 3, 1]);
    expect(middle.connection).toBe(start.connection);
    expect(last.connection).not.toBe(start.connection);
    expect(start.userAgent).toBe(`shop ${"x".repeat(195)}`);
    expect(last.realAt).toBeGreaterThanOrEqual(start.realAt);
  },
);

it("a call inside the process has no connection", async () => {
  await using sandbox = await startTestSandbox();
  const { lane, url } = await sandbox.lane();
  const body = envelope(requests.sale());
  const headers = { "Content-Type": "application/json" };
  await sandbox.server.fetch(new Request(`${url}/tokenization/sale`, { method: "POST", headers, body }));
  const [exchange] = await lane.store.views.exchanges({});
  expect(arrivalIn(exchange!)).toMatchObject({ realAt: expect.any(Number) });
  expect(arrivalIn(exchange!)).not.toHaveProperty("connection");
});
