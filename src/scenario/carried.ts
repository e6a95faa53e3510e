import { cardBrands } from "../facts/cards.js";
import { type Operation, operations } from "./operations.js";
import { compileGlob } from "./pattern.js";
import type { When } from "./rule.js";

/** The members of a `when` that calls can lack; a call always has its operation and its merchant. */
export type Carried = Exclude<keyof When, "operation" | "merchantId">;

/** All that is known where a call names an order. Only recurring charges and add-token tell a reason. */
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

/** What each operation can carry: what its request says, with its order or the card that is known before it is charged. */
export const carried: Readonly<Record<Operation, readonly Carried[]>> = {
  "hosted-checkout/create": ["merchantReference", "amount", "currency", "isRecurring"],
  "hosted-checkout/query": ofOrder,
  "hosted-checkout/refund": ofOrder,
  "hosted-checkout/void": ofOrder,
  "hosted-checkout/recurring": ["merchantReference", "amount", "isRecurring", "cardType", "paymentMethod"],
  "tokenization/sale": [
    "merchantReference",
    "userId",
    "tokenId",
    "amount",
    "currency",
    "isRecurring",
    "cardType",
    "paymentMethod",
  ],
  "tokenization/recurring": [
    "merchantReference",
    "userId",
    "tokenId",
    "reason",
    "amount",
    "isRecurring",
    "cardType",
    "paymentMethod",
  ],
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

/** Where an operation can carry few values of a member. A tester may store a card of any brand. */
const values: Partial<Readonly<Record<Operation, Values>>> = {
  "hosted-checkout/recurring": { isRecurring: [true] },
  "tokenization/sale": { paymentMethod: ["CARD"], cardType: cardBrands },
  "tokenization/recurring": { isRecurring: [true], paymentMethod: ["CARD"], cardType: cardBrands },
  "direct/sale": { paymentMethod: ["ALIPAY", "ALIPAYHK", "WECHAT"] },
};

/** The operations that a rule names; none where it names what testers and time do too. */
export const namedBy = (pattern: string | undefined): readonly Operation[] =>
  pattern === undefined || pattern === "*" ? [] : operations.filter(compileGlob(pattern));

/** Whether a call of this operation can be as one member of a `when` wants it. */
export function canBe(operation: Operation, member: Carried, wanted: unknown): boolean {
  // A call that says nothing of it is not recurring.
  if (member === "isRecurring" && !carried[operation].includes(member)) return wanted === false;
  if (!carried[operation].includes(member)) return false;
  return values[operation]?.[member]?.includes(wanted) ?? true;
}
