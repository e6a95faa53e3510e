import { wallets } from "../../../core/facts/methods.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { type Json, objectIn } from "../../../package/json.js";
import { unlessRefused } from "../../library/control-client.js";
import type { Simulation } from "../../library/language.js";
import { startSandbox } from "../../library/sandbox.js";
import type { Sandbox, SandboxLane, SandboxOptions } from "../../library/types.js";
import { payingCardOf, storedCardOf } from "../import/shopper.js";
import { operationOf, orderIn, paramsIn, type Recorded, voidsOrder } from "../recording/exchange.js";
import { answerDifferences, type Side, spokenDifferences } from "./differences.js";
import { FLOAT, type LaneAnswer, repeatedIn } from "./lane-call.js";

/** Members that identify an order by the service's id. */
const ORDER_IDS = ["orderId", "parentOrderId"];

/** Two answers to one call. */
export interface Both {
  readonly there: Side;
  readonly here: LaneAnswer;
  /** True if one of the two is about an order of an earlier answer, and the other one about another order. */
  readonly isOtherOrder: boolean;
}

/**
 * Repeats a service's calls in a lane of a sandbox. It knows which of its orders corresponds to which order of the
 * service.
 */
export class Shadow implements AsyncDisposable {
  readonly #sandbox: Sandbox;
  readonly lane: SandboxLane;
  readonly #end: () => Promise<void>;
  readonly #ids = new Map<string, number>();
  readonly #merchants = new Set<string>();
  readonly #tokens = new Set<string>();

  private constructor(sandbox: Sandbox, lane: SandboxLane, end: () => Promise<void>) {
    this.#sandbox = sandbox;
    this.lane = lane;
    this.#end = end;
  }

  /** `options`: the choices and codes that the sandbox should use. */
  static async start(options: SandboxOptions = {}): Promise<Shadow> {
    const sandbox = await startSandbox({ ...options, port: 0, signature: "off", magic: false });
    return new Shadow(sandbox, await sandbox.lane(), () => sandbox.stop());
  }

  /** A new lane of the same sandbox, with other choices. */
  async another(chosen: Assume): Promise<Shadow> {
    const lane = await this.#sandbox.lane();
    await lane.assume(chosen);
    return new Shadow(this.#sandbox, lane, () => lane.drop());
  }

  /** The differences between the service's answer and the lane's, one line each. Undefined if there is no answer. */
  async differs(recorded: Recorded): Promise<readonly string[] | undefined> {
    const both = await this.both(recorded);
    return both && [...answerDifferences(both.there, both.here), ...spokenDifferences(both.there, both.here)];
  }

  /** The service's answer and the lane's. Undefined if there is no answer. */
  async both({ method, path, request, response }: Recorded): Promise<Both | undefined> {
    const params = paramsIn(request);
    if (method !== "POST" || params === undefined || response === undefined) return undefined;
    const there = { http: response.status, body: objectIn(response.body) ?? {} };
    const known = new Map(this.#ids);
    const here = await this.repeated(operationOf(path), params, there);
    const [theirs, ours] = [String(orderIn(there.body).id), orderIn(here.body).id];
    const isKnown = typeof ours === "number" && [...known.values()].includes(ours);
    const isBoth = typeof ours === "number" && theirs !== "undefined";
    const isOtherOrder = isBoth && (known.has(theirs) ? known.get(theirs) !== ours : isKnown);
    return { there, here, isOtherOrder };
  }

  /** The lane's answer to the service's call, after the shopper has done what the service's answer shows. */
  async repeated(operation: string, params: Json, there: Side): Promise<LaneAnswer> {
    await this.#prepare(operation, params, there);
    const own = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, this.#own(name, value)]));
    const here = await repeatedIn(this.lane, operation, own);
    const [theirs, ours] = [orderIn(there.body), orderIn(here.body)];
    if (theirs.id !== undefined && typeof ours.id === "number") this.#ids.set(String(theirs.id), ours.id);
    return here;
  }

  #own(name: string, value: unknown): unknown {
    return ORDER_IDS.includes(name) ? (this.#ids.get(String(value)) ?? value) : value;
  }

  async #prepare(operation: string, params: Json, { body }: Side): Promise<void> {
    const merchantId = Number(params.merchantId);
    if (!Number.isInteger(merchantId)) return;
    if (!this.#merchants.has(String(merchantId))) {
      this.#merchants.add(String(merchantId));
      await unlessRefused(() => this.lane.putMerchant(merchantId, { unsettledBalance: FLOAT }));
    }
    await this.#putToken(merchantId, params, body);
    if (!operation.endsWith("/create")) await this.#catchUp(operation, params, body);
  }

  /** Stores the card that the service charged, with the same token id. */
  async #putToken(merchantId: number, { userId, tokenId }: Json, body: Json): Promise<void> {
    const key = `${userId} ${tokenId}`;
    const token = Number(tokenId);
    if (typeof userId !== "string" || !Number.isInteger(token) || this.#tokens.has(key)) return;
    // If the service doesn't know the card, the lane must not have it either.
    if (body.responseCode !== "0000") return;
    this.#tokens.add(key);
    const card = storedCardOf(orderIn(body).cardType);
    await unlessRefused(() => this.lane.putToken({ merchantId, userId, tokenId: token, card }));
  }

  /**
   * Repeats what happened to the service's order between two calls: the shopper paid or cancelled, or the order
   * expired or was settled.
   */
  async #catchUp(operation: string, params: Json, body: Json): Promise<void> {
    const id = this.#ids.get(String(params.orderId)) ?? (await this.#idOf(params));
    const { status, cardType } = orderIn(body);
    if (id === undefined || typeof status !== "string") return;
    const act = (one: Simulation) => unlessRefused(() => this.lane.simulate(id, one));
    const ours = (await this.lane.order(id)).order.status;
    // A void's own effect isn't what happened before it. Only an order that was paid has a transaction to void.
    const isVoid = voidsOrder(operation) && body.responseCode === "0000";
    const isPaid = PAID.includes(status) || (isVoid && status === "VOIDED" && body.transaction !== undefined);
    if (ours === "OPEN" && isPaid) await act({ action: "pay", ...paidWith(cardType) });
    if (ours === "OPEN" && status === "CLOSED" && !isVoid) await act({ action: "expire" });
    if (ours === "OPEN" && status === "CANCELLED") await act({ action: "cancel" });
    if (["OPEN", "SUCCESS"].includes(ours) && status === "SETTLED") await act({ action: "settle" });
  }

  async #idOf({ merchantReference }: Json): Promise<number | undefined> {
    if (typeof merchantReference !== "string") return undefined;
    const found = await unlessRefused(() => this.lane.orders({ merchantReference, limit: 1 }));
    return found?.[0]?.id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

/** The card or wallet that the order shows. If it shows none, the lane pays with a card of its own choice. */
const paidWith = (cardType: unknown): Partial<Simulation> => {
  const method = wallets.find((one) => one === cardType);
  return method === undefined ? payingCardOf(cardType) : { method };
};

const PAID = ["SUCCESS", "REFUNDED", "SETTLED"];
