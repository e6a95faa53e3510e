import { compileAmount } from "./amount.js";
import { compileGlob, compilePattern } from "./pattern.js";
import type { When } from "./rule.js";
import type { Subject } from "./subject.js";

export type Member = keyof When;

/** One compiled clause of a `when`. */
export interface Test {
  readonly member: Member;
  readonly expected: unknown;
  readonly holds: (subject: Subject) => boolean;
}

/** A clause that did not match. */
export interface Mismatch {
  readonly member: Member;
  readonly expected: unknown;
  /** The call's value, or null if it had none. */
  readonly actual: unknown;
}

/** Compiles the clauses of a `when`, the most selective first. */
export function compileWhen(when: When): readonly Test[] {
  return members
    .filter((member) => when[member] !== undefined)
    .map((member) => ({ member, expected: when[member], holds: compileClause(member, when) }));
}

const members = [
  "operation",
  "amount",
  "orderId",
  "tokenId",
  "orderStatus",
  "isRecurring",
  "currency",
  "cardType",
  "paymentMethod",
  "merchantId",
  "merchantReference",
  "userId",
  "reason",
] as const satisfies readonly Member[];

function compileClause(member: Member, when: When): Test["holds"] {
  switch (member) {
    case "operation":
      return compileOperation(when.operation as string);
    case "amount": {
      const fits = compileAmount(when.amount as NonNullable<When["amount"]>);
      return ({ amountMinor }) => amountMinor !== undefined && fits(amountMinor);
    }
    case "merchantId":
    case "merchantReference":
    case "userId":
    case "reason": {
      const fits = compilePattern(when[member] as string, { ignoreCase: member === "userId" });
      return (subject) => {
        const text = subject[member];
        return text !== undefined && fits(text);
      };
    }
    case "isRecurring":
      return (subject) => (subject.isRecurring ?? false) === when.isRecurring;
    case "orderId":
    case "tokenId":
    case "orderStatus":
    case "currency":
    case "cardType":
    case "paymentMethod": {
      const wanted = when[member];
      return (subject) => subject[member] === wanted;
    }
  }
}

/** Operations can't use `/regex/`: only `*` is special in them. */
function compileOperation(pattern: string): Test["holds"] {
  const fits = compileGlob(pattern);
  return ({ operation }) => fits(operation);
}

/** The clauses that do not match. Empty if all do. */
export const mismatches = (tests: readonly Test[], subject: Subject): readonly Mismatch[] =>
  tests
    .filter(({ holds }) => !holds(subject))
    .map(({ member, expected }) => ({ member, expected, actual: actualOf(member, subject) ?? null }));

/** Each clause, and whether it matches. */
export const clauses = (
  tests: readonly Test[],
  subject: Subject,
): readonly (Mismatch & { readonly holds: boolean })[] =>
  tests.map(({ member, expected, holds }) => ({
    member,
    expected,
    actual: actualOf(member, subject) ?? null,
    holds: holds(subject),
  }));

const actualOf = (member: Member, subject: Subject): unknown =>
  member !== "amount" ? subject[member] : subject.amountMinor === undefined ? undefined : subject.amountMinor / 100;
