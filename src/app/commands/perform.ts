import { decideCancelOrder } from "../../domain/decide/cancel-order.js";
import { decideChargeParent } from "../../domain/decide/charge-parent.js";
import { decideChargeToken } from "../../domain/decide/charge-token.js";
import { decideCreateOrder } from "../../domain/decide/create-order.js";
import { decideExpireOrder } from "../../domain/decide/expire-order.js";
import { decidePayOrder } from "../../domain/decide/pay-order.js";
import { decideRefundOrder } from "../../domain/decide/refund-order.js";
import { decideSettleOrder } from "../../domain/decide/settle-order.js";
import { decideVoidOrder } from "../../domain/decide/void-order.js";
import type { Circumstances, Decision, HostAnswer } from "../../domain/decision.js";
import { type Event, evolve } from "../../domain/events.js";
import { type LedgerLine, ledgerOf } from "../../domain/ledger.js";
import type { Order, Transaction } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import { demoTokens } from "../fixtures.js";
import { tokensOf, unsettledOf } from "../ports/reads.js";
import type { Changes, Fresh, Read } from "../ports/store.js";
import { openTokenPage, saveCard, tokenPageStatus } from "./card-entry.js";
import type { Command, Result } from "./command.js";
import type { Loaded } from "./load.js";

/** What a command did: the answer, and all that it changed. */
export interface CommandResult {
  readonly result: Result;
  readonly changes: Changes;
  /** The order whose sale was approved just now. */
  readonly paid?: Order | undefined;
  /** The card that was saved just now, and who wants to hear of it. */
  readonly saved?: { readonly token: Token; readonly notifyUrl: string } | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: reads.ts types what comes back.
type Acting = Generator<Read, CommandResult, any>;

export interface CommandContext extends Omit<Circumstances, "unsettled" | "answer" | "fresh"> {
  readonly fresh: Fresh;
  readonly seed: number;
  /** What the scenario makes the issuer say; undefined where it has no say. */
  readonly forced: HostAnswer | undefined;
}

const nothing: Changes = {};

/** Carries a command out: reads and registers by itself, orders by their decision. */
export function* act(command: Command, loaded: Loaded, s: CommandContext): Acting {
  const { merchant, isNewMerchant } = loaded;
  switch (command.kind) {
    case "query-order":
    case "open-order":
      return loaded.order ? { result: { kind: "order", order: loaded.order }, changes: nothing } : notFound;
    case "query-tokens": {
      const tokens = isNewMerchant
        ? demoTokens(merchant.merchantId).filter((t) => t.userId === command.userId.toLowerCase())
        : yield* tokensOf(command.merchantId, command.userId);
      return { result: { kind: "tokens", tokens }, changes: nothing };
    }
    case "delete-token":
      if (!loaded.token) return refused("token-not-found", `tokenId ${command.tokenId} of user ${command.userId}`);
      return { result: { kind: "done" }, changes: { deletedTokens: [loaded.token] } };
    case "store-token": {
      const token = { ...command.token, tokenId: command.token.tokenId ?? s.fresh.tokenId() };
      return { result: { kind: "token", token }, changes: { tokens: [token] } };
    }
    case "open-token-page":
      return openTokenPage(command, s);
    case "save-card":
    case "cancel-card-entry": {
      const page = loaded.page;
      const status = page && tokenPageStatus(page, s.now);
      if (!page || status !== "OPEN")
        return refused("order-not-payable", `the card-entry page is ${status ?? "unknown"}`);
      return command.kind === "save-card" ? saveCard(command, page, s) : { result: { kind: "done" }, changes: nothing };
    }
    default:
      return yield* decideAndApply(command, loaded, s);
  }
}

type Deciding = Exclude<
  Command,
  {
    kind:
      | "query-order"
      | "open-order"
      | "query-tokens"
      | "delete-token"
      | "store-token"
      | "open-token-page"
      | "save-card"
      | "cancel-card-entry";
  }
>;

const refused = (reason: Extract<Result, { kind: "refused" }>["reason"], detail?: string): CommandResult => ({
  result: { kind: "refused", reason, detail },
  changes: nothing,
});
const notFound = refused("order-not-found");

function* decideAndApply(command: Deciding, loaded: Loaded, s: CommandContext): Acting {
  const { order } = loaded;
  if ("key" in command && !order) return notFound;
  const unsettled = command.kind === "refund-order" && order ? yield* unsettledOf(order.merchantId, order.currency) : 0;
  const c: Circumstances = {
    ...s,
    unsettled,
    answer: s.forced ?? worldAnswer(command, loaded),
    capabilities: loaded.merchant.capabilities,
    existingOrder: loaded.existingOrder,
    token: loaded.token,
    parent: loaded.parent,
  };
  return apply(decide(command, order, c), command, order);
}

/** What the issuer says where no scenario speaks: the card decides. */
function worldAnswer(command: Deciding, { token }: Loaded): HostAnswer {
  const outcome =
    command.kind === "pay-order" ? command.cardOutcome : command.kind === "charge-token" ? token?.outcome : undefined;
  return outcome === undefined || outcome === "approve" ? { approved: true } : { approved: false, decline: outcome };
}

function decide(command: Deciding, order: Order | undefined, c: Circumstances): Decision {
  switch (command.kind) {
    case "create-order":
      return decideCreateOrder(command, c);
    case "charge-token":
      return decideChargeToken(command, c);
    case "charge-parent":
      return decideChargeParent(command, c);
    case "refund-order":
      return decideRefundOrder({ kind: "refund-order", amount: command.amount }, order!, c);
    case "void-order":
      return decideVoidOrder(order!, c);
    case "pay-order":
      return decidePayOrder(command, order!, c);
    case "cancel-order":
      return decideCancelOrder(order!, c);
    case "expire-order":
      return decideExpireOrder(order!, c, command.early);
    case "settle-order":
      return decideSettleOrder(order!, c);
  }
}

function apply(decision: Decision, command: Deciding, before: Order | undefined): CommandResult {
  if (decision.kind === "rejected") return refused(decision.rejection.reason, decision.rejection.detail);
  if (decision.kind === "repeated") return { result: repeated(decision.order), changes: nothing };
  const ledger: LedgerLine[] = [];
  let order = before;
  for (const event of decision.events) {
    if (order) ledger.push(...ledgerOf(order, event));
    order = evolve(order, event);
  }
  if (command.kind === "pay-order" && command.email) order = { ...order!, email: command.email };
  const after = order!;
  const last = decision.events.at(-1)!;
  return {
    result: resultOf(after, last),
    changes: { orders: [{ before, after }], ledger },
    paid: last.type === "sale-approved" ? after : undefined,
  };
}

/** What was answered when the order was made: a charge that was declined is declined once more. */
function repeated(order: Order): Result {
  const first = order.transactions[0];
  return order.session === "" && first?.declined
    ? { kind: "declined", decline: first.declined, order, transaction: first }
    : { kind: "order", order };
}

function resultOf(order: Order, last: Event): Result {
  const transaction: Transaction | undefined = "transaction" in last ? last.transaction : undefined;
  return last.type === "declined"
    ? { kind: "declined", decline: last.transaction.declined!, order, transaction: last.transaction }
    : { kind: "order", order, transaction };
}
