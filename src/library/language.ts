// The scenario language as TypeScript, written out so that users need no zod. test/library/types.test.ts holds it equal to the schemas.

/** `250ms`, `30s`, `20m`, `2h`, `1d`; or 0. */
export type Duration = string | 0;
/** In the currency's main unit: 50.00 is 50. */
export type Amount = number;
export type OrderStatus = "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED" | "CLOSED" | "SETTLED" | "CANCELLED";
export type Currency = "HKD" | "USD";
export type PaymentMethod = "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY";

export type Decline =
  | "do-not-honour"
  | "lost-card"
  | "stolen-card"
  | "insufficient-funds"
  | "expired-card"
  | "suspected-fraud"
  | "limit-exceeded"
  | "authentication-failed"
  | "issuer-unavailable";

export type Refusal =
  | "invalid-parameter"
  | "invalid-signature"
  | "no-public-key"
  | "merchant-not-found"
  | "order-not-found"
  | "duplicate-reference"
  | "order-not-payable"
  | "already-refunded"
  | "refund-exceeds-amount"
  | "insufficient-unsettled-balance"
  | "refund-not-allowed"
  | "void-not-allowed"
  | "token-not-found"
  | "token-expired"
  | "parent-order-not-found"
  | "parent-not-recurring"
  | "rate-limited"
  | "maintenance"
  | "system-error";

/** An outcome by name, or a refusal with an answer of your own. */
export type Outcome = "approve" | Decline | Refusal | { responseCode: string | number; message: string };

export type Fault =
  | "connection-reset"
  | "no-response"
  | "empty-response"
  | "truncated-body"
  | "garbage-body"
  | "wrong-content-type"
  | "http-429"
  | "http-500"
  | "http-502"
  | "http-503"
  | "http-504";

/** `before-commit`: nothing happened. `after-commit`: it happened, and the answer is lost. */
export type Placement = "before-parse" | "before-commit" | "after-commit";

export type Delay = Duration | { min: Duration; max: Duration } | { median: Duration; p99: Duration };

export interface AmountComparison {
  lt?: Amount | undefined;
  lte?: Amount | undefined;
  gt?: Amount | undefined;
  gte?: Amount | undefined;
  ne?: Amount | undefined;
  /** How the amount ends when printed with two decimals, such as ".13". */
  endsWith?: string | number | undefined;
}

/** What a rule matches: all members must hold. Texts take `*`, and `/regex/`. */
export interface When {
  /** The path without its first slash; also checkout/open, checkout/pay, checkout/cancel. */
  operation?: string | undefined;
  merchantId?: string | number | undefined;
  merchantReference?: string | number | undefined;
  userId?: string | number | undefined;
  reason?: string | number | undefined;
  amount?: Amount | AmountComparison | undefined;
  currency?: Currency | undefined;
  tokenId?: number | string | undefined;
  orderId?: number | string | undefined;
  cardType?: "VISA" | "MASTER" | "UNIONPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
  paymentMethod?: PaymentMethod | "ALIPAY" | "WECHAT" | undefined;
  isRecurring?: boolean | undefined;
  /** Before the call. */
  orderStatus?: OrderStatus | undefined;
}

export interface NotifyEffect {
  drop?: true | undefined;
  delay?: Delay | undefined;
  copies?: number | undefined;
  /** Kept until released. */
  hold?: true | undefined;
  forge?: "signature" | "amount" | "amount-signed" | "status" | "reference" | undefined;
  /** One attempt before the answer leaves. */
  before?: "answer" | undefined;
}

/** Completes a hosted checkout with no browser. */
export interface PageEffect {
  auto: "pay" | "decline" | "cancel" | "close";
  after?: Duration | undefined;
  card?: string | number | undefined;
  reason?: Decline | undefined;
}

/** What happens to the call. At least one member; `placed` is required with `fault`. */
export interface Then {
  outcome?: Outcome | undefined;
  delay?: Delay | undefined;
  fault?: Fault | undefined;
  placed?: Placement | undefined;
  notify?: NotifyEffect | undefined;
  page?: PageEffect | undefined;
}

export interface Rule {
  name?: string | undefined;
  /** Left out: everything. */
  when?: When | undefined;
  /** Fires that often. */
  times?: number | undefined;
  /** Lets that many pass first. */
  after?: number | undefined;
  /** 0 to 1, drawn from the seed. */
  chance?: number | undefined;
  /** An instant, or a duration from when the rule was put in. */
  until?: string | 0 | undefined;
  key?: "rule" | "merchantReference" | "orderId" | "userId" | "tokenId" | "merchantId" | undefined;
  then: Then;
}

export type Count = number | { min?: number | undefined; max?: number | undefined };

/** What must hold: one of the members. */
export interface Expectation {
  calls?: (When & { operation: string; count: Count }) | undefined;
  order?:
    | {
        merchantReference?: string | number | undefined;
        orderId?: number | string | undefined;
        status?: OrderStatus | undefined;
        netAmount?: Amount | undefined;
      }
    | undefined;
  notification?:
    | { merchantReference: string | number; acknowledged?: boolean | undefined; attempts?: Count | undefined }
    | undefined;
  rule?: { name: string; fired: Count } | undefined;
}

export interface MethodCapability {
  refund?: boolean | undefined;
  void?: boolean | undefined;
}
export type Capabilities = { [method in PaymentMethod]?: MethodCapability | undefined };
export interface Balance {
  HKD?: Amount | undefined;
  USD?: Amount | undefined;
}

/** State that is put into a lane first. */
export interface Given {
  merchants?:
    | {
        merchantId: number | string;
        publicKeys?: string[] | undefined;
        unsettledBalance?: Balance | undefined;
        capabilities?: Partial<Record<string, MethodCapability>> | undefined;
      }[]
    | undefined;
  tokens?:
    | {
        merchantId: number | string;
        userId: string | number;
        card: string | number;
        tokenId?: number | string | undefined;
      }[]
    | undefined;
  orders?:
    | {
        merchantId: number | string;
        merchantReference: string | number;
        amount: Amount;
        currency?: Currency | undefined;
        status?: OrderStatus | undefined;
        refunded?: Amount | undefined;
      }[]
    | undefined;
}

/** A scenario document, as in a `*.scenario.yaml`. */
export interface Scenario {
  $schema?: string | undefined;
  name: string;
  description?: string | undefined;
  seed?: number | undefined;
  /** ISO 8601; frozen there. */
  clock?: string | undefined;
  given?: Given | undefined;
  rules?: Rule[] | undefined;
  expect?: Expectation[] | undefined;
}
