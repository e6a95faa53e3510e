import type { CardLimits } from "../../../core/domain/card-limits.js";
import type { PageOptions } from "../../../core/domain/checkout-options.js";
import type { Instant } from "../../../core/domain/money.js";
import type { Redirects } from "../../../core/domain/parameters.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import type { DeclineName, RefusalName } from "../../../core/facts/codes.js";

/** The look of a hosted page. Ignores invalid colours. */
export type PageLook = Omit<PageOptions, "callbackUrl" | keyof CardLimits>;

/** A page's remark for developers about the signature of the call that opened it. */
export type SignatureFlag = "valid" | "invalid" | "unsigned" | "unchecked";

/** The test panel's data about a session. Absent with `--no-test-panel`. */
export interface TestPanelView {
  /** Looked up only if the panel is shown. */
  readonly signature: () => Promise<SignatureFlag>;
  /** True if the order can be cancelled or expired here. */
  readonly actsOnOrder: boolean;
  /** The address of the session's page in the console. Relative or absolute. */
  readonly inspectUrl: string;
}

/** The data that every page of a session shows. */
export interface HostedView {
  readonly merchantId: number;
  /** OPEN waits for the shopper. Every other status means that the session has ended. */
  readonly status: string;
  readonly now: Instant;
  readonly options: PageLook & CardLimits;
  readonly callbackUrl: Redirects;
  readonly policy: Pick<Policy, "failed-challenge" | "empty-card-holder" | "fail-redirect">;
  readonly testPanel?: TestPanelView | undefined;
  /** The key that encrypts the typed values during a 3-D Secure challenge. By default, the process's own key. */
  readonly sealingKey?: Uint8Array | undefined;
}

/** A refusal, forced by a rule or caused by the state. */
export interface PageRefusal {
  readonly reason: RefusalName;
  /** The user's own message. Absent: the page uses its own text. */
  readonly message?: string | undefined;
}

/** A card as typed and checked. It is neither stored nor logged. */
export interface TypedCard {
  /** Digits only. */
  readonly number: string;
  readonly holder: string;
  /** MM/YY. */
  readonly expiry: string;
  /** Empty if the card was checked earlier: after a challenge, or if it comes from a wallet's sheet. */
  readonly cvc: string;
}

export type PayOutcome =
  | { readonly kind: "paid" }
  | { readonly kind: "declined"; readonly reason: DeclineName; readonly message: string }
  | ({ readonly kind: "refused" } & PageRefusal)
  /**
   * The issuer asks for 3-D Secure. The page shows the challenge and pays again with `authenticated`. Nothing is
   * charged yet.
   */
  | { readonly kind: "challenge" };
