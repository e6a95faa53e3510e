import { orderIn } from "../recording/exchange.js";
import { LostAnswer } from "../target/fault.js";
import { type HttpAnswer, isSuccess, type Json, type Target } from "../target/target.js";
import type { Budget } from "./budget.js";

const CHARGE = /^tokenization\/sale$|\/recurring$/;

const UNDO_TRIES = 3;

/** How a run's charges were undone. */
export interface Undone {
  readonly undone: number;
  /** The ids (or references) of orders that the service did not refund or void. */
  readonly left: readonly string[];
}

/** The charges that a run has made and not yet undone. */
export class Charges {
  readonly #budget: Budget;
  /** The parameters that identify each order. */
  readonly #paid = new Map<string, Json>();
  readonly #lost = new Map<string, Json>();
  /** By order id. */
  readonly #references = new Map<string, string>();

  /**
   * `before`: references of what an interrupted run has charged. No other order has such a reference, while a test
   * environment that was reset may use an id again.
   */
  constructor(budget: Budget, before: readonly string[] = []) {
    this.#budget = budget;
    for (const merchantReference of before) this.#lost.set(merchantReference, { merchantReference });
  }

  /** References of what was charged and is not voided or refunded yet. */
  get open(): readonly string[] {
    return [...[...this.#paid.keys()].flatMap((id) => this.#references.get(id) ?? []), ...this.#lost.keys()];
  }

  /** The same target, with its charges recorded. */
  watched(target: Target): Target {
    return {
      ...target,
      call: async (path, params) => {
        try {
          const answer = await target.call(path, params);
          this.#see(path, params, answer);
          return answer;
        } catch (error) {
          const { merchantReference } = params;
          if (error instanceof LostAnswer && CHARGE.test(path))
            this.#lost.set(String(merchantReference), { merchantReference });
          throw error;
        }
      },
    };
  }

  #see(path: string, { orderId, merchantReference }: Json, answer: HttpAnswer): void {
    const { id, netAmount, merchantReference: own } = orderIn(answer.body);
    if (CHARGE.test(path)) {
      if (isSuccess(answer)) {
        this.#paid.set(String(id), { orderId: id });
        this.#references.set(String(id), String(merchantReference));
      } else if (answer.http === 200) this.#budget.giveBack(String(merchantReference));
    } else if (isSuccess(answer) && (path.endsWith("/void") || (path.endsWith("/refund") && Number(netAmount) === 0))) {
      this.#paid.delete(String(orderId ?? id));
      this.#lost.delete(String(merchantReference ?? own));
    }
  }

  /** Voids the charges, or refunds the remaining ones. */
  async undo(target: Target): Promise<Undone> {
    const left: string[] = [];
    const open = [...this.#paid, ...this.#lost];
    for (const [name, order] of open) {
      let isDone = false;
      for (let tries = 0; tries < UNDO_TRIES && !isDone; tries++) isDone = await isUndone(target, order);
      if (!isDone) left.push(name);
    }
    this.#paid.clear();
    this.#lost.clear();
    return { undone: open.length - left.length, left };
  }
}

async function isUndone(target: Target, named: Json): Promise<boolean> {
  try {
    if (isSuccess(await target.call("tokenization/void", named))) return true;
    const query = await target.call("hosted-checkout/query", named);
    // True for a charge whose answer was lost and that was never made.
    if (!isSuccess(query)) return named.merchantReference !== undefined && query.code !== undefined;
    const { status, netAmount } = orderIn(query.body);
    if (status === "VOIDED" || Number(netAmount) === 0) return true;
    const amount = Number(netAmount);
    return amount > 0 && isSuccess(await target.call("hosted-checkout/refund", { ...named, amount }));
  } catch (error) {
    if (error instanceof LostAnswer) return false;
    throw error;
  }
}

/** Undefined if nothing was charged. */
export function undoneText({ undone, left }: Undone): string | undefined {
  if (undone + left.length === 0) return undefined;
  const done = `${undone} of ${undone + left.length} charges were voided or refunded in the end`;
  return left.length === 0 ? done : `${done}; void or refund the others yourself: ${left.join(", ")}`;
}
