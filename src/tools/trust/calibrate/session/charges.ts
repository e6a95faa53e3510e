import type { Json } from "../../../../package/json.js";
import { chargesCard, NO_ID, orderIn, refundsOrder, voidsOrder } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess, LostAnswer, passing, type Target } from "../../target/target.js";

/** The amount of one charge to a stored card, in minor units. */
export const SALE_MINOR = 20;
/** The most that one run may charge to stored cards, in minor units. */
export const CHARGED_MAX_MINOR = 2000;

const UNDO_TRIES = 3;

/** A run's charges to stored cards: what they cost, and which are not undone yet. */
export class Charges {
  #chargedMinor = 0;
  /** Requested charges without an answer so far. */
  readonly #asked = new Set<string>();
  /** By reference: how calls name the order. A charge whose answer was lost has no id. */
  readonly #open: Map<string, Json>;

  /**
   * `before`: references of what an interrupted run has charged. No other order has such a reference, while a test
   * environment that was reset may use an id again.
   */
  constructor(before: readonly string[] = []) {
    this.#open = new Map(before.map((merchantReference) => [merchantReference, { merchantReference }]));
  }

  /** Subtracts the cost of one charge. False if no more may be charged. */
  take(reference: string): boolean {
    if (this.#chargedMinor + SALE_MINOR > CHARGED_MAX_MINOR) return false;
    this.#chargedMinor += SALE_MINOR;
    this.#asked.add(reference);
    return true;
  }

  /** References of what was charged and is not voided or refunded yet. */
  get open(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** The same target, with its charges recorded. */
  watched(target: Target): Target {
    return passing(target, async ({ path, ...sent }, send) => {
      const params = "params" in sent ? sent.params : {};
      try {
        const answer = await send();
        this.#see(path, params, answer);
        return answer;
      } catch (error) {
        const { merchantReference } = params;
        if (error instanceof LostAnswer && chargesCard(path))
          this.#open.set(String(merchantReference), { merchantReference });
        throw error;
      }
    });
  }

  #see(path: string, { orderId, merchantReference }: Json, answer: HttpAnswer): void {
    const { id, netAmount, merchantReference: own } = orderIn(answer.body);
    if (chargesCard(path)) {
      const reference = String(merchantReference);
      if (isSuccess(answer)) this.#open.set(reference, { orderId: id });
      // What was refused costs nothing.
      else if (answer.http === 200 && this.#asked.delete(reference)) this.#chargedMinor -= SALE_MINOR;
    } else if (isSuccess(answer) && (voidsOrder(path) || (refundsOrder(path) && Number(netAmount) === 0))) {
      for (const [reference, named] of this.#open)
        if (reference === (merchantReference ?? own) || String(named.orderId) === String(orderId ?? id ?? NO_ID))
          this.#open.delete(reference);
    }
  }

  /** Voids the charges, or refunds the remaining ones. Describes how it went. Undefined if nothing was charged. */
  async undo(target: Target): Promise<string | undefined> {
    const open = [...this.#open];
    const left: string[] = [];
    for (const [reference, named] of open) {
      let isDone = false;
      for (let tries = 0; tries < UNDO_TRIES && !isDone; tries++) isDone = await isUndone(target, named);
      if (!isDone) left.push(String(named.orderId ?? reference));
    }
    this.#open.clear();
    if (open.length === 0) return undefined;
    const done = `${open.length - left.length} of ${open.length} charges were voided or refunded in the end`;
    return left.length === 0 ? done : `${done}; void or refund the others yourself: ${left.join(", ")}`;
  }
}

async function isUndone(target: Target, named: Json): Promise<boolean> {
  try {
    if (isSuccess(await target.call("tokenization/void", named))) return true;
    const query = await target.call("hosted-checkout/query", named);
    // True for a charge whose answer was lost and that was never made.
    if (!isSuccess(query)) return named.merchantReference !== undefined && query.code !== undefined;
    const { status, netAmount } = orderIn(query.body);
    const amount = Number(netAmount);
    if (status === "VOIDED" || amount === 0) return true;
    return amount > 0 && isSuccess(await target.call("hosted-checkout/refund", { ...named, amount }));
  } catch (error) {
    if (error instanceof LostAnswer) return false;
    throw error;
  }
}
