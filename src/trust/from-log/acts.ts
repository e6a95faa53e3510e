import type { Simulation } from "../../library/language.js";
import type { LogCall } from "./log-call.js";
import { isQuery, makesOrder } from "./stories.js";

/** Something that a log can't show, which happened just before a call or instead of it. */
export interface UnseenAct {
  readonly name: string;
  /** Events of the order or its parent before the call. */
  readonly before?: readonly Simulation[];
  /** `skipped`: the call was not carried out. `declined`: the issuer declined it. */
  readonly instead?: "skipped" | "declined";
  /** True if the card was stored before the call. */
  readonly stores?: boolean;
}

export const none: UnseenAct = { name: "nothing" };
const skipped: UnseenAct = { name: "not carried out", instead: "skipped" };
const declined: UnseenAct = { name: "declined", instead: "declined" };
const stored: UnseenAct = { name: "card stored", stores: true };

const act = (name: string, ...before: readonly Simulation[]): UnseenAct => ({ name, before });
const settle: Simulation = { action: "settle" };
const ways: readonly Simulation[] = [
  { action: "pay", card: "visa-credit" },
  { action: "pay", card: "master-credit" },
  { action: "pay", card: "unionpay-credit" },
  { action: "pay", method: "ALIPAYHK" },
  { action: "pay", method: "ALIPAYCN" },
  { action: "pay", method: "WECHATPAY" },
];
const BRANDS: Readonly<Record<string, number>> = {
  VISA: 0,
  MASTER: 1,
  UNIONPAY: 2,
  ALIPAYHK: 3,
  ALIPAYCN: 4,
  WECHATPAY: 5,
};

const pays = (cardType: unknown): readonly UnseenAct[] => {
  const way = ways[BRANDS[String(cardType)] ?? -1];
  // Without a brand, all wallets have the same outcome, and so have all cards.
  return (way ? [way] : [ways[3]!, ways[0]!]).map((one) => act(`paid ${one.card ?? one.method}`, one));
};
const paysAndSettles = (cardType: unknown): readonly UnseenAct[] =>
  pays(cardType).map(({ name, before }) => act(`${name}, settled`, ...before!, settle));
const ends: readonly UnseenAct[] = [act("expired", { action: "expire" }), act("cancelled", { action: "cancel" })];
const settles = act("settled", settle);

/**
 * Unseen events that may precede a call. The first is none. `isRefusal`: the call was refused, and the refusal must
 * be explained.
 */
export function actsBefore(call: LogCall, isRefusal: boolean): readonly UnseenAct[] {
  const { outcome, operation } = call;
  if (outcome.kind === "lost") return [none, skipped];
  if (operation === "tokenization/delete-token") return [none, stored];
  if (outcome.kind === "refused") {
    if (!isRefusal) return isCharge(call) ? [skipped, declined] : [skipped];
    return isCharge(call) && call.parent === undefined
      ? [none]
      : [none, ...pays(undefined), ...ends, settles, ...paysAndSettles(undefined)];
  }
  const { status, cardType } = outcome.order;
  if (isQuery(call)) return [none, ...actsToward(String(status), cardType)];
  if (makesOrder(call))
    return call.parent === undefined
      ? [none, ...ends, ...pays(cardType)]
      : [none, ...pays(undefined), ...paysAndSettles(undefined)];
  return [none, ...pays(cardType), settles, ...paysAndSettles(cardType)];
}

const isCharge = ({ operation }: LogCall): boolean => /^tokenization\/(sale|recurring)$|\/recurring$/.test(operation);

function actsToward(status: string, cardType: unknown): readonly UnseenAct[] {
  if (status === "SUCCESS") return pays(cardType);
  if (status === "SETTLED") return [settles, ...paysAndSettles(cardType)];
  return status === "CLOSED" || status === "CANCELLED" ? ends : [];
}
