import type { Bodies } from "./caller.ts";
import { send } from "./load.ts";
import { median } from "./ratios.ts";
import { createBody, prepare, queryBody } from "./requests.ts";
import { cpuMs, type Started, startFloor, startIn } from "./servers.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CALLS = 2000;

/** CPU of a server from its start through its first 2,000 creates and 2,000 queries, ours beside floor (b), in turn. */
export async function cold(): Promise<void> {
  const bodies = { creates: prepare(CALLS, "cold", createBody), queries: prepare(CALLS, "cold", queryBody) };
  // A first start, ended in peace, keeps its compiled code for the others.
  await using first = await startIn({});
  first.process.kill("SIGTERM");
  const sides: readonly [string, () => Promise<Started>][] = [
    ["(b)", () => startFloor()],
    ["payment-sandbox", () => startIn({})],
  ];
  const found = new Map<string, Cold[]>(sides.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, start] of round % 2 === 0 ? sides : sides.toReversed()) {
      await using server = await start();
      found.get(name)!.push(await coldCosts(server, bodies));
    }
  console.log(`\ncold: CPU ms from the start on, medians of ${ROUNDS} (at most 1.05 of (b))`);
  const [floor, ours] = [...found.values()];
  for (const what of ["start", "creates", "queries"] as const) {
    const [ofFloor, ofOurs] = [floor!, ours!].map((rounds) => median(rounds.map((one) => one[what])));
    const ratio = median(ours!.map((one, n) => one[what] / floor![n]![what]));
    console.log(
      `  ${what.padEnd(8)} (b) ${ofFloor!.toFixed(0)} ms, ours ${ofOurs!.toFixed(0)} ms: ${ratio.toFixed(2)}`,
    );
  }
}

/** Each from the start on: with what came before it. */
interface Cold {
  readonly start: number;
  readonly creates: number;
  readonly queries: number;
}

/** Of a server that has just started. */
export async function coldCosts(server: Started, { creates, queries }: Omit<Bodies, "warm">): Promise<Cold> {
  const start = cpuMs(server);
  const post = (path: string, bodies: readonly string[]) =>
    send({ url: `${server.url}/hosted-checkout/${path}`, body: (n) => bodies[n]!, requests: CALLS });
  await post("create", creates);
  const created = cpuMs(server);
  await post("query", queries);
  return { start, creates: created, queries: cpuMs(server) };
}
