import { mkdtempDisposableSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreOfServers } from "./cores.ts";
import { send } from "./load.ts";
import { createOf, queryOf, refundOf, saleOf } from "./requests.ts";
import { at, cpuMs, keptPlaces, residentMb, type Started, startIn } from "./servers.ts";

const SIZES = (process.env.BENCH_SIZES ?? "10000,100000,1000000").split(",").map(Number);
const CALLS = 2000;
const LISTS = 50;
const WARM_ROUNDS = 2;

/** Create, query, refund and list while a lane's orders grow: CPU a call beside that of the first size, memory and file bytes a call. */
export async function growth(): Promise<void> {
  const core = coreOfServers();
  for (const kept of keptPlaces) {
    using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-"));
    const options = kept === "file" ? ["--data-dir", folder.path] : [];
    // Unsigned: to sign a million bodies would take longer than all the rest. The last of these options holds.
    await using server = await startIn({ cwd: at(".."), core }, ...options, "--signature", "off");
    await grow(server, kept, folder.path);
  }
}

async function grow(server: Started, kept: string, folder: string): Promise<void> {
  console.log(`\ngrowth, ${kept}: CPU µs a call, and its ratio to the first (at most 1.3)`);
  const lane = new GrowingLane(server);
  const [residentBefore, fileBefore] = [residentMb(server), fileMb(folder)];
  let first: Costs | undefined;
  // While code is compiled a call costs twice as much: growth would hide behind that.
  for (let n = 0; n < WARM_ROUNDS; n++) await lane.costs();
  for (const size of SIZES) {
    await lane.growTo(size - CALLS);
    const costs = await lane.costs();
    first ??= costs;
    const text = Object.entries(costs).map(
      ([what, us]) => `${what} ${us.toFixed(0)} (${(us / first![what as keyof Costs]).toFixed(2)})`,
    );
    const perCall = (mb: number): string => `${((mb * 1024 * 1024) / lane.calls).toFixed(0)} B`;
    console.log(
      `  ${String(size).padStart(8)} orders: ${text.join(", ")}; a call ${perCall(residentMb(server) - residentBefore)} of memory, ${perCall(fileMb(folder) - fileBefore)} of file`,
    );
  }
}

type Costs = Readonly<Record<"create" | "query" | "refund" | "list", number>>;

class GrowingLane {
  calls = 0;
  readonly #server: Started;
  #orders = 0;
  #sales = 0;

  constructor(server: Started) {
    this.#server = server;
  }

  async growTo(orders: number): Promise<void> {
    const missing = orders - this.#orders;
    if (missing <= 0) return;
    const from = this.#orders;
    await this.#post("hosted-checkout/create", missing, (n) => createOf(from + n));
    this.#orders += missing;
  }

  async costs(): Promise<Costs> {
    const known = Math.max(1, this.#orders);
    const [from, sales] = [this.#orders, this.#sales];
    const create = await this.#cost("hosted-checkout/create", CALLS, (n) => createOf(from + n));
    this.#orders += CALLS;
    // Spread over all orders: the newest are kept as written, older ones are read.
    const query = await this.#cost("hosted-checkout/query", CALLS, (n) => queryOf((n * 7919) % known));
    await this.#post("tokenization/sale", CALLS, (n) => saleOf(sales + n));
    this.#sales += CALLS;
    const refund = await this.#cost("hosted-checkout/refund", CALLS, (n) => refundOf(sales + n));
    return { create, query, refund, list: await this.#listCost() };
  }

  async #cost(path: string, requests: number, body: (n: number) => string): Promise<number> {
    const before = cpuMs(this.#server);
    await this.#post(path, requests, body);
    return ((cpuMs(this.#server) - before) * 1000) / requests;
  }

  async #listCost(): Promise<number> {
    const before = cpuMs(this.#server);
    for (let n = 0; n < LISTS; n++) await (await fetch(`${this.#server.url}/_sandbox/orders?limit=100`)).arrayBuffer();
    return ((cpuMs(this.#server) - before) * 1000) / LISTS;
  }

  async #post(path: string, requests: number, body: (n: number) => string): Promise<void> {
    await send({ url: `${this.#server.url}/${path}`, body, requests });
    this.calls += requests;
  }
}

const fileMb = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024 / 1024;
