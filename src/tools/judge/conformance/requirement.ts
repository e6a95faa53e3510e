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

/** What a requirement needs to be judged. */
interface Condition {
  /**
   * Patterns of operations (with `*`). The shop must use one of them. Left out: the requirement applies to every shop.
   */
  readonly uses?: readonly string[];
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
}

/** One requirement of a profile. Its id is never reused. Conditions that its mutants imply are left out. */
export interface Requirement extends Condition {
  /** For example HC-01. */
  readonly id: string;
  readonly requirement: string;
  readonly because: string;
  readonly source: RequirementSource;
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
const undone = {
  result: "NOT VERIFIED",
  why: "The command didn't say that it did as PAYMENT_SANDBOX_SHOPPER asks: `payment-sandbox docs the shopper's clicks` says how.",
} as const;

/** Acts that no driver did. */
const unlisted = {
  result: "NOT VERIFIED",
  why: "The driver doesn't list this act, or didn't do it: `payment-sandbox docs the driver's acts` says how.",
} as const;

const [onPage, notified] = [["checkout/pay"], ["notification"]];
const unpaid = "No notification was about a payment.";
const unaddressed = "No order named an address for notifications.";

/** What the kind of a mutant implies, by its pattern. */
const implied: readonly (Condition & { readonly of: RegExp })[] = [
  { of: /^create#\*\/(after|before|refusal|shopper)/, uses: ["hosted-checkout/create"] },
  { of: /^\*?sale#|\/token-/, uses: ["tokenization/sale"] },
  { of: /^\*recurring#|\/token-/, uses: ["tokenization/recurring", "hosted-checkout/recurring"] },
  { of: /^\*refund#/, uses: ["*/refund"] },
  { of: /^\*void#/, uses: ["*/void"] },
  { of: /^\*query#/, uses: ["*/query"] },
  { of: /\/token-/, absent: "Its charges name no stored card." },
  { of: /^pay#|\/page\/|\/cart\/|with-redirect|success-after-decline/, uses: onPage },
  { of: /\/(returns-|never-returns)/, absent: "It gives no success address, so nobody can come back to it." },
  { of: /\/shopper\//, needs: "driver", absent: "No shopper paid an order on its page.", unplayed: undone },
  { of: /two-pages|\/cart\/|after-the-job|\/double\//, needs: "driver", unplayed: unlisted },
  { of: /\/(again|forged|foreign)\/|\/notice\/(?!success)|\/race\/(?!with-redirect)|order\//, uses: notified },
  { of: /forged-(amount|status|reference)|amount-signed|with-copy|retried|order\//, absent: unpaid },
  { of: /-signature\*$|-for-unpaid$/, absent: unaddressed },
  { of: /\/race\/|order\/|returns-(before|after)-notice|returns-twice/, tells: "effects" },
  { of: /other-order|swapped/, absent: "Notifications were about fewer than two orders." },
  { of: /\/crash\/|keyless/, needs: "shop" },
  { of: /\/(before-ack|after-ack|worker)$/, uses: notified, absent: unpaid },
  { of: /keyless/, uses: notified, absent: unaddressed },
];

/** The requirement with everything that its mutants imply. Its own conditions count more. */
export function withImplied(requirement: Requirement): Requirement {
  const fits = implied.filter(({ of }) => requirement.mutants.some((glob) => of.test(glob)));
  const uses = fits.flatMap((one) => one.uses ?? []);
  const all: Condition = Object.assign({}, ...fits.map(({ of: _, ...condition }) => condition));
  return { ...all, ...(uses.length > 0 && { uses }), ...requirement };
}

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
