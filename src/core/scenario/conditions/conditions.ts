import { compileAmount } from "../values/amount.js";
import { compileGlob, compilePattern } from "../values/pattern.js";
import type { Subject } from "../values/subject.js";
import type { When } from "./when.js";

/** A condition on a call, as one object. */
interface Condition<T> {
  /** Its subject in a sentence about a rule: "the amount" is above 10. */
  readonly called: string;
  /** True if it is cheap to test and matches few calls. Such conditions are tested first. */
  readonly isSharp: boolean;
  /** The call's value, as reports show it. */
  readonly actual: (subject: Subject) => unknown;
  /** Tests a call. Compiled once a rule. */
  readonly test: (wanted: T) => (subject: Subject) => boolean;
  /** If the sentence isn't "<called> is <value>". */
  readonly sentence?: (wanted: T) => string;
}

type Conditions = { readonly [M in keyof When]-?: Condition<NonNullable<When[M]>> };

/** A text with *, or a /regex/. */
const pattern = (
  member: "merchantId" | "merchantReference" | "userId" | "reason",
  called: string,
): Condition<string> => ({
  called,
  isSharp: false,
  actual: (subject) => subject[member],
  test: (wanted) => {
    const fits = compilePattern(wanted, { ignoreCase: member === "userId" });
    return (subject) => {
      const text = subject[member];
      return text !== undefined && fits(text);
    };
  },
});

/** One value. */
const exact = (member: keyof Subject, called: string): Condition<unknown> => ({
  called,
  isSharp: true,
  actual: (subject) => subject[member],
  test: (wanted) => (subject) => subject[member] === wanted,
});

/** What each member of a `when` tests. */
export const conditions: Conditions = {
  operation: {
    called: "the operation",
    isSharp: true,
    actual: ({ operation }) => operation,
    // Operations can't use `/regex/`: only `*` is special in them.
    test: (wanted) => {
      const fits = compileGlob(wanted);
      return ({ operation }) => fits(operation);
    },
  },
  merchantId: pattern("merchantId", "the merchant"),
  merchantReference: pattern("merchantReference", "the reference"),
  userId: pattern("userId", "the user"),
  reason: pattern("reason", "the reason"),
  amount: {
    called: "the amount",
    isSharp: true,
    actual: ({ amountMinor }) => (amountMinor === undefined ? undefined : amountMinor / 100),
    test: (wanted) => {
      const fits = compileAmount(wanted);
      return ({ amountMinor }) => amountMinor !== undefined && fits(amountMinor);
    },
  },
  currency: exact("currency", "the currency"),
  tokenId: exact("tokenId", "the token"),
  orderId: exact("orderId", "the order"),
  cardType: exact("cardType", "the card type"),
  paymentMethod: exact("paymentMethod", "the payment method"),
  isRecurring: {
    called: "the order",
    isSharp: true,
    actual: ({ isRecurring }) => isRecurring,
    test: (wanted) => (subject) => (subject.isRecurring ?? false) === wanted,
    sentence: (wanted) => `the order is ${wanted ? "" : "not "}recurring`,
  },
  orderStatus: exact("orderStatus", "the order's status"),
};
