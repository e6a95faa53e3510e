import { isObject, type Json, objectIn } from "../../../package/json.js";
import { unlessRefused } from "../../library/control-client.js";
import type { Simulation } from "../../library/language.js";
import type { SandboxLane } from "../../library/types.js";
import {
  chargesCard,
  declineIn,
  isOrderAct,
  isPaidStatus,
  knowsCard,
  knowsNoCard,
  operationOf,
  orderIn,
  paramsIn,
  type Recorded,
  SETTLEMENT,
  tellsRefusal,
  tellsSuccess,
  voidsOrder,
} from "../recording/exchange.js";
import { paidWith, storedCardOf, type UnseenAct } from "./acts.js";
import type { Side } from "./differences.js";

/** A call of the service, and the JSON of its answer. */
export interface ServiceCall {
  readonly operation: string;
  readonly params: Json;
  /** Empty if there was no answer. */
  readonly body: Json;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The reference of the order to which unseen events happen. Undefined: the one that the call names. */
  readonly about?: string | undefined;
  /** True if the service did not carry it out, as far as its answer shows. If the lane does, that is undone, so that later calls find the same state. */
  readonly isUndone?: boolean;
}

export interface Repeated {
  readonly here: Side;
  /** True if one of the two answers is about an order of an earlier answer, and the other one about another order. */
  readonly isOtherOrder: boolean;
}

/** The service's answer to a recorded call, and the lane's. */
export interface BothAnswers extends Repeated {
  readonly there: Side;
  /** The assumptions on which the lane's answer depends, except the ones that the lane itself chose. */
  readonly restsOn: ReadonlySet<string>;
}

const BEFORE_CALL = "before-the-call";
/** No order expires faster than this. */
const NOTICED_MS = 30_000;
/** The balance of each merchant, large enough for any refund. */
const FLOAT = { HKD: 9_000_000, USD: 9_000_000 };

interface ReplayOptions {
  /** True if the lane's clock is frozen, and follows the calls. */
  readonly isTimed: boolean;
  readonly takeTouched: () => ReadonlySet<string>;
}

/** Repeats a service's calls in a lane. It knows which of the lane's orders corresponds to which of the service. */
export class Replay {
  readonly lane: SandboxLane;
  readonly #options: ReplayOptions;
  readonly #merchants = new Set<number>();
  readonly #ids = new Map<string, number>();
  /** The cards that the lane has for sure. */
  readonly #tokens = new Set<string>();
  /** The time of the last call, on the service's clock. */
  #at: number | undefined;

  constructor(lane: SandboxLane, options: ReplayOptions) {
    this.lane = lane;
    this.#options = options;
  }

