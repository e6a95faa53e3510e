import type { ParametersOf, Redirects } from "./parameters.js";

type Optional<T> = { readonly [N in keyof T]?: T[N] | undefined };

/** The parameters of `create` that are about its page. A new row of the table is one of them. */
type OfCreate = Optional<
  Omit<
    ParametersOf<"hosted-checkout/create">,
    | "merchantId"
    | "currency"
    | "amount"
    | "merchantReference"
    | "isRecurring"
    | "expiryTime"
    // Without the address of notifications.
    | "callbackUrl"
  >
>;
type OfCardEntry = Optional<
  Omit<
    ParametersOf<"tokenization/add-token">,
    "merchantId" | "userId" | "reason" | "callbackUrl" | "paymentMethods" | "defaultPaymentMethod"
  >
>;

/** Options of every hosted page. Absent switches are on. */
export interface PageOptions extends Pick<OfCreate, keyof OfCreate & keyof OfCardEntry> {
  readonly callbackUrl?: Redirects | undefined;
}

export interface CardEntryOptions extends PageOptions, Omit<OfCardEntry, keyof OfCreate> {}

/** The options of the call that created an order, without amount and currency. Plain data. */
export interface CheckoutOptions extends PageOptions, OfCreate {
  /** For a direct sale: the wallet that pays, and the shopper's device. */
  readonly direct?: Pick<ParametersOf<"direct/sale">, "paymentType" | "paymentTerminal"> | undefined;
  /** For a recurring charge: its reason. */
  readonly reason?: string | undefined;
}

/** One reader creates both, so equal items have equal JSON texts. */
export const isSameItems = (a: CheckoutOptions, b: CheckoutOptions): boolean =>
  JSON.stringify(a.lineItems) === JSON.stringify(b.lineItems);
