import { cardBrands } from "../../facts/cards.js";
import type { When } from "../rule/rule.js";
import { type Operation, operations } from "../values/operations.js";
import { compileGlob } from "../values/pattern.js";

/** The members of a `when` that a call may lack. Every call has an operation and a merchant. */
export type Carried = Exclude<keyof When, "operation" | "merchantId">;

/** Members that are known once a call refers to an order. Only recurring charges and add-token have a reason. */
const ofOrder = [
  "orderId",
  "merchantReference",
  "amount",
  "currency",
  "isRecurring",
  "orderStatus",
  "userId",
  "tokenId",
  "cardType",
  "paymentMethod",
] as const satisfies readonly Carried[];

/** Members of a call that charges a stored card. */
const ofCharge = [
  "merchantReference",
  "userId",
  "tokenId",
  "amount",
  "isRecurring",
  "cardType",
  "paymentMethod",
] as const satisfies readonly Carried[];

/**
 * The `when` members that each operation can match. They come from its request, its order, or a card that is known
 * before it is charged.
 */
export const carried: Readonly<Record<Operation, readonly Carried[]>> = {
  "hosted-checkout/create": ["merchantReference", "amount", "currency", "isRecurring"],
  "hosted-checkout/query": ofOrder,
  "hosted-checkout/refund": ofOrder,
  "hosted-checkout/void": ofOrder,
  "hosted-checkout/recurring": ["merchantReference", "amount", "isRecurring", "cardType", "paymentMethod"],
  "tokenization/sale": [...ofCharge, "currency"],
  "tokenization/recurring": [...ofCharge, "reason"],
  "tokenization/query-token": ["userId"],
  "tokenization/add-token": ["userId", "reason"],
  "tokenization/delete-token": ["userId", "tokenId"],
  "tokenization/void": ofOrder,
  "direct/sale": ["merchantReference", "amount", "currency", "paymentMethod"],
  "direct/query": ofOrder,
  "direct/refund": ofOrder,
  "direct/void": ofOrder,
  "checkout/open": ofOrder,
  "checkout/pay": ofOrder,
  "checkout/cancel": ofOrder,
  "card-entry/save": ["userId", "amount", "currency", "cardType", "paymentMethod"],
  "card-entry/cancel": ["userId"],
};

type Values = Partial<{ readonly [M in Carried]: readonly unknown[] }>;

/** The possible values of a member, for operations that limit them. A tester may store a card of any brand. */
const values: Partial<Readonly<Record<Operation, Values>>> = {
  "hosted-checkout/recurring": { isRecurring: [true] },
  "tokenization/sale": { paymentMethod: ["CARD"], cardType: cardBrands },
  "tokenization/recurring": { isRecurring: [true], paymentMethod: ["CARD"], cardType: cardBrands },
  "direct/sale": { paymentMethod: ["ALIPAY", "ALIPAYHK", "WECHAT"] },
};

/** The operations that a rule's pattern names. Empty if the pattern also names acts of testers or of time. */
export const operationsNamedBy = (pattern: string | undefined): readonly Operation[] =>
  pattern === undefined || pattern === "*" ? [] : operations.filter(compileGlob(pattern));

/** True if a call of this operation can match this one member of a `when`. */
export function canBe(operation: Operation, member: Carried, wanted: unknown): boolean {
  // A call without this member is not recurring.
  if (member === "isRecurring" && !carried[operation].includes(member)) return wanted === false;
  if (!carried[operation].includes(member)) return false;
  return values[operation]?.[member]?.includes(wanted) ?? true;
}