  /** Repeats a recorded call or act. Undefined for an act, and if it has no parameters or no answer. */
  async both({ method, path, request, response, at }: Recorded): Promise<BothAnswers | undefined> {
    const params = paramsIn(request);
    if (method !== "POST" || params === undefined || response === undefined) return undefined;
    const there = { http: response.status, body: objectIn(response.body) ?? {} };
    this.#options.takeTouched();
    const isUndone = !tellsSuccess(there.body);
    const call = { operation: operationOf(path), params, body: there.body, at: Date.parse(at), isUndone };
    const repeated = await this.step(call);
    return repeated && { there, ...repeated, restsOn: this.#options.takeTouched() };
  }

  /** Repeats a call whose answer was lost. `body`: that answer, as far as it is known. */
  async lost({ path, request, at }: Recorded, body: Json): Promise<void> {
    const params = paramsIn(request);
    if (params) await this.step({ operation: operationOf(path), params, body, at: Date.parse(at) });
  }

  /**
   * Makes the call after an unseen act. Undefined if the act is impossible here, or all that there is. Without an act: after everything that
   * the service's answer shows to have happened.
   */
  async step(call: ServiceCall, act?: UnseenAct): Promise<Repeated | undefined> {
    const merchantId = await this.#merchantOf(call.params);
    if (call.operation === SETTLEMENT) {
      await this.lane.settle(merchantId);
      return undefined;
    }
    const before = act?.before ?? (act ? [] : await this.#shownActs(call, merchantId));
    const areDone = before.length === 0 || (await this.#simulated(call, merchantId, before));
    if ((act && !areDone) || isOrderAct(call.operation)) return undefined;
    // After the acts, because an order that was paid in time doesn't expire.
    await this.#moveClock(call);
    await this.#storeToken(call, merchantId, act);
    const shown = act === undefined && chargesCard(call.operation) ? declineIn(call.body) : undefined;
    const outcome = act?.instead === "declined" ? "do-not-honour" : shown;
    const forced = outcome && (await this.lane.next({ outcome }));
    if (call.isUndone) await this.lane.snapshot(BEFORE_CALL);
    const here = await this.#called(call.operation, this.#own(call.params));
    if (call.isUndone && tellsSuccess(here.body)) await this.lane.restore(BEFORE_CALL);
    if (forced) await unlessRefused(() => this.lane.unforce(forced.id));
    return { here, isOtherOrder: this.#isOtherOrder(call.body, here.body) };
  }

  /** Makes a call, unsigned. It notifies nobody. */
  async #called(operation: string, params: Json): Promise<Side> {
    const response = await this.lane.fetch(`/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ request: JSON.stringify({ ...params, ...withoutNotify(params) }), signature: "" }),
    });
    return { http: response.status, body: objectIn(await response.text()) ?? {} };
  }

  /**
   * The clock starts with the first call. After that, it matters only if the call contains an instant, or if an order may
   * have expired since the last call. A clock that isn't timed is left behind, because it would close orders that the
   * service shows as paid only later. It is moved only to an instant that had passed.
   */
  async #moveClock({ at, params: { expiryTime } }: ServiceCall): Promise<void> {
    if (Number.isNaN(at)) return;
    const [{ clock }, { isTimed }, before] = [this.lane, this.#options, this.#at];
    this.#at = at;
    if (before === undefined) await (isTimed ? clock.freeze(new Date(at)) : clock.set(new Date(at)));
    else if (expiryTime !== undefined && (isTimed || Date.parse(String(expiryTime)) <= at))
      await clock.set(new Date(at));
    else if (isTimed && at - before >= NOTICED_MS) await clock.advance(`${Math.round(at - before)}ms`);
  }

  /** Undefined if the lane can't have such a merchant. */
  async #merchantOf(params: Json): Promise<number | undefined> {
    const merchantId = Number(params.merchantId);
    if (!Number.isInteger(merchantId)) return undefined;
    if (!this.#merchants.has(merchantId))
      await unlessRefused(() => this.lane.putMerchant(merchantId, { unsettledBalance: FLOAT }));
    this.#merchants.add(merchantId);
    return merchantId;
  }

  async #orderOf({ params, about }: ServiceCall, merchantId: number | undefined): Promise<number | undefined> {
    const named = about === undefined ? this.#ids.get(String(params.orderId)) : undefined;
    const merchantReference = about ?? params.merchantReference;
    if (named !== undefined || typeof merchantReference !== "string") return named;
    const found = await unlessRefused(() => this.lane.orders({ merchantReference, merchantId, limit: 1 }));
    return found?.[0]?.id;
  }

  async #simulated(call: ServiceCall, merchantId: number | undefined, acts: readonly Simulation[]): Promise<boolean> {
    const id = await this.#orderOf(call, merchantId);
    if (id === undefined) return false;
    const done = await unlessRefused(async () => {
      for (const act of acts) await this.lane.simulate(id, act);
      return true;
    });
    return done === true;
  }

  /** What happened to the service's order between two calls: the shopper paid or cancelled, it expired or was settled. */
  async #shownActs(call: ServiceCall, merchantId: number | undefined): Promise<readonly Simulation[]> {
    const { operation, body } = call;
    const { status, cardType } = orderIn(body);
    if (operation === "checkout/pay" && tellsRefusal(body)) return [{ action: "decline", reason: declineIn(body) }];
    if (operation.endsWith("/create") || typeof status !== "string") return [];
    const id = await this.#orderOf(call, merchantId);
    if (id === undefined) return [];
    const ours = (await this.lane.order(id)).order.status;
    // The effect of the void itself comes later. Only an order that was paid has a transaction to void.
    const isVoid = voidsOrder(operation) && tellsSuccess(body);
    const isPaid = isPaidStatus(status) || (isVoid && status === "VOIDED" && body.transaction !== undefined);
    if (ours === "OPEN" && isPaid)
      return [
        { action: "pay", ...paidWith(cardType) },
        ...(status === "SETTLED" ? [{ action: "settle" as const }] : []),
      ];
    if (ours === "OPEN" && status === "CLOSED" && !isVoid) return [{ action: "expire" }];
    if (ours === "OPEN" && status === "CANCELLED") return [{ action: "cancel" }];
    return ours === "SUCCESS" && status === "SETTLED" ? [{ action: "settle" }] : [];
  }

  /** Stores the card that a call names, because it was stored before. */
  async #storeToken(
    { operation, params: { userId, tokenId }, body }: ServiceCall,
    merchantId: number | undefined,
    act: UnseenAct | undefined,
  ): Promise<void> {
    if (tokenId === undefined || userId === undefined || merchantId === undefined) return;
    const key = cardKey(userId, tokenId);
    const isGone = act !== undefined && operation === "tokenization/delete-token";
    if (isGone ? !act.stores : this.#tokens.has(key) || (act ? knowsNoCard(body) : !knowsCard(body))) return;
    const card = storedCardOf(orderIn(body).cardType);
    const owner = { merchantId, userId: String(userId) };
    const token = await unlessRefused(() => this.lane.putToken({ ...owner, tokenId: Number(tokenId), card }));
    if (token) this.#tokens.add(key);
  }

  /** The parameters with the lane's ids of orders. */
  #own(params: Json): Json {
    const own = (name: "orderId" | "parentOrderId"): Json => {
      const id = this.#ids.get(String(params[name]));
      return id === undefined ? {} : { [name]: typeof params[name] === "string" ? String(id) : id };
    };
    return { ...params, ...own("orderId"), ...own("parentOrderId") };
  }

  #isOtherOrder(there: Json, here: Json): boolean {
    const [theirs, ours] = [orderIn(there).id, orderIn(here).id];
    if (theirs === undefined || typeof ours !== "number") return false;
    const known = this.#ids.get(String(theirs));
    const isOther = known === undefined ? [...this.#ids.values()].includes(ours) : known !== ours;
    this.#ids.set(String(theirs), ours);
    return isOther;
  }
}

function withoutNotify({ callbackUrl }: Json): Json {
  if (!isObject(callbackUrl)) return {};
  const { notify: _, ...others } = callbackUrl;
  return { callbackUrl: others };
}

const cardKey = (userId: unknown, tokenId: unknown): string => `${String(userId).toLowerCase()} ${tokenId}`;
