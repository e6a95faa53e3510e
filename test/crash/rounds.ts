import { balancer } from "../support/balancer.js";
import { type Client, clientOf, type Params, requests } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { end, run } from "./process.js";

/** What the dead process had answered, and what must therefore still be so. */
interface Promised {
  readonly reference: string;
  readonly orderId: number;
  status: "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED";
  /** A call about it was under way when the process died: it may have happened. */
  uncertain: boolean;
}

/** A call that the kill cut: sent again, it happens now, or is refused because it had happened. */
interface Cut {
  readonly path: string;
  readonly params: Params;
}

export interface Rounds {
  readonly rounds: number;
  readonly answered: number;
  /** Calls that were cut off. */
  readonly cut: number;
  /** What was answered and is not so, or is there twice. */
  readonly lost: readonly string[];
}

interface RoundsOptions {
  readonly seed?: number;
  /** Asked before each round. */
  readonly isOver?: () => boolean;
}

const AT_ONCE = 8;
/** What a load balancer says of a call that was cut. */
const BAD_GATEWAY = 502;
/** Any two of them in flight at a kill differ from round to round. */
const answersBeforeKill = (round: number, seed: number): number => 20 + (((round + seed) * 37) % 61);

/** A sandbox that is called at one address, whatever processes are behind it. */
export interface Victim {
  readonly url: string;
  /** Kills a process of it; calls that are under way may be cut, or answered 502 by a load balancer. */
  kill(): void;
  /** Ends all of it. */
  gone(how: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** One process, on a data folder or a store. */
export async function oneProcess(...where: readonly string[]): Promise<Victim> {
  const server = await run(...where, "--log-format", "silent", "--seed", "1");
  return {
    url: server.url,
    kill: () => server.child.kill("SIGKILL"),
    gone: async (how) => void (await end(server, how)),
  };
}

/** Two processes on one store, behind a load balancer that draws one for each request; the one that is killed is drawn too. */
export async function twoProcesses(store: string): Promise<Victim> {
  const start = () => run("--store", store, "--log-format", "silent", "--seed", "1");
  const nodes = [await start(), await start()] as const;
  const lb = await balancer(nodes.map(({ url }) => url));
  return {
    url: lb.url,
    kill: () => nodes[Math.random() < 0.5 ? 0 : 1].child.kill("SIGKILL"),
    gone: async (how) => {
      await Promise.all(nodes.map((node) => end(node, how)));
      await lb[Symbol.asyncDispose]();
    },
  };
}

/** Kills a server under load again and again, and looks after each restart for what it had answered. */
export async function crashRounds(
  start: () => Promise<Victim>,
  wanted: number,
  { seed = 0, isOver = () => false }: RoundsOptions = {},
): Promise<Rounds> {
  const promised: Promised[] = [];
  const cuts: Cut[] = [];
  const lost: string[] = [];
  const lookAt = async (server: Victim): Promise<void> => {
    lost.push(...(await missing(server, promised)), ...(await twice(server, cuts)));
    promised.length = 0;
    cuts.length = 0;
  };
  let [rounds, answered, cut] = [0, 0, 0];
  for (; rounds < wanted && !isOver(); rounds++) {
    const server = await start();
    await lookAt(server);
    const load = new Load(server, { round: rounds, seed }, promised);
    await load.untilKilled();
    answered += load.answered;
    cut += load.cuts.length;
    cuts.push(...load.cuts);
  }
  const last = await start();
  await lookAt(last);
  await last.gone("SIGTERM");
  return { rounds, answered, cut, lost };
}

/** Eight callers, until the server is killed in the midst of their calls. */
class Load {
  answered = 0;
  readonly cuts: Cut[] = [];
  readonly #client: Client;
  #n = 0;
  #isKilled = false;

  constructor(
    readonly server: Victim,
    readonly which: { readonly round: number; readonly seed: number },
    readonly promised: Promised[],
  ) {
    this.#client = clientOf(server.url);
  }

  async untilKilled(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#caller()));
    await this.server.gone("SIGKILL");
  }

  async #caller(): Promise<void> {
    while (!this.#isKilled) {
      const merchantReference = `K-${this.which.round}-${++this.#n}`;
      const isSale = this.#n % 3 !== 0;
      const made = await this.#call(
        isSale ? "tokenization/sale" : "hosted-checkout/create",
        (isSale ? requests.sale : requests.create)({ merchantReference }),
      );
      if (made?.responseCode !== "0000") continue;
      const order: Promised = {
        reference: merchantReference,
        orderId: made.order.id,
        status: made.order.status,
        uncertain: false,
      };
      this.promised.push(order);
      if (isSale && this.#n % 2 === 0) await this.#giveBack(order);
    }
  }

  async #giveBack(order: Promised): Promise<void> {
    order.uncertain = true;
    const isVoid = this.#n % 4 === 0;
    const key = { merchantId: 3, orderId: order.orderId };
    const done = await this.#call(
      isVoid ? "direct/void" : "hosted-checkout/refund",
      isVoid ? key : { ...key, amount: 20 },
    );
    if (!done) return;
    order.uncertain = false;
    if (done.responseCode === "0000") order.status = isVoid ? "VOIDED" : "REFUNDED";
  }

  /** The answer; undefined where the kill came first. */
  async #call(
    path: string,
    params: Params,
  ): Promise<{ responseCode: string; order: { id: number; status: Promised["status"] } } | undefined> {
    try {
      const { http, body } = await this.#client(path, params);
      if (http === BAD_GATEWAY) throw new Error("the node behind the load balancer is gone");
      if (++this.answered === answersBeforeKill(this.which.round, this.which.seed)) {
        this.#isKilled = true;
        this.server.kill();
      }
      return body;
    } catch (error) {
      this.cuts.push({ path, params });
      if (!this.#isKilled) throw error;
      return undefined;
    }
  }
}

