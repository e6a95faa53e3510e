import { startSandbox } from "../../library/sandbox.js";
import type { Sandbox, SandboxLane, SandboxOptions } from "../../library/types.js";
import { objectIn } from "../exchange.js";
import type { Json } from "../target.js";
import { differences, type Side } from "./differences.js";

/** What the merchant has in the lane, so that no refund is short of it. */
const FLOAT = { HKD: 1_000_000, USD: 1_000_000 };
/** Members that name an order by an id of the service. */
const ORDER_IDS = ["orderId", "parentOrderId"];

/** A lane of a sandbox that is asked whatever a service was asked: it knows which of its orders stands for which of theirs. */
export class Shadow implements AsyncDisposable {
  readonly #sandbox: Sandbox;
  readonly #lane: SandboxLane;
  readonly #ids = new Map<string, number>();
  readonly #merchants = new Set<string>();
  readonly #tokens = new Set<string>();

  private constructor(sandbox: Sandbox, lane: SandboxLane) {
    this.#sandbox = sandbox;
    this.#lane = lane;
  }

  /** `options`: the choices and codes that the sandbox is to answer by. */
  static async start(options: SandboxOptions = {}): Promise<Shadow> {
    const sandbox = await startSandbox({ ...options, port: 0, signature: "off", magic: false });
    return new Shadow(sandbox, await sandbox.lane());
  }

  get lane(): SandboxLane {
    return this.#lane;
  }

  /** Asks the lane what the service was asked; what the two answers do not have in common. */
  async differs(operation: string, params: Json, there: Side): Promise<readonly string[]> {
    const here = await this.ask(operation, params, there);
    const [theirs, ours] = [orderOf(there.body), orderOf(here.body)];
    if (theirs.id !== undefined && typeof ours.id === "number") this.#ids.set(String(theirs.id), ours.id);
    return differences(there, here);
  }

  /** What the lane answers, once the shopper did there what the service's answer tells of. */
  async ask(operation: string, params: Json, there: Side): Promise<Side> {
    await this.#prepare(operation, params, there);
    const own = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, this.#own(name, value)]));
    const response = await fetch(`${this.#lane.url}/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ request: JSON.stringify(own), signature: "" }),
    });
    return { http: response.status, body: objectIn(await response.text()) ?? {} };
  }

  #own(name: string, value: unknown): unknown {
    return ORDER_IDS.includes(name) ? (this.#ids.get(String(value)) ?? value) : value;
  }

  async #prepare(operation: string, params: Json, { body }: Side): Promise<void> {
    const merchantId = Number(params.merchantId);
    if (!Number.isInteger(merchantId)) return;
    if (!this.#merchants.has(String(merchantId))) {
      this.#merchants.add(String(merchantId));
      await this.#lane.putMerchant(merchantId, { unsettledBalance: FLOAT });
    }
    await this.#putToken(merchantId, params, body);
    if (!operation.endsWith("/create")) await this.#catchUp(params, body);
  }

  /** The card that was charged there is stored here, with its number. */
  async #putToken(merchantId: number, { userId, tokenId }: Json, body: Json): Promise<void> {
    const key = `${userId} ${tokenId}`;
    const token = Number(tokenId);
    if (typeof userId !== "string" || !Number.isInteger(token) || this.#tokens.has(key)) return;
    // A card that they do not know is none of ours either.
    if (body.responseCode !== "0000") return;
    this.#tokens.add(key);
    const isMastercard = orderOf(body).cardType === "MASTER";
    await this.#lane.putToken({
      merchantId,
      userId,
      tokenId: token,
      card: isMastercard ? "master-credit" : "visa-credit",
    });
  }

  /** Does to our order what happened to theirs between two calls: the shopper paid or cancelled, it expired, it was settled. */
  async #catchUp(params: Json, body: Json): Promise<void> {
    const id = this.#ids.get(String(params.orderId)) ?? (await this.#idOf(params));
    const status = orderOf(body).status;
    if (id === undefined || typeof status !== "string") return;
    const ours = (await this.#lane.order(id)).order.status;
    if (ours !== "OPEN") {
      if (status === "SETTLED" && ours === "SUCCESS") await this.#lane.simulate(id, "settle");
      return;
    }
    if (PAID.includes(status)) await this.#lane.simulate(id, "pay");
    if (status === "SETTLED") await this.#lane.simulate(id, "settle");
    if (status === "CLOSED") await this.#lane.simulate(id, "expire");
  }

  async #idOf({ merchantReference }: Json): Promise<number | undefined> {
    if (typeof merchantReference !== "string") return undefined;
    return (await this.#lane.orders({ merchantReference, limit: 1 }))[0]?.id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox.stop();
  }
}

const PAID = ["SUCCESS", "REFUNDED", "SETTLED"];

const orderOf = (body: Json): Json =>
  typeof body.order === "object" && body.order !== null ? (body.order as Json) : {};
