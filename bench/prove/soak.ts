import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { defectsIn, end, type Ran, runWith } from "../../test/crash/process.js";
import { envelope, requests } from "../../test/support/client.js";
import { control } from "../../test/support/sandbox.js";
import { startShop } from "../../test/support/shop.js";
import { quantile } from "../ratios.js";
import { secondHalf } from "./growth.js";
import { Line } from "./line.js";
import type { Finding, Part } from "./part.js";
import { bytesOf } from "./request.js";

const LANES = 4;
const CALLS_PER_SECOND = 1400;
const TURNS = 250;
/** What grows less than this share of itself in the second half stays. */
const SHARE = 0.1;

interface Sample {
  readonly at: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly fds: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** A long day in a quarter of an hour. */
export const soak: Part = {
  about:
    "Four lanes are called at a steady pace (creates, queries, sales, refunds, pages, payments, notifications, clock moves, snapshots), and are reset, dropped and made again all the while, with a journal of 32 MB, so that what is kept stays the same. The heap after a forced collection and the open files of the second half must not grow: the median slope over all pairs of samples, over that half, stays within a tenth of the median (and 8 MB, 10 files; in the short form, where code is still being compiled, 30 MB). Resident memory and times are told, not judged; calls under way while the collector is forced are not timed.",
  run: async ({ isShort, until }) => {
    await using shop = await startShop();
    const options = ["--log-format", "json", "--seed", "1", "--journal-bytes", "33554432"];
    const server = await runWith(["--inspect=127.0.0.1:0"], ...options);
    const load = new Load(server, turnsOf(TURNS, shop.notifyUrl));
    const samples = await sampled(server, load, { seconds: isShort ? 6 : 900, everyMs: isShort ? 600 : 15_000, until });
    await load.stop();
    const findings: Finding[] = load.wrong.map((what) => ({ what }));
    const heap = secondHalf(samples.map(({ heapMb }) => heapMb));
    const fds = secondHalf(samples.map((one) => one.fds));
    if (heap.grown > Math.max(SHARE * heap.median, isShort ? 30 : 8))
      findings.push({ what: `the heap grew by ${heap.grown.toFixed(1)} MB over ${heap.median.toFixed(1)} MB` });
    if (fds.grown > Math.max(SHARE * fds.median, 10))
      findings.push({ what: `open files grew by ${fds.grown.toFixed(0)} over ${fds.median.toFixed(0)}` });
    findings.push(...(await load.books()).map((what) => ({ what })));
    await end(server, "SIGTERM");
    return { figures: figuresOf(load, samples, heap, fds), findings };
  },
};

async function sampled(
  server: Ran,
  load: Load,
  { seconds, everyMs, until }: { readonly seconds: number; readonly everyMs: number; readonly until: number },
): Promise<readonly Sample[]> {
  using inspector = await inspectorAt(/Debugger listening on (ws:\S+)/.exec(server.said())![1]!);
  const began = Date.now();
  const samples: Sample[] = [];
  while (Date.now() < Math.min(began + seconds * 1000, until)) {
    await pause(everyMs);
    const times = load.takeTimes();
    const heapMb = await load.untimed(() => collectedMb(inspector));
    samples.push({ at: (Date.now() - began) / 1000, heapMb, ...ofProcess(server.child.pid!), ...times });
  }
  return samples;
}

/** Heap in use after the collector ran. */
async function collectedMb({ ask }: Inspector): Promise<number> {
  await ask("HeapProfiler.collectGarbage");
  const { usedSize } = (await ask("Runtime.getHeapUsage")) as { usedSize: number };
  return usedSize / 1_048_576;
}

/** NaN where there is no /proc. */
function ofProcess(pid: number): { readonly rssMb: number; readonly fds: number } {
  try {
    const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
    return { rssMb: Number(rss) / 1024, fds: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { rssMb: Number.NaN, fds: Number.NaN };
  }
}

const figuresOf = (
  { calls }: Load,
  samples: readonly Sample[],
  heap: { readonly median: number; readonly grown: number },
  fds: { readonly median: number; readonly grown: number },
): [string, string | number][] => {
  const middle = (name: keyof Sample): number => secondHalf(samples.map((one) => one[name])).median;
  const seconds = samples.at(-1)?.at ?? 0;
  return [
    ["calls", calls],
    ["calls a second", (calls / Math.max(1, seconds)).toFixed(0)],
    ["heap after collection, second half", `${heap.median.toFixed(1)} MB, grown by ${heap.grown.toFixed(1)} MB`],
    ["open files, second half", `${fds.median.toFixed(0)}, grown by ${fds.grown.toFixed(0)}`],
    ["resident, second half", `${middle("rssMb").toFixed(0)} MB`],
    [
      "p50, p99, p99.9, second half",
      `${middle("p50").toFixed(1)}, ${middle("p99").toFixed(1)}, ${middle("p999").toFixed(1)} ms`,
    ],
  ];
};

/** Callers, one a lane, that keep their pace. */
class Load {
  calls = 0;
  readonly wrong: string[] = [];
  readonly #workers: readonly Promise<void>[];
  #times: number[] = [];
  #isTimed = true;
  #isOver = false;

  constructor(
    readonly server: Ran,
    readonly turns: readonly Turn[],
  ) {
    this.#workers = Array.from({ length: LANES }, (_, n) => this.#work(`soak-${n}`));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }

  takeTimes(): Pick<Sample, "p50" | "p99" | "p999"> {
    const times = this.#times.length === 0 ? [0] : this.#times;
    this.#times = [];
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), p999: quantile(times, 0.999) };
  }

  async untimed<T>(work: () => Promise<T>): Promise<T> {
    this.#isTimed = false;
    try {
      return await work();
    } finally {
      this.#isTimed = true;
    }
  }

  async books(): Promise<readonly string[]> {
    const broken: string[] = [];
    for (let n = 0; n < LANES; n++) {
      const { body } = await control(`${this.server.url}/lane/soak-${n}`, "GET", "invariants");
      if (!body.holds) broken.push(`the books of lane soak-${n}: ${JSON.stringify(body.broken)}`);
    }
    return [...broken, ...defectsIn(this.server)];
  }

  async #work(lane: string): Promise<void> {
    const line = new Line(Number(new URL(this.server.url).port));
    const began = performance.now();
    let sent = 0;
    const call = async (method: string, path: string, body = ""): Promise<string> => {
      const ahead = (sent++ / (CALLS_PER_SECOND / LANES)) * 1000 - (performance.now() - began);
      // A caller that fell behind does not make up for it in a burst.
      if (ahead > 2) await pause(ahead);
      return this.#call(line, method, `/lane/${lane}${path}`, body);
    };
    for (let round = 0; !this.#isOver; round++) await this.#round(call, lane, round);
    line.close();
  }

  async #call(line: Line, method: string, target: string, body: string): Promise<string> {
    const headers = [
      ["Host", "localhost"],
      ["Content-Type", "application/json"],
    ] as const;
    const bytes = bytesOf({ method, target, headers, body: Buffer.from(body), framing: "length" });
    const began = performance.now();
    // A machine that is busy with other work makes a long move of the clock longer.
    const { answers } = await line.ask({ bytes, withinMs: 120_000 });
    if (this.#isTimed) this.#times.push(performance.now() - began);
    this.calls++;
    const [answer] = answers;
    const isRight = answer !== undefined && answer.http < 300 && !/"responseCode":"(?!0000)/.test(answer.body);
    if (!isRight && this.wrong.length < 20)
      this.wrong.push(`${method} ${target} answers ${answer?.http} ${answer?.body.slice(0, 200)}`);
    return answer?.body ?? "";
  }

  /** A life of a lane, which then begins anew. */
  async #round(
    call: (method: string, path: string, body?: string) => Promise<string>,
    lane: string,
    round: number,
  ): Promise<void> {
    for (const [n, turn] of this.turns.entries()) {
      if (this.#isOver) return;
      const created = await call("POST", "/hosted-checkout/create", turn.create);
      await call("POST", "/hosted-checkout/query", turn.query);
      await call("POST", "/tokenization/sale", turn.sale);
      await call("POST", "/hosted-checkout/refund", turn.refund);
      if (n % 15 === 0) await call("GET", `/checkout/${/checkout\/([^"]+)"/.exec(created)?.[1]}`);
      if (n % 25 === 0)
        await call("POST", `/_sandbox/orders/${/"id":(\d+)/.exec(created)?.[1]}/simulate`, '{"action":"pay"}');
      if (n % 50 === 0) await call("GET", "/_sandbox/requests?limit=20");
    }
    await call("PUT", "/_sandbox/clock", '{"action":"advance","by":"20m"}');
    await call("POST", "/_sandbox/snapshots", `{"name":"${lane}"}`);
    await call("POST", `/_sandbox/snapshots/${lane}/load`);
    await call("POST", "/_sandbox/settle", "{}");
    if (round % 2 === 0) await call("POST", "/_sandbox/reset");
    else await control(this.server.url, "DELETE", `lanes/${lane}`);
  }
}

/** One turn of a merchant: what is called for one reference, signed beforehand. */
interface Turn {
  readonly create: string;
  readonly query: string;
  readonly sale: string;
  readonly refund: string;
}

/** The same turns are taken in each lane, and again after its reset. */
const turnsOf = (count: number, notifyUrl: string): readonly Turn[] =>
  Array.from({ length: count }, (_, n) => {
    const [created, paid] = [`C-${n}`, `S-${n}`];
    const over = n % 10 === 0 ? { callbackUrl: { notify: notifyUrl } } : {};
    return {
      create: envelope(requests.create({ merchantReference: created })),
      query: envelope({ merchantId: 3, merchantReference: created }),
      sale: envelope(requests.sale({ merchantReference: paid, ...over })),
      refund: envelope({ merchantId: 3, merchantReference: paid, amount: 1 }),
    };
  });

/** Looks into a process that runs with Node's inspector. */
interface Inspector extends Disposable {
  ask(method: string, params?: object): Promise<unknown>;
}

/** Connects to the address that such a process says on stderr. */
async function inspectorAt(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return {
    ask: (method, params = {}) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    [Symbol.dispose]: () => socket.close(),
  };
}