/** What each operation answers when it has been done before. */
const doneBefore: Readonly<Record<string, string>> = {
  "tokenization/sale": "2002",
  "hosted-checkout/create": "2002",
  "hosted-checkout/refund": "2004",
  "direct/void": "2008",
};

/** What stands twice after a call that was cut is sent again, or is neither done nor to be done. */
async function twice({ url }: Victim, cuts: readonly Cut[]): Promise<readonly string[]> {
  const client = clientOf(url);
  const wrong: string[] = [];
  for (const { path, params } of cuts) {
    const { body } = await client(path, params);
    if (!["0000", doneBefore[path]].includes(body.responseCode))
      wrong.push(`${path} was cut, and answers ${JSON.stringify(body)} when it is sent again`);
    const { merchantReference } = params;
    const ids = merchantReference === undefined ? [params.orderId] : await idsOf(url, merchantReference);
    if (ids.length !== 1) wrong.push(`${String(merchantReference)} stands ${ids.length} times`);
    const { transactions } = (await control(url, "GET", `orders/${String(ids[0])}`)).body;
    const types: readonly string[] = transactions.map(({ type }: { type: string }) => type);
    if (new Set(types).size !== types.length) wrong.push(`order ${ids[0]} has ${types.join(", ")} after ${path}`);
  }
  return wrong;
}

async function idsOf(url: string, merchantReference: unknown): Promise<readonly unknown[]> {
  const { body } = await control(url, "GET", `orders?merchantReference=${String(merchantReference)}`);
  return body.orders.map(({ id }: { id: number }) => id);
}

/** What was answered and is not so. */
async function missing({ url }: Victim, promised: readonly Promised[]): Promise<readonly string[]> {
  const client = clientOf(url);
  const lost: string[] = [];
  for (const { reference, orderId, status, uncertain } of promised) {
    const { body } = await client("direct/query", { merchantId: 3, orderId });
    const isSo = body.order?.merchantReference === reference && (uncertain || body.order.status === status);
    if (!isSo) lost.push(`${reference} was answered as order ${orderId}, ${status}; found ${JSON.stringify(body)}`);
  }
  const { body } = await control(url, "GET", "invariants");
  if (!body.holds) lost.push(...body.broken);
  return lost;
}
