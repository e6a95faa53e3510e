import { cardBrands } from "../../facts/cards.js";
import { type Carried, type Operation, operationRow, operations } from "../values/operations.js";
import { compileGlob } from "../values/pattern.js";

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
  // A call without isRecurring is not recurring.
  if (!operationRow(operation).carried.includes(member)) return member === "isRecurring" && wanted === false;
  return values[operation]?.[member]?.includes(wanted) ?? true;
}
