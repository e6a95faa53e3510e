import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/tools/judge/run/shop/free-port.ts";
import { cpuMs, residentMb, spawnNode, startedAt } from "../servers.ts";
import { installed } from "./installed.ts";
import { peers } from "./peers.ts";

/** What a suite of tests took. */
export interface SuiteRun {
  readonly tests: number;
  readonly seconds: number;
  /** Of the servers. */
  readonly cpuMs: number;
  /** Of one server at the end. */
  readonly mb: number;
}

/** Tests of five calls each, a peer started for each, as a suite does whose server cannot be split into lanes. */
export async function againstFreshPeer(tests: number, workers: number): Promise<SuiteRun> {
  const folder = installed();
  const peer = peers.find(({ name }) => name === "stripe-stateful-mock")!;
  const run = { cpuMs: 0, mb: 0 };
  let next = 0;
  const test = async (): Promise<void> => {
    const port = await freePort();
    const child = spawnNode(peer.args(folder, port, port), { cwd: folder }, "ignore", peer.env?.(port));
    await using server = startedAt(`http://127.0.0.1:${port}`, child);
    const call = async ({ method, path, type, authorization = "", body }: ReturnType<typeof peer.create>) => {
      const headers = { ...(type && { "Content-Type": type }), Authorization: authorization };
      const answer = await fetch(server.url + path, { method, headers, body: body ?? null });
      return answer.text();
    };
    let made: string | undefined;
    while (made === undefined) made = await call(peer.create(0)).catch(() => pause(5, undefined));
    const query = peer.query!(made)(0);
    const refund = { ...peer.create(0), path: "/v1/refunds", body: `charge=${JSON.parse(made).id}&amount=1000` };
    for (const one of [query, refund, query, query]) await call(one);
    run.cpuMs += cpuMs(server);
    run.mb = residentMb(server);
  };
  const began = performance.now();
  const worker = async () => {
    while (next++ < tests) await test();
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return { tests, seconds: (performance.now() - began) / 1000, ...run };
}
