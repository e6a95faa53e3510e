import { type Client, clientOf, requests } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { end, type Ran, run } from "./process.js";

/** What the dead process had answered, and what must therefore still be so. */
interface Promised {
  readonly reference: string;
  readonly orderId: number;
  status: "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED";
  /** A call about it was under way when the process died: it may have happened. */
  uncertain: boolean;
}

export interface Rounds {
  readonly rounds: number;
  readonly answered: number;
  /** Calls that were cut off. */
  readonly cut: number;
  readonly lost: readonly string[];
}

const AT_ONCE = 8;
/** Any two of them in flight at a kill differ from round to round. */
const answersBeforeKill = (round: number): number => 20 + ((round * 37) % 61);

/** Kills a server under load again and again, and looks after each restart for what it had answered. */
export async function crashRounds(dataDir: string, rounds: number): Promise<Rounds> {
  const promised: Promised[] = [];
  const lost: string[] = [];
  let [answered, cut] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const server = await run("--data-dir", dataDir, "--log-format", "silent", "--seed", "1");
    lost.push(...(await missing(server, promised)));
    promised.length = 0;
    const load = new Load(server, round, promised);
    await load.untilKilled();
    answered += load.answered;
    cut += load.cut;
  }
  const last = await run("--data-dir", dataDir, "--log-format", "silent");
  lost.push(...(await missing(last, promised)));
  await end(last, "SIGTERM");
  return { rounds, answered, cut, lost };
}

/** Eight callers, until the server is killed in the midst of their calls. */
class Load {
  answered = 0;
  cut = 0;
  readonly #client: Client;
  #n = 0;
  #isKilled = false;

  constructor(
    readonly server: Ran,
    readonly round: number,
    readonly promised: Promised[],
  ) {
    this.#client = clientOf(server.url);
  }

  async untilKilled(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#caller()));
    await end(this.server, "SIGKILL");
  }

  async #caller(): Promise<void> {
    while (!this.#isKilled) {
      const merchantReference = `K-${this.round}-${++this.#n}`;
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
    params: object,
  ): Promise<{ responseCode: string; order: { id: number; status: Promised["status"] } } | undefined> {
    try {
      const { body } = await this.#client(path, { ...params });
      if (++this.answered === answersBeforeKill(this.round)) {
        this.#isKilled = true;
        this.server.child.kill("SIGKILL");
      }
      return body;
    } catch (error) {
      this.cut++;
      if (!this.#isKilled) throw error;
      return undefined;
    }
  }
}

/** What was answered and is not so. */
async function missing({ url }: Ran, promised: readonly Promised[]): Promise<readonly string[]> {
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
