import type { CardLimits } from "../../domain/card-limits.js";
import type { PageOptions, Redirects } from "../../domain/checkout-options.js";
import type { Instant } from "../../domain/money.js";
import type { Policy } from "../../facts/assumptions.js";
import type { DeclineName, RefusalName } from "../../facts/codes.js";

/** What every hosted page can be asked to look like. What is no colour is ignored. */
export type Look = Omit<PageOptions, "callbackUrl" | keyof CardLimits>;

/** What a page says about the call that made it, to a developer. */
export type SignatureFlag = "valid" | "invalid" | "unsigned" | "unchecked";

/** What the test panel shows of a session; absent where `--no-test-panel` is on. */
export interface TestPanelView {
  readonly signature: SignatureFlag;
  /** Whether an order can be cancelled and made to expire here. */
  readonly actsOnOrder: boolean;
  /** The session on the console; relative or absolute. */
  readonly inspectUrl: string;
}

/** The guesses that all hosted pages rest on. */
export type PagePolicy = Pick<Policy, "failed-challenge" | "empty-card-holder" | "fail-redirect">;

/** What every page of a session shows. */
export interface HostedView {
  readonly merchantId: number;
  /** What the shopper sees as payee; absent: "Merchant <id>". */
  readonly merchantName?: string | undefined;
  /** OPEN waits for the shopper; the others are over. */
  readonly status: string;
  readonly now: Instant;
  readonly options: Look & CardLimits;
  readonly callbackUrl: Redirects;
  readonly policy: PagePolicy;
  readonly testPanel?: TestPanelView | undefined;
  /** Seals what was typed over a 3-D Secure challenge; absent: the process's own. */
  readonly sealingKey?: Uint8Array | undefined;
}

/** A refusal that a rule forces, or that the state asks for. */
export interface Refusal {
  readonly reason: RefusalName;
  /** In the user's own words; absent: in the page's. */
  readonly message?: string | undefined;
}

/** A card as typed and checked. It is neither stored nor logged. */
export interface TypedCard {
  /** Digits only. */
  readonly number: string;
  readonly holder: string;
  /** MM/YY. */
  readonly expiry: string;
  /** Empty once the card was checked, that is after a challenge and from a wallet's sheet. */
  readonly cvc: string;
}

export type PayOutcome =
  | { readonly kind: "paid" }
  | { readonly kind: "declined"; readonly reason: DeclineName; readonly message: string }
  | ({ readonly kind: "refused" } & Refusal)
  /** The issuer asks for 3-D Secure: the page shows it and pays again with `authenticated`. Nothing is recorded yet. */
  | { readonly kind: "challenge" };

export type ActionOutcome = { readonly kind: "done" } | ({ readonly kind: "refused" } & Refusal);

/** What every hosted page asks of the application. A session that does not exist, or is another lane's, is undefined. */
export interface HostedService<V extends HostedView> {
  /** A look without rules or journal. */
  look(session: string): Promise<V | undefined>;
  cancel(session: string): Promise<ActionOutcome>;
}
