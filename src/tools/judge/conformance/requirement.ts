import type { PracticeId } from "../schema/practice-texts.js";
import type { Accusation } from "../schema/verdicts.js";

/** The source of a requirement. */
export type RequirementSource =
  | { readonly kind: "service"; readonly section: string }
  | { readonly kind: "page"; readonly title: string; readonly url: string }
  | { readonly kind: "ours" };

/** What a run must make possible before some requirements can be judged at all. */
export type Setup = "shop" | "driver" | "output" | "second-faults" | "interleavings";

/**
 * What the beliefs must contain for each paid order, so that a mistake of this kind is visible. `effects` are counts.
 */
export type ReportedBelief = "effects" | "shipped" | "cart" | "user";

/** One requirement of a profile. Its id is never reused. */
export interface Requirement {
  /** For example HC-01. */
  readonly id: string;
  readonly requirement: string;
  readonly because: string;
  readonly source: RequirementSource;
  /**
   * Patterns of operations (with `*`). The shop must use one of them. Left out: the requirement applies to every shop.
   */
  readonly uses?: readonly string[];
  /** Patterns (with `*`) of the mutants that test it, without the lane in their ids. */
  readonly mutants: readonly string[];
  /** Only these verdicts fail it. Left out: every accusation does. */
  readonly verdicts?: readonly Accusation[];
  /** Practices that fail it if they were observed. */
  readonly practices?: readonly PracticeId[];
  /** Practices that cause a warning if they were observed. */
  readonly advice?: readonly PracticeId[];
  /**
   * True if the shop must find out by itself. Then a wrong belief about a payment fails, even if no answer and no
   * notification told the shop.
   */
  readonly findsOut?: true;
  /** Without it, the requirement is NOT VERIFIED. */
  readonly needs?: Setup;
  /** If the beliefs don't contain it, the requirement is NOT VERIFIED. */
  readonly tells?: ReportedBelief;
  /**
   * Why the mutants may be impossible in a shop that uses the operation. Left out: the requirement is NOT VERIFIED if
   * no mutant was planned.
   */
  readonly absent?: string;
  /** The result and its reason if none of the mutants could be planned or run. */
  readonly unplayed?: { readonly result: "NOT VERIFIED" | "NOT APPLICABLE"; readonly why: string };
  readonly cure: string;
}

/** A named set of requirements. */
export interface Profile {
  /** The value for `--profile`, such as hc. */
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly requirements: readonly Requirement[];
}

/** A section of the service's description. */
export const service = (section: string): RequirementSource => ({ kind: "service", section });
export const ours: RequirementSource = { kind: "ours" };

/** Clicks that no driver did. */
export const undone = {
  result: "NOT VERIFIED",
  why: "The command didn't say that it did as PAYMENT_SANDBOX_SHOPPER asks: `payment-sandbox docs the shopper's clicks` says how.",
} as const;

/** Acts that no driver did. */
export const unlisted = {
  result: "NOT VERIFIED",
  why: "The driver doesn't list this act, or didn't do it: `payment-sandbox docs the driver's acts` says how.",
} as const;

/** Public pages that say the same, as independent evidence. */
export const pages = {
  goLive: {
    kind: "page",
    title: "Stripe: Go-live checklist",
    url: "https://docs.stripe.com/get-started/checklist/go-live",
  },
  webhooks: {
    kind: "page",
    title: "Razorpay: Webhook best practices",
    url: "https://razorpay.com/docs/webhooks/best-practices",
  },
  idempotency: {
    kind: "page",
    title: "Adyen: API idempotency",
    url: "https://docs.adyen.com/development-resources/api-idempotency",
  },
  stockTwice: {
    kind: "page",
    title: "WooCommerce Payments #3345: Stock reduced twice with one payment",
    url: "https://github.com/Automattic/woocommerce-payments/issues/3345",
  },
  redirectRace: {
    kind: "page",
    title: "Dokan #2994: Race condition between webhook and browser redirect",
    url: "https://github.com/getdokan/dokan/issues/2994",
  },
  overlap: {
    kind: "page",
    title: "Mollie for WooCommerce #1063: Duplicate recurring payments from a webhook race",
    url: "https://github.com/mollie/WooCommerce/pull/1063",
  },
  doubleClick: {
    kind: "page",
    title: "Cart #33: Double-clicking the order button leads to two orders",
    url: "https://github.com/extcode/cart/issues/33",
  },
  boughtTwice: {
    kind: "page",
    title: "Dshop #573: The order went through, and the button could be clicked again",
    url: "https://github.com/OriginProtocol/dshop/issues/573",
  },
  earlyNotification: {
    kind: "page",
    title: "Cargo #190: Webhook fires before the order exists",
    url: "https://github.com/duncanmcclean/statamic-cargo/issues/190",
  },
} as const satisfies Readonly<Record<string, RequirementSource>>;
