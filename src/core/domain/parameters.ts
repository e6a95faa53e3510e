import type { PaymentMethod } from "../facts/methods.js";
import type { Parameters } from "../facts/parameters/parameters.js";
import type { Currency, Instant, MinorUnits } from "./money.js";

/** Where to send the shopper's browser when the page is done. Used exactly as given. */
export interface Redirects {
  readonly success?: string | undefined;
  readonly fail?: string | undefined;
  readonly cancel?: string | undefined;
}

/** Allows card numbers that start between these two. Both have the same length. */
export interface BinRange {
  readonly binStart: string;
  readonly binEnd: string;
}

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmountMinor: MinorUnits;
}

/** The value of each kind of parameter, as the wire reads it. */
export interface Values {
  readonly text: string;
  readonly email: string;
  readonly redirect: string;
  readonly whole: number;
  readonly "order-id": number | undefined;
  readonly "user-id": string;
  readonly amount: MinorUnits;
  readonly "unit-amount": MinorUnits;
  readonly currency: Currency;
  readonly instant: Instant;
  readonly flag: boolean;
  readonly "one-of": string;
  readonly methods: readonly PaymentMethod[];
  readonly colour: string;
  readonly bin: string;
  readonly ignored: undefined;
  readonly addresses: Redirects & { readonly notify?: string | undefined };
  readonly "line-items": readonly LineItem[];
  readonly "price-data": { readonly unitAmount: MinorUnits; readonly name: string };
  readonly "bin-ranges": readonly BinRange[];
}

type ValueOf<R> = R extends { readonly values: readonly (infer V)[] }
  ? V
  : R extends { readonly kind: infer K extends keyof Values }
    ? Values[K]
    : never;

/** The parameters of an endpoint, as the wire reads them. */
export type ParametersOf<P extends keyof Parameters> = {
  readonly [N in keyof Parameters[P]["rows"]]: Parameters[P]["rows"][N] extends { readonly need: "optional" }
    ? ValueOf<Parameters[P]["rows"][N]> | undefined
    : ValueOf<Parameters[P]["rows"][N]>;
};

/** Addresses for the shopper's browser. Leaves out `notify`, because it is no redirect. */
export function redirectsOf(given: Values["addresses"] | undefined): Redirects | undefined {
  return given && { success: given.success, fail: given.fail, cancel: given.cancel };
}
