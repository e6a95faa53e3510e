// Made of the schemas by the build; do not edit. The scenario language, and what the control API takes and answers,
// written out so that users need no zod. test/library/types.test.ts holds it equal to the schemas.

export type Accusation =
  | "believed-forged"
  | "charged-twice"
  | "refunded-twice"
  | "paid-unpaid"
  | "refund-not-made"
  | "refunded-still-paid"
  | "shipped-unpaid"
  | "paid-unknown"
  | "void-lost"
  | "amount-differs"
  | "order-unknown";

/** In the currency's main unit: 50.00 is 50. */
export type Amount = number;

export interface AmountComparison {
  /** Less than. */
  lt?: Amount | undefined;
  /** At most. */
  lte?: Amount | undefined;
  /** More than. */
  gt?: Amount | undefined;
  /** At least. */
  gte?: Amount | undefined;
  /** Not equal to. */
  ne?: Amount | undefined;
  /** How the amount ends when printed with two decimals, such as .13. */
  endsWith?: string | number | undefined;
}

export interface AmountComparisonAsRead {
  /** Less than. */
  lt?: Amount;
  /** At most. */
  lte?: Amount;
  /** More than. */
  gt?: Amount;
  /** At least. */
  gte?: Amount;
  /** Not equal to. */
  ne?: Amount;
  /** How the amount ends when printed with two decimals, such as .13. */
  endsWith?: string;
}

/** A scenario that was put into a lane. */
export interface Applied {
  /** Names the scenario. */
  name: string;
  /** The file of the catalogue that it was read from. */
  file?: string;
  /** The lane's seed. */
  seed: number;
  clock: {
    /** The lane's time (ISO 8601). */
    now: string;
    /** Wall: it runs with real time. */
    mode: "wall" | "frozen";
  };
  /** What it chose for assumptions. */
  assume: Assume;
  rules: {
    /** Names the rule. */
    id: string;
    /** The name that the scenario gives it. */
    name?: string;
  }[];
  /** What was put in first. */
  given: {
    /** How many. */
    merchants: number;
    /** How many. */
    tokens: number;
    /** How many. */
    orders: number;
  };
  /** How many expectations it has. */
  expect: number;
  /** What can have no effect. */
  warnings: Warning[];
}

/** Choices of assumptions, by their ids; the rest stays as it is. */
export interface Assume {
  /** Refusals and declines carry the codes and messages of the sandbox's own table. (sandbox). */
  "response-codes"?: "sandbox" | "renumbered" | undefined;
  /** A body that is no envelope answers HTTP 400, 413 or 415 with {responseCode, message}; unknown paths 404, other methods 405. (http-status). */
  "envelope-faults"?: "http-status" | "http-200" | undefined;
  /** A missing signature counts as an invalid one, not as an envelope fault. (invalid-signature). */
  "missing-signature"?: "invalid-signature" | "malformed-envelope" | undefined;
  /** Under enforce an unknown merchant is answered "no public key". (no-public-key). */
  "unknown-merchant"?: "no-public-key" | "merchant-not-found" | undefined;
  /** A merchant met for the first time exists (not under enforce) and its user user1 owns the demo tokens. (made). */
  "new-merchant"?: "made" | "not-found" | undefined;
  /** Dates are spelt 2026-11-21T02:03:37.123+00:00. (colon). */
  "date-spelling"?: "colon" | "no-colon" | "hong-kong" | undefined;
  /** A query of an order that no card was charged for has no cardType. (absent). */
  "unpaid-card-type"?: "absent" | "empty" | "null" | undefined;
  /** The answer of direct/void has no message. (absent). */
  "direct-void-message"?: "absent" | "present" | undefined;
  /** A query's email is an empty text where none was given. (empty). */
  "query-order"?: "empty" | "absent" | undefined;
  /** An expiryTime whose offset has hours only (+08) is taken. (accept). */
  "hour-offset"?: "accept" | "refuse" | undefined;
  /** A currency of "" is refused. (refuse). */
  "empty-currency"?: "refuse" | "hkd" | undefined;
  /** A range of allowedBinRanges that ends before it starts is refused. (refuse). */
  "bin-range-order"?: "refuse" | "accept" | undefined;
  /** The email of a sale may be any text without line breaks. (any-text). */
  "email-form"?: "any-text" | "address" | undefined;
  /** A reason has at most 255 characters, an item's name 1024, an address of callbackUrl 2048, an email 254. (limited). */
  "unpublished-lengths"?: "limited" | "unlimited" | undefined;
  /** The largest amount is 9,999,999.99. (nine-in-all). */
  "amount-digits"?: "nine-in-all" | "nine-before-point" | undefined;
  /** An amount of zero, below zero or with more than two decimals is refused; a unitAmount is rounded half up. (refuse). */
  "amount-precision"?: "refuse" | "round" | undefined;
  /** An expiryTime in the past is refused. (refuse). */
  "past-expiry"?: "refuse" | "accept-closed" | undefined;
  /** A merchantReference is refused when the merchant used it before, for ever, also after CLOSED. (refuse). */
  "duplicate-reference"?: "refuse" | "return-existing" | "free-after-closed" | "replace-open" | undefined;
  /** When orderId and merchantReference name different orders, the order is not found. (not-found). */
  "id-reference-mismatch"?: "not-found" | "order-id-wins" | undefined;
  /** A shopper's cancel leaves the order OPEN and redirects to callbackUrl.cancel. (stay-open). */
  cancel?: "stay-open" | "cancelled" | "closed" | undefined;
  /** All methods allow refund; cards and their wallets allow void until settlement, AlipayHK, Alipay CN and WeChat Pay do not. (cards-void). */
  "method-capabilities"?: "cards-void" | "all-void" | undefined;
  /** Each void path voids any order of the merchant. (any). */
  "void-paths"?: "any" | "own-kind" | undefined;
  /** An OPEN order cannot be voided. (refuse). */
  "void-open-order"?: "refuse" | "void" | "closed" | undefined;
  /** A void may take the unsettled balance below zero. (allow). */
  "void-balance"?: "allow" | "refuse" | undefined;
  /** A settlement may take the unsettled balance below zero, where it was adjusted. (allow). */
  "settlement-balance"?: "allow" | "hold" | undefined;
  /** The stan has six digits, dense per lane. (six-digits). */
  stan?: "six-digits" | "no-zeros" | undefined;
  /** Orders paid by a wallet carry the method as cardType and an empty maskedPan. (method). */
  "wallet-orders"?: "method" | "absent" | undefined;
  /** issuerCountryCode comes last in the order of a sale answer, from the token's card. (present). */
  "issuer-country"?: "present" | "absent" | undefined;
  /** A declined token sale or recurring payment records the order, OPEN until it expires, and a DECLINED transaction; the answer is {responseCode, message}. (open). */
  "declined-token-order"?: "open" | "none" | "closed" | undefined;
  /** A recurring payment is in its parent's currency, else HKD; a given parent must be this merchant's and this user's (where it has one), recurring, paid and not voided. (strict). */
  "recurring-parent"?: "strict" | "any-paid" | undefined;
  /** The order of a recurring payment can be the parent of the next one. (accept). */
  "parent-is-recurring"?: "accept" | "refuse" | undefined;
  /** A recurring payment may charge another of the user's tokens than the one that paid its parent. (accept). */
  "parent-other-token"?: "accept" | "refuse" | undefined;
  /** A recurring payment's order has no email of its own, whatever its parent has. (empty). */
  "recurring-email"?: "empty" | "parent" | undefined;
  /** A recurring charge of a hosted order notifies its own callbackUrl.notify where one is sent, never the parent's. (own). */
  "hosted-recurring-notify"?: "own" | "parent" | "none" | undefined;
  /** A token whose card has expired is refused before the issuer is asked. (refuse). */
  "expired-token"?: "refuse" | "decline" | undefined;
  /** The cardBrand of a Mastercard's token is MASTER, its cardSubBrand MASTER_CREDIT or MASTER_DEBIT. (master). */
  "token-brand"?: "master" | "mastercard" | "ecmc" | undefined;
  /** A card that is saved once more gets another token. (another). */
  "token-again"?: "another" | "same" | undefined;
  /** A deleted token is unknown at once, and a second delete answers that it is not found. (not-found). */
  "delete-token"?: "not-found" | "success" | undefined;
  /** An expired, paid, voided or refunded order's page says so and offers no payment; a declined card may be tried again without limit. (unlimited). */
  "page-states"?: "unlimited" | "three-tries" | undefined;
  /** After a decline the page shows why and may be tried again, with a link to callbackUrl.fail; with showResultPage false it goes straight there. (link). */
  "fail-redirect"?: "link" | "always" | "never" | undefined;
  /** The card-entry page of add-token takes one card, for 1000 seconds from the call; a decline or a cancel leaves it open, and callbackUrl may be left out. (1000-seconds). */
  "card-entry-page"?: "1000-seconds" | "no-end" | undefined;
  /** showResultPage false without callbackUrl.success is taken, and the paid shopper sees the result page after all. (own-page). */
  "hidden-result-page"?: "own-page" | "refuse" | undefined;
  /** Create, add-token, the charges and direct/sale refuse a redirect that runs or shows something inside the browser (javascript:, data:, blob: and the like); an app's own scheme is taken. (refuse). */
  "redirect-schemes"?: "refuse" | "never-followed" | undefined;
  /** A colour may have an alpha (#RRGGBBAA), be short (#RGB) or be a name of CSS; the page shows it as browsers do. (css). */
  "colour-forms"?: "css" | "refuse" | undefined;
  /** After a failed 3-D Secure challenge the same form is shown again, with what went wrong. (form). */
  "failed-challenge"?: "form" | "leave" | undefined;
  /** The name of the card holder may be left empty. (accept). */
  "empty-card-holder"?: "accept" | "refuse" | undefined;
  /** The token notification carries userId, tokenId, maskedPan, cardBrand, cardSubBrand, expiryDate, merchantId, updateTime and signature, all as text. (with-brand). */
  "token-notification"?: "with-brand" | "without-brand" | undefined;
  /** White space and a byte order mark around the OK of an acknowledgement do not matter. (trimmed). */
  acknowledgement?: "trimmed" | "exact" | undefined;
  /** A failed notification is tried again after 15 s, 15 s, 30 s, 1 min, 2 min, 5 min, 5 min, 10 min, 20 min, 30 min, 30 min, 60 min, 60 min, 2 h and 4 h. (newer). */
  "retry-schedule"?: "newer" | "older" | undefined;
  /** A WAP sale's page opens at the wallet's own page, on the phone where the shop is. (wallet-page). */
  "direct-pages"?: "wallet-page" | "form" | undefined;
  /** The page of a direct sale leads back to postLink, else to merchantSite; without either it stays. (shop). */
  "direct-return"?: "shop" | "nowhere" | undefined;
  /** A direct sale's answer carries, after what the wallet needs, the order in the short form of direct/refund. (order). */
  "direct-sale-answer"?: "order" | "no-order" | undefined;
  /** wechatOrder and alipayData have the wallets' own shape and open no real wallet: the control API or the test's own call pays such an order. (query-string). */
  "sdk-payloads"?: "query-string" | "json" | undefined;
}

/** A guess about the service, with what was chosen for it. */
export interface Assumption {
  /** What the config calls it. */
  id: string;
  /** What the sandbox does. */
  claim: string;
  /** Why this and nothing else. */
  because: string;
  /** What `assumptions` in the config accepts; the default leads. */
  choices: string[];
  /** What else is plausible. */
  alternatives: string[];
  /** How to settle it. */
  findOut: string;
  /** The choice in force. */
  chosen: string;
  /** Observed: a calibration saw the service do so. */
  status: "assumed" | "observed";
}

/** One try to deliver a notification. */
export interface Attempt {
  /** When it was sent, on the lane's clock (ISO 8601). */
  at: string;
  /** Counted from 1. */
  n: number;
  /** The body as it was sent. */
  request: string;
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** The first 4 KB of the shop's answer. */
  body: string;
  /** How long it took, in real time. */
  durationMs: number;
  /** Why it does not count as acknowledged; null when it does. */
  why: string | null;
}

export interface Balance {
  /** In Hong Kong dollars. */
  HKD?: Amount | undefined;
  /** In US dollars. */
  USD?: Amount | undefined;
}

/** What the shop believes of one order, in the currency's main unit: 50.00 is 50. */
export interface Belief {
  /** What the shopper paid, refunds not taken off; null: not known yet. */
  paid: number | null;
  /** What went back; 0 when left out; null: not known yet. */
  refunded?: number | null | undefined;
  /** What is bought: orders of one cart pay for the same goods. */
  cart?: string | undefined;
  /** Whether the goods have left. */
  shipped?: boolean | undefined;
  /** The order's own when left out. */
  currency?: Currency | undefined;
}

/** What the shop believes, by merchantReference. */
export type Beliefs = Record<string, Belief>;

export interface BesideNotice {
  /** What is false in it; its signature never holds. */
  forge: "signature" | "amount" | "status" | "reference" | "unpaid";
  /** Before the genuine one, or after it. */
  sent: "before" | "after";
}

export interface Book {
  /** What the shopper was charged, refunds and voids not taken off, in the currency's main unit. */
  paid: number;
  /** What went back by refunds, in the currency's main unit. */
  refunded: number;
  /** Whether the charge was taken back by a void. */
  voided: boolean;
  currency: Currency;
  /** Of the latest order of this reference. */
  status: OrderStatus;
  /** Oldest first; several where a reference was freed and used again. */
  orderIds: number[];
}

/** A call as rules see it. */
export interface Call {
  /** Names the call. */
  requestId: string;
  /** The path without its first slash, or an action of a page. */
  operation: string;
  /** The merchant that called, as text. */
  merchantId?: string;
  /** The order's reference. */
  merchantReference?: string;
  /** The merchant's user. */
  userId?: string;
  /** Why a card is charged again. */
  reason?: string;
  /** In the currency's main unit. */
  amount?: number;
  /** As the caller gave it. */
  currency?: string;
  /** The stored card. */
  tokenId?: number;
  /** The order that the call is about. */
  orderId?: number;
  /** The card's brand, or the wallet that paid. */
  cardType?: string;
  /** How the shopper pays. */
  paymentMethod?: string;
  /** Whether the order can be charged again, or is such a charge. */
  isRecurring?: boolean;
  /** Before the call. */
  orderStatus?: OrderStatus;
  /** What was answered; empty where a fault cut the call. */
  responseCode?: string;
  /** The rule that fired. */
  rule?: string;
}

export type Capabilities = { [key in PaymentMethod]?: MethodCapability };

/** The page that stores a card, as add-token opened it. */
export interface CardEntry {
  /** The card entry's number. */
  id: number;
  /** The merchant that asked for a card. */
  merchantId: number;
  /** The merchant's user whose card it will be. */
  userId: string;
  /** At the lane's time. */
  status: "OPEN" | "SAVED" | "CLOSED";
  /** The page. */
  url: string;
  /** Where the stored card is told of. */
  notifyUrl?: string;
  /** When it was opened (ISO 8601). */
  createTime: string;
  /** Until when a card is taken (ISO 8601). */
  expiryTime: string;
  /** The card that was stored. */
  tokenId?: number;
  /** The first four digits and the last four of that card. */
  maskedPan?: string;
  /** When it was stored. */
  savedTime?: string;
}

/** A card entry with its verification charges. */
export interface CardEntryDetails {
  cardEntry: CardEntry;
  charges: VerificationCharge[];
  ledger: LedgerLine[];
  notifications: Notification[];
}

export interface CardEntrySimulation {
  /** What the shopper does, or the issuer says. */
  action: "save" | "decline" | "cancel";
  /** A test card's name, or a card number; left out: one that the page takes. */
  card?: string | undefined;
  /** The card's last month, YYYYMM. */
  expiryDate?: string | undefined;
  /** Where the card was issued. */
  country?: "HK" | "TW" | "CA" | "UK" | "US" | "OTHER" | undefined;
  /** Why the issuer declines. */
  reason?: Decline | undefined;
}

export interface CheckSummary {
  step: "envelope" | "signature" | "merchant" | "parameters" | "scenario" | "state" | "commit";
  /** Flagged: wrong, and let through; not-reached: an earlier step ended the call. */
  outcome: "passed" | "flagged" | "skipped" | "fired" | "refused" | "declined" | "lost" | "not-reached";
  /** A sentence. */
  found: string;
}

export type ClockMove =
  | {
      action: "freeze";
      /** There, else where it is. */
      at?: string | undefined;
    }
  | {
      action: "set";
      /** Also in the past; the mode stays. */
      at: string;
    }
  | {
      action: "advance";
      /** How far. */
      by: Duration;
    }
  | { action: "resume" }
  | { action: "run-until-idle" };

export type Count =
  | number
  | {
      /** So often at least. */
      min?: number | undefined;
      /** So often at most. */
      max?: number | undefined;
    };

export type Currency = "HKD" | "USD";

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

export type Delay =
  | Duration
  | {
      /** The shortest; each length up to max is as likely. */
      min: Duration;
      /** The longest. */
      max: Duration;
    }
  | {
      /** Half of the delays are shorter. */
      median: Duration;
      /** One delay in a hundred is longer. */
      p99: Duration;
    };

/** A number and its unit (ms, s, m, h or d), such as 250ms, 20m or 1d; or 0. */
export type Duration = string | 0;

/** The body of a call of the payment API. */
export interface Envelope {
  /** The parameters as text: what was signed. */
  request: string;
  /** SHA256withRSA over exactly this text, in base64. */
  signature: string;
}

export interface Expectation {
  /** How many calls were made. */
  calls?: {
    /** The path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel. */
    operation: string;
    /** The merchant that calls; text with *, or /regex/. */
    merchantId?: string | number | undefined;
    /** The order's reference; text with *, or /regex/. */
    merchantReference?: string | number | undefined;
    /** The merchant's user; text with *, or /regex/; upper and lower case are alike. */
    userId?: string | number | undefined;
    /** Text with *, or /regex/: the reason of a recurring payment. */
    reason?: string | number | undefined;
    /** In the currency's main unit. */
    amount?: Amount | AmountComparison | undefined;
    /** What the order is paid in. */
    currency?: Currency | undefined;
    /** The stored card that is charged or deleted. */
    tokenId?: number | string | undefined;
    /** The order that the call is about, by its number. */
    orderId?: number | string | undefined;
    /** The card's brand, or the wallet that paid. */
    cardType?: "VISA" | "MASTER" | "UNIONPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
    /** How the shopper pays; ALIPAY and WECHAT are what direct/sale calls its wallets. */
    paymentMethod?: "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
    /** Whether the order can be charged again, or is such a charge. */
    isRecurring?: boolean | undefined;
    /** The order's status before the call. */
    orderStatus?: OrderStatus | undefined;
    /** How many such calls there must be. */
    count: Count;
  } | undefined;
  /** How the order stands. */
  order?: {
    /** Names the orders; text with *, or /regex/. */
    merchantReference?: string | number | undefined;
    /** Names one order, by its number. */
    orderId?: number | string | undefined;
    /** What each of them must have become. */
    status?: OrderStatus | undefined;
    /** What each must have brought the merchant: paid less refunded, 0 once voided. */
    netAmount?: Amount | undefined;
  } | undefined;
  /** Whether it was sent, and acknowledged. */
  notification?: {
    /** The order that is told of; text with *, or /regex/. */
    merchantReference: string | number;
    /** Whether the shop must have answered HTTP 200 once. */
    acknowledged?: boolean | undefined;
    /** How often it must have been sent, retries and copies included. */
    attempts?: Count | undefined;
  } | undefined;
  /** How often a rule fired. */
  rule?: {
    /** The rule, by the name that it was given. */
    name: string;
    /** How often it must have fired. */
    fired: Count;
  } | undefined;
}

export interface ExpectationAsRead {
  /** How many calls were made. */
  calls?: {
    /** The path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel. */
    operation: string;
    /** The merchant that calls; text with *, or /regex/. */
    merchantId?: string;
    /** The order's reference; text with *, or /regex/. */
    merchantReference?: string;
    /** The merchant's user; text with *, or /regex/; upper and lower case are alike. */
    userId?: string;
    /** Text with *, or /regex/: the reason of a recurring payment. */
    reason?: string;
    /** In the currency's main unit. */
    amount?: Amount | AmountComparisonAsRead;
    /** What the order is paid in. */
    currency?: Currency;
    /** The stored card that is charged or deleted. */
    tokenId?: number;
    /** The order that the call is about, by its number. */
    orderId?: number;
    /** The card's brand, or the wallet that paid. */
    cardType?: "VISA" | "MASTER" | "UNIONPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT";
    /** How the shopper pays; ALIPAY and WECHAT are what direct/sale calls its wallets. */
    paymentMethod?: "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT";
    /** Whether the order can be charged again, or is such a charge. */
    isRecurring?: boolean;
    /** The order's status before the call. */
    orderStatus?: OrderStatus;
    /** How many such calls there must be. */
    count: Count;
  };
  /** How the order stands. */
  order?: {
    /** Names the orders; text with *, or /regex/. */
    merchantReference?: string;
    /** Names one order, by its number. */
    orderId?: number;
    /** What each of them must have become. */
    status?: OrderStatus;
    /** What each must have brought the merchant: paid less refunded, 0 once voided. */
    netAmount?: Amount;
  };
  /** Whether it was sent, and acknowledged. */
  notification?: {
    /** The order that is told of; text with *, or /regex/. */
    merchantReference: string;
    /** Whether the shop must have answered HTTP 200 once. */
    acknowledged?: boolean;
    /** How often it must have been sent, retries and copies included. */
    attempts?: Count;
  };
  /** How often a rule fired. */
  rule?: {
    /** The rule, by the name that it was given. */
    name: string;
    /** How often it must have fired. */
    fired: Count;
  };
}

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

export interface Finding {
  verdict: Accusation;
  /** Its id. */
  mutant: string;
  /** The orders that it is about. */
  references: string[];
  /** The cart that it is about, where it is about a whole cart. */
  cart: string | null;
  /** What really happened, by merchantReference. */
  books: Record<string, Book>;
  /** What the shop said of these orders; null where it does not know of one. */
  beliefs: Record<string, Belief | null>;
  /** The calls that matter, such as req-3. */
  requests: string[];
  /** Both sides, as a sentence. */
  why: string;
  /** The command that plays it again. */
  replay: string;
}

export interface Fork {
  /** Letters, digits, '.', '_' and '-', up to 64. */
  lane: string;
}

export interface Given {
  /** Made or changed, as PUT /_sandbox/merchants/<id> would. */
  merchants?: {
    /** The merchant that is made or changed. */
    merchantId: number | string;
    /** What its signatures are checked by: PEM, or base64 of the X.509 SubjectPublicKeyInfo. */
    publicKeys?: string[] | undefined;
    /** What refunds are paid from; set last, by an adjustment. */
    unsettledBalance?: Balance | undefined;
    /** Whether orders may be refunded and voided, by payment method. */
    capabilities?: Capabilities | undefined;
  }[] | undefined;
  /** Stored cards. */
  tokens?: {
    /** The merchant that the card is stored with. */
    merchantId: number | string;
    /** The merchant's user that the card belongs to. */
    userId: string | number;
    /** A test card's name, or its number. */
    card: string | number;
    /** Its number; the next free one when left out. */
    tokenId?: number | string | undefined;
  }[] | undefined;
  /** Made and brought to their status by real commands. */
  orders?: {
    /** The merchant that the order belongs to. */
    merchantId: number | string;
    /** The order's own reference; no other order of the merchant may have it. */
    merchantReference: string | number;
    /** In the currency's main unit: 50.00 is 50. */
    amount: number;
    /** HKD when left out. */
    currency?: Currency | undefined;
    /** OPEN when left out. */
    status?: OrderStatus | undefined;
    /** With REFUNDED: how much; all when left out. */
    refunded?: number | undefined;
  }[] | undefined;
}

export type Happened =
  | {
      kind: "notification";
      /** When it fell due, on the lane's clock (ISO 8601). */
      at: string;
      /** The notification's number. */
      id: number;
      orderId?: number;
      /** Counted from 1. */
      attempt: number;
      /** HTTP status; null when no answer came. */
      status: number | null;
      /** Why it does not count as acknowledged; null when it does. */
      why: string | null;
      state: NotificationState;
    }
  | {
      kind: "settlement";
      /** When it fell due, on the lane's clock (ISO 8601). */
      at: string;
      /** How many orders. */
      settled: number;
    }
  | {
      kind: "expiry" | "page";
      /** When it fell due, on the lane's clock (ISO 8601). */
      at: string;
      orderId: number;
    };

export interface Health {
  status: "ok";
  /** Of the sandbox. */
  version: string;
  /** Of this lane. */
  seed: number;
  lanes: string[];
  /** Since it started. */
  uptimeMs: number;
  store: {
    /** Where the lanes are kept. */
    kind: "memory" | "folder" | "postgres";
    /** How long it took to answer. */
    latencyMs: number;
  };
}

export interface Invariants {
  /** Whether the books balance. */
  holds: boolean;
  /** How many orders were looked at. */
  checked: number;
  /** A defect of the sandbox. */
  broken: string[];
}

export interface JudgeReport {
  /** Of payment-sandbox. */
  version: string;
  /** Of this report. */
  format: 1;
  /** The command and its arguments; null: a function. */
  command: string[] | null;
  seed: number;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  /** 0 fine, 6 a mutant survived wrongly or a grave manner was found, 1 the dry run failed. */
  exitCode: number;
  /** Whether it was stopped before its end. */
  isStopped: boolean;
  /** Without beliefs only manners and expectations are judged. */
  hasBeliefs: boolean;
  dryRun: {
    /** Why it failed, a sentence each; empty where it went well. */
    problems: string[];
    run: JudgedRun;
  };
  /** In the order of the plan; pruned ones are left out. */
  mutants: JudgedMutant[];
  /** Gravest first. */
  findings: Finding[];
  /** Grave ones first. */
  manners: Manner[];
  /** What was told and accuses nobody, a sentence each. */
  notes: string[];
  counts: {
    /** Mutants that were thought of. */
    planned: number;
    run: number;
    /** Could not apply, or went exactly as another one. */
    pruned: number;
    /** Left out by the budget, or by a stop. */
    notRun: number;
    /** Mutants with an accusation. */
    found: number;
    unresolved: number;
    unstable: number;
    /** The run itself failed: the test suite saw it. */
    noticed: number;
    survived: number;
  };
  /** State coverage: operation × order state × outcome. */
  coverage?: {
    /** How many cells were reached. */
    reached: number;
    /** How many cells there are. */
    total: number;
    /** Rounded down to one decimal. */
    percent: number;
    /** In the order of operations, states and outcomes. */
    cells: {
      /** What was asked, whichever path it took. */
      asked: 
        | "create-order"
        | "query-order"
        | "refund-order"
        | "void-order"
        | "charge-parent"
        | "charge-token"
        | "query-tokens"
        | "open-card-entry"
        | "delete-token"
        | "open-order"
        | "pay-order"
        | "cancel-order"
        | "save-card"
        | "cancel-card-entry";
      /** The order's status before; none: no order is known, or it is about none. */
      state: "none" | "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED" | "CLOSED" | "SETTLED" | "CANCELLED";
      outcome: "approve" | "decline" | "refusal";
      reached: boolean;
      /** Scenarios of the catalogue in which a right shop reaches it. */
      scenarios: string[];
    }[];
  };
}

export interface JudgedMutant {
  /** Stable: sale#1/after-commit/connection-reset. */
  id: string;
  /** The gravest that was found in it. */
  verdict: Verdict;
  /** How long it ran, in real time; 0 where it was not run. */
  ms: number;
  /** Which lane of the run it changes, by first use; 0 is the first. */
  lane: number;
  /** The call or the shopper's action that it changes, such as tokenization/sale. */
  operation: string;
  /** Which one of that operation in the lane, counted from 1. */
  call: number;
  /** What kind of change it is. */
  family: "decline" | "refusal" | "before-commit" | "after-commit" | "slow" | "notice" | "page" | "state";
  /** What is changed: the last part of the id. */
  change: string;
  /** The change, as a sentence. */
  about: string;
  /** The command that plays it again. */
  replay: string;
  /** How it went; null where it was not run. */
  run: JudgedRun | null;
}

export interface JudgedRun {
  /** What really happened, by merchantReference. */
  books: Record<string, Book>;
  /** What the shop said, by merchantReference; null where it said nothing that can be read. */
  beliefs: Record<string, Belief> | null;
  /** The command's; null where a function ran, or the command was ended. */
  exitCode: number | null;
  /** Why it ended badly, for people; null where it ended well. */
  why: string | null;
  /** Calls, notices, redirects and money, oldest first. */
  timeline: TimelineEvent[];
}

export interface Keys {
  /** PEM. */
  notificationPublicKey: string;
  /** The same as bare base64 (X.509 SubjectPublicKeyInfo). */
  notificationPublicKeyBase64: string;
}

export interface LaneInfo {
  /** Names the lane. */
  name: string;
  /** Its base_url. */
  url: string;
  /** What its ids and draws go by. */
  seed: number;
}

/** One side of a move of money: each move is two lines that sum to zero. */
export interface LedgerLine {
  /** Unsettled is the merchant's; the others are where money came from or went. */
  account: "unsettled" | "scheme" | "payout" | "adjustment";
  /** The merchant whose money moved. */
  merchantId: number;
  currency: Currency;
  /** Into the account; below zero: out of it, in the currency's main unit. */
  amount: number;
  /** When it moved (ISO 8601). */
  at: string;
  /** The order that it moved for. */
  orderId?: number;
  /** The transaction that moved it. */
  transactionId?: number;
  /** Sale, refund, void, settlement, adjustment, … */
  why: string;
}

export interface Manner {
  id: MannerId;
  /** Grave ones fail the run, the others are advice. */
  grave: boolean;
  /** Where it was seen; at most five places. */
  evidence: {
    /** Its id; null: the dry run. */
    mutant: string | null;
    /** The calls that show it, such as req-3. */
    requests: string[];
    /** What was seen, as a sentence. */
    what: string;
  }[];
  /** In how many runs it was seen. */
  seen: number;
  /** What the shop does, as a sentence. */
  cause: string;
  /** What a right shop does, as a sentence. */
  cure: string;
}

export type MannerId =
  | "retried-under-new-reference"
  | "refunds-in-parallel"
  | "redirect-taken-for-proof"
  | "http-200-taken-for-success"
  | "forged-notice-believed"
  | "signature-never-checked"
  | "slow-to-answer-notices"
  | "right-notice-answered-with-error"
  | "reference-reused"
  | "polls-too-fast"
  | "gives-up-after-one-lost-query";

export interface Merchant {
  /** The merchant's number. */
  merchantId: number;
  /** As they were given. */
  publicKeys: string[];
  /** What refunds are paid from. */
  unsettledBalance: {
    /** In Hong Kong dollars, in the currency's main unit. */
    HKD: number;
    /** In US dollars, in the currency's main unit. */
    USD: number;
  };
  /** Where they differ from the method's own. */
  capabilities: Capabilities;
}

export interface MerchantChange {
  /** Take the place of those that are there. */
  publicKeys?: string[] | undefined;
  /** What refunds are paid from; a currency that is left out stays. */
  unsettledBalance?: {
    /** In Hong Kong dollars. */
    HKD?: number | undefined;
    /** In US dollars. */
    USD?: number | undefined;
  } | undefined;
  /** A method that is left out stays. */
  capabilities?: Capabilities | undefined;
}

export interface MethodCapability {
  /** Whether such orders may be refunded. */
  refund?: boolean | undefined;
  /** Whether such orders may be voided until they are settled. */
  void?: boolean | undefined;
}

export interface Moved {
  /** The lane's time (ISO 8601). */
  now: string;
  /** Wall: it runs with real time. */
  mode: "wall" | "frozen";
  /** What fell due, in order. */
  fired: Happened[];
}

export interface NewLane {
  /** Letters, digits, '.', '_' and '-', up to 64; left out: one is made up. */
  name?: string | undefined;
  /** Same seed, same calls, same bytes. */
  seed?: number | undefined;
}

export interface NewSnapshot {
  /** Letters, digits, '.', '_' and '-', up to 64. */
  name: string;
}

export interface NewToken {
  /** Made if it is unknown. */
  merchantId: number;
  /** The merchant's user that the card belongs to. */
  userId: string | number;
  /** A test card's name or number. */
  card: string;
  /** The next free one when left out. */
  tokenId?: number | string | undefined;
}

/** A call to the merchant's own address. */
export interface Notification {
  /** The notification's number. */
  id: number;
  /** Of a paid order, or of a stored card. */
  kind: "payment" | "token";
  /** The order that it tells of. */
  orderId?: number;
  /** The reference of that order. */
  merchantReference?: string;
  /** Where it goes. */
  url: string;
  /** Due waits for its instant, also between attempts. */
  state: NotificationState;
  /** When the next attempt falls due on the lane's clock; null when none will. */
  nextAt: string | null;
  /** When its cause was committed (ISO 8601). */
  createdAt: string;
  /** What it says, unsigned. */
  fields: Record<string, string>;
  /** What a rule does to it. */
  effects: {
    /** What is made false. */
    forge?: "signature" | "amount" | "amount-signed" | "status" | "reference" | "unpaid";
    /** A forger sends it, once. */
    isBeside?: boolean;
    /** Leaves behind the next one of another order. */
    swap?: boolean;
    /** The last one of an earlier order is sent again behind it. */
    replay?: boolean;
    /** Kept until it is released. */
    hold?: boolean;
    /** Never sent. */
    drop?: boolean;
    /** One attempt before the answer leaves. */
    before?: "answer";
  };
  /** The request that caused it. */
  causedBy: string;
  /** Why it is held, dropped or refused. */
  note?: string;
  /** Oldest first. */
  attempts: Attempt[];
}

export interface NotificationFilter {
  /** Notifications of this order. */
  orderId?: number | undefined;
  /** Notifications of the order of this reference. */
  merchantReference?: string | undefined;
  /** Notifications that stand so. */
  state?: NotificationState | undefined;
  /** Only older ones: the id that the page before ended with. */
  before?: number | undefined;
  /** 100 when left out. */
  limit?: number | undefined;
}

export type NotificationState = "due" | "in-flight" | "acknowledged" | "gave-up" | "held" | "dropped" | "refused";

export interface NotifyEffect {
  /** Never sent. */
  drop?: true | undefined;
  /** On the lane's clock. */
  delay?: Delay | undefined;
  /** How often it is sent. */
  copies?: number | undefined;
  /** Kept until released by the control API. */
  hold?: true | undefined;
  /** What is made false; the signature covers it with amount-signed alone. */
  forge?: "signature" | "amount" | "amount-signed" | "status" | "reference" | undefined;
  /** One attempt before the answer leaves. */
  before?: "answer" | undefined;
  /** A forged one besides, which no retry follows; unpaid also where the call brings no genuine one. */
  beside?: BesideNotice | undefined;
  /** Leaves behind the next one of another order, an hour later at the latest. */
  swap?: true | undefined;
  /** The last one of an earlier order is sent again behind it. */
  replay?: true | undefined;
}

/** An order. Amounts are in the currency's main unit. */
export interface Order {
  /** What the payment API calls orderId. */
  id: number;
  /** The merchant that the order belongs to. */
  merchantId: number;
  /** The merchant's own name for it. */
  merchantReference: string;
  /** At the lane's time. */
  status: OrderStatus;
  currency: Currency;
  /** What the shopper is to pay, in the currency's main unit. */
  amount: number;
  /** What the order brought the merchant: paid less refunded, 0 once voided, in the currency's main unit. */
  netAmount: number;
  /** Brand or wallet that paid. */
  cardType?: string;
  /** How the order came to be. */
  origin: "hosted" | "token-sale" | "token-recurring" | "hosted-recurring" | "direct";
  /** Whether it can be charged again. */
  recurring: boolean;
  /** The shopper's address; empty where none was given. */
  email: string;
  /** Whose stored card was charged. */
  userId?: string;
  /** The stored card that was charged. */
  tokenId?: number;
  /** The order that this one charges again. */
  parentOrderId?: number;
  /** When it was made (ISO 8601). */
  createTime: string;
  /** When it last changed (ISO 8601). */
  updateTime: string;
  /** Until when it can be paid (ISO 8601). */
  expiryTime: string;
  /** When it was settled (ISO 8601). */
  settledTime?: string;
  /** Where its notifications go. */
  notifyUrl?: string;
}

/** An order, and all that happened to it. */
export interface OrderDetails {
  order: Order;
  /** Its hosted page; absent where there is none. */
  checkoutUrl?: string;
  transactions: Transaction[];
  ledger: LedgerLine[];
  /** Newest first. */
  notifications: Notification[];
  /** Oldest first. */
  timeline: TimelineEntry[];
}

export interface OrderFilter {
  /** Orders of this merchant. */
  merchantId?: number | undefined;
  /** The order of this reference. */
  merchantReference?: string | undefined;
  /** Orders that stand so at the lane's time. */
  status?: OrderStatus | undefined;
  /** Only older ones: the id that the page before ended with. */
  before?: number | undefined;
  /** 100 when left out. */
  limit?: number | undefined;
}

export type OrderStatus = "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED" | "CLOSED" | "SETTLED" | "CANCELLED";

export type Outcome =
  | "approve"
  | Decline
  | Refusal
  | {
      /** The code that the answer carries. */
      responseCode: string | number;
      /** The text that stands beside the code. */
      message: string;
    };

export type OutcomeAsRead =
  | "approve"
  | Decline
  | Refusal
  | {
      /** The code that the answer carries. */
      responseCode: string;
      /** The text that stands beside the code. */
      message: string;
    };

export interface OwnedToken {
  /** The merchant that it is stored with. */
  merchantId: number;
  /** The card's first four digits and last four. */
  maskedPan: string;
  /** As it was first given. */
  userId: string;
  /** What charges name it by. */
  tokenId: number;
  /** VISA or MASTER. */
  cardBrand: string;
  /** The brand with CREDIT or DEBIT. */
  cardSubBrand: string;
  /** The card's last month, YYYYMM. */
  expiryDate: string;
}

export interface PageEffect {
  /** What the shopper does without a browser. */
  auto: "pay" | "decline" | "cancel" | "close";
  /** On the lane's clock; else at once. */
  after?: Duration | undefined;
  /** A test card's name, or its number. */
  card?: string | number | undefined;
  /** Why the issuer declines. */
  reason?: Decline | undefined;
}

export interface PageEffectAsRead {
  /** What the shopper does without a browser. */
  auto: "pay" | "decline" | "cancel" | "close";
  /** On the lane's clock; else at once. */
  after?: Duration;
  /** A test card's name, or its number. */
  card?: string;
  /** Why the issuer declines. */
  reason?: Decline;
}

export type PaymentMethod = "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY";

export type Placement = "before-parse" | "before-commit" | "after-commit";

/** A rule in force: as it was put in, where it came from, and how often it fired. */
export interface PutRule {
  /** Names it, also in the journal. */
  id: string;
  /** Where it came from. */
  origin: "control" | "next" | "file" | "header" | "magic";
  /** The scenario that it stands in. */
  scenario?: string;
  /** The file that it stands in. */
  file?: string;
  /** Its line in that file. */
  line?: number;
  /** When it was put in (ISO 8601). */
  since: string;
  /** How often it fired. */
  fired: number;
  /** Where it is switched off: it keeps its place and its counts, and is not asked. */
  enabled?: false;
  /** What of it can have no effect, when it is put in. */
  warnings?: Warning[];
  /** What expectations and explanations call it. */
  name?: string;
  /** What it matches; left out: everything. */
  when?: WhenAsRead;
  /** Fires that often. */
  times?: number;
  /** Lets that many pass first. */
  after?: number;
  /** Fires with this probability, drawn from the seed. */
  chance?: number;
  /** Fires before this instant, or within this duration from when it was put in. */
  until?: string | Duration;
  /** What is counted by. */
  key?: "rule" | "merchantReference" | "orderId" | "userId" | "tokenId" | "merchantId";
  then: ThenAsRead;
}

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

/** How expectations hold against what happened in a lane. */
export interface Report {
  /** Whether all of them hold. */
  passed: boolean;
  failures: {
    /** The expectation that does not hold. */
    clause: ExpectationAsRead;
    /** A sentence. */
    expected: string;
    /** A sentence. */
    actual: string;
    /** The facts that come closest, at most three. */
    nearest: unknown[];
  }[];
  /** What can never hold; absent where there is nothing to say. */
  warnings?: Warning[];
}

/** A call, its answer, and why it went so. */
export interface RequestDetails {
  request: {
    /** Names the call: the answer's header X-Sandbox-Request-Id. */
    id: string;
    /** When it came, on the lane's clock (ISO 8601). */
    at: string;
    /** The path without its first slash, an action of a page, or settlement. */
    operation: string;
    /** The merchant that called. */
    merchantId?: number;
    /** The order's reference. */
    merchantReference?: string;
    /** The order that it was about. */
    orderId?: number;
    /** What the check of its signature found. */
    signature: "valid" | "invalid" | "no-key" | "unchecked";
    /** The parameters; null where they could not be read. */
    params: unknown;
    /** The text of `request`, card numbers masked. */
    text: string;
  };
  response: {
    /** The code of the answer; empty where a fault cut the call. */
    responseCode: string;
    /** The HTTP status of the answer; 0 where a fault cut the call. */
    http: number;
    /** The rule that fired, by its name or id. */
    rule?: string;
    /** The trouble that a rule made. */
    fault?: string;
    /** How long a rule held the answer back. */
    delayMs?: number;
    /** False where a fault took the place of the answer. */
    reachedClient: boolean;
    /** The answer. */
    body: unknown;
    /** The answer, exactly as sent. */
    text: string;
  };
  explain: {
    /** Success, forced, none, or the refusal or decline that ended it. */
    outcome: string;
    /** What was found, after the refusal's message. */
    detail?: string;
    /** The checks in the order in which the service makes them. */
    ladder: CheckSummary[];
    /** The rules that were looked at, in order. */
    rules: RuleSummary[];
    /** False where only the rules that matched are known: the sandbox that answers was started with other scenarios. */
    rulesComplete: boolean;
    /** What the rule that fired asked for. */
    effects?: Record<string, unknown>;
    state: {
      /** Before the call; null where there was no order. */
      orderStatus: OrderStatus | null;
      /** As it is now; null where the call was about none. */
      order: Order | null;
      /** What refunds are paid from; absent where no merchant was named. */
      unsettledBalanceNow?: {
        HKD: number;
        USD: number;
      };
    };
    /** Of the order. */
    ledger: LedgerLine[];
    /** Of the order. */
    notifications: Notification[];
    /** Guesses about the service that the answer rests on. */
    assumptions: Assumption[];
    /** What to do about it. */
    advice: string;
  };
}

export interface RequestFilter {
  /** The path without its first slash, or checkout/pay and the like. */
  operation?: string | undefined;
  /** Calls of this merchant. */
  merchantId?: number | undefined;
  /** Calls about the order of this reference. */
  merchantReference?: string | undefined;
  /** Calls about this order. */
  orderId?: number | undefined;
  /** Calls that were answered so. */
  responseCode?: string | undefined;
  /** Only older ones: the id that the page before ended with. */
  before?: number | undefined;
  /** 100 when left out. */
  limit?: number | undefined;
}

/** A call and how it was answered. */
export interface RequestSummary {
  /** Names the call: the answer's header X-Sandbox-Request-Id. */
  id: string;
  /** When it came, on the lane's clock (ISO 8601). */
  at: string;
  /** The path without its first slash, an action of a page, or settlement. */
  operation: string;
  /** The merchant that called. */
  merchantId?: number;
  /** The order's reference. */
  merchantReference?: string;
  /** The order that it was about. */
  orderId?: number;
  /** What the check of its signature found. */
  signature: "valid" | "invalid" | "no-key" | "unchecked";
  /** Before the call. */
  orderStatus?: OrderStatus;
  /** The code of the answer; empty where a fault cut the call. */
  responseCode: string;
  /** The HTTP status of the answer; 0 where a fault cut the call. */
  http: number;
  /** The rule that fired, by its name or id. */
  rule?: string;
}

export interface Reset {
  /** Same seed, same calls, same bytes. */
  seed?: number | undefined;
}

export interface Rule {
  /** What expectations and explanations call it. */
  name?: string | undefined;
  /** What it matches; left out: everything. */
  when?: When | undefined;
  /** Fires that often. */
  times?: number | undefined;
  /** Lets that many pass first. */
  after?: number | undefined;
  /** Fires with this probability, drawn from the seed. */
  chance?: number | undefined;
  /** Fires before this instant, or within this duration from when it was put in. */
  until?: string | Duration | undefined;
  /** What is counted by. */
  key?: "rule" | "merchantReference" | "orderId" | "userId" | "tokenId" | "merchantId" | undefined;
  /** What happens to the calls that it fires for. */
  then: Then;
}

/** A rule that was looked at for a call. */
export interface RuleSummary {
  /** The rule's id. */
  ruleId: string;
  /** Where the rule came from. */
  origin: "header" | "next" | "control" | "file" | "magic";
  /** The name that it was given. */
  name?: string;
  /** The scenario that it stands in. */
  scenario?: string;
  /** The file that it stands in. */
  file?: string;
  /** Its line in that file. */
  line?: number;
  /** Skipped: it matched and was counted, and did not fire. */
  outcome: "fired" | "no-match" | "skipped";
  /** A sentence. */
  why: string;
  /** Empty where the rule is no longer known. */
  clauses: {
    /** A member of the rule's when. */
    member: 
      | "operation"
      | "merchantId"
      | "merchantReference"
      | "userId"
      | "reason"
      | "amount"
      | "currency"
      | "tokenId"
      | "orderId"
      | "cardType"
      | "paymentMethod"
      | "isRecurring"
      | "orderStatus";
    /** What the rule asks for. */
    expected: unknown;
    /** What the call had; null where it had none. */
    actual: unknown;
    holds: boolean;
  }[];
  /** After this call. */
  counter?: {
    /** How often it matched. */
    seen: number;
    /** How often it fired. */
    fired: number;
  };
  /** What it does. */
  then?: ThenAsRead;
}

export interface RuleSwitch {
  /** Whether it is asked. */
  enabled: boolean;
}

export interface Scenario {
  /** For editors, in JSON. */
  $schema?: string | undefined;
  /** What lists and reports call the scenario. */
  name: string;
  /** What a right shop does. */
  description?: string | undefined;
  /** Same seed, same luck. */
  seed?: number | undefined;
  /** Frozen there; left out: real time. */
  clock?: string | undefined;
  /** Choices for what nobody has published about the service. */
  assume?: Assume | undefined;
  /** State put into the lane first. */
  given?: Given | undefined;
  /** First match wins. */
  rules?: Rule[] | undefined;
  /** What must hold in the end. */
  expect?: Expectation[] | undefined;
}

export interface Settle {
  /** All merchants when left out. */
  merchantId?: number | undefined;
}

export interface Simulation {
  /** What the shopper, or time, does. */
  action: "pay" | "decline" | "cancel" | "expire" | "settle";
  /** A test card's name, or a card number; left out: one that the order allows. */
  card?: string | undefined;
  /** The card's last month, YYYYMM; left out: a month to come. */
  expiryDate?: string | undefined;
  /** How it is paid; left out: by card where the order takes cards. */
  method?: PaymentMethod | undefined;
  /** Why the issuer declines; do-not-honour when left out. */
  reason?: Decline | undefined;
}

export interface Snapshot {
  /** Names the snapshot. */
  name: string;
  /** Its size. */
  bytes: number;
}

/** Where a row of the service's behaviour comes from. */
export interface SourceRow {
  kind: "parameter" | "limit" | "transition" | "answer" | "notification";
  /** The endpoint, or the kind of notification; empty for limits and transitions. */
  of: string;
  /** The parameter, limit, transition or member. */
  name: string;
  /** Spec, docs or seen, with where; or assumed, with the assumption. */
  source: string;
}

export interface Then {
  /** A name of `payment-sandbox scenarios --outcomes`, or {responseCode, message}. */
  outcome?: Outcome | undefined;
  /** Before the answer leaves, after the commit. */
  delay?: Delay | undefined;
  /** Trouble of the transport. */
  fault?: Fault | undefined;
  /** Where the fault falls; required with a fault. */
  placed?: Placement | undefined;
  /** What becomes of the notification. */
  notify?: NotifyEffect | undefined;
  /** What someone else does just before: to the order, the stored card or the balance of the call. */
  meanwhile?: "settle" | "refund" | "expire" | "delete-token" | "expire-token" | "drain-balance" | undefined;
  /** The shopper's browser comes back to the shop, on checkout/pay. */
  visits?: Visit[] | undefined;
  /** Completes a hosted checkout with no browser, on hosted-checkout/create. */
  page?: PageEffect | undefined;
}

export interface ThenAsRead {
  /** A name of `payment-sandbox scenarios --outcomes`, or {responseCode, message}. */
  outcome?: OutcomeAsRead;
  /** Before the answer leaves, after the commit. */
  delay?: Delay;
  /** Trouble of the transport. */
  fault?: Fault;
  /** Where the fault falls; required with a fault. */
  placed?: Placement;
  /** What becomes of the notification. */
  notify?: NotifyEffect;
  /** What someone else does just before: to the order, the stored card or the balance of the call. */
  meanwhile?: "settle" | "refund" | "expire" | "delete-token" | "expire-token" | "drain-balance";
  /** The shopper's browser comes back to the shop, on checkout/pay. */
  visits?: Visit[];
  /** Completes a hosted checkout with no browser, on hosted-checkout/create. */
  page?: PageEffectAsRead;
}

export type TimelineEntry =
  | {
      /** When it was called (ISO 8601). */
      at: string;
      /** The operation. */
      what: string;
      /** Names the call. */
      requestId: string;
      /** What it was answered. */
      responseCode: string;
      /** What the order's options forbade on its page. */
      why?: string;
    }
  | {
      /** When its time was up, or it was settled (ISO 8601). */
      at: string;
      what: "expired" | "settled";
    }
  | {
      /** When it was sent (ISO 8601). */
      at: string;
      what: "notification";
      notificationId: number;
      /** HTTP status; null when no answer came. */
      status: number | null;
      /** Why the attempt does not count; null when it does. */
      why: string | null;
    };

export type TimelineEvent =
  | {
      kind: "call";
      /** Real time since the run began. */
      ms: number;
      /** On the lane's clock (ISO 8601). */
      at: string;
      /** By first use; 0 is the first. */
      lane: number;
      orderId: number | null;
      reference: string | null;
      /** Such as req-3. */
      request: string;
      operation: string;
      /** Who did it. */
      by: "shop" | "shopper" | "time";
      /** What the call said, in the currency's main unit. */
      amount: number | null;
      /** 0 where the answer was lost before it was made. */
      http: number;
      /** What was decided; empty where the call was lost before. */
      responseCode: string;
      message: string | null;
      /** What became of the answer, such as connection-reset; null: it arrived. */
      fault: string | null;
      placed: "before-parse" | "before-commit" | "after-commit" | null;
      /** Whether the mutant changed it. */
      isMutated: boolean;
      /** Before the call. */
      orderStatus: string | null;
    }
  | {
      kind: "notice";
      /** Real time since the run began. */
      ms: number;
      /** On the lane's clock (ISO 8601). */
      at: string;
      /** By first use; 0 is the first. */
      lane: number;
      orderId: number | null;
      reference: string | null;
      notification: number;
      attempt: number;
      /** Whether the service meant it, and its content is true. */
      isGenuine: boolean;
      /** What was made false. */
      forged: string | null;
      /** The fields as they were sent, without the signature. */
      says: Record<string, string>;
      /** HTTP status of the shop's answer; null: none came. */
      status: number | null;
      /** The first 80 characters of the shop's answer. */
      answer: string;
      tookMs: number;
      /** Why it does not count as acknowledged; null when it does. */
      why: string | null;
    }
  | {
      kind: "money";
      /** Real time since the run began. */
      ms: number;
      /** On the lane's clock (ISO 8601). */
      at: string;
      /** By first use; 0 is the first. */
      lane: number;
      orderId: number | null;
      reference: string | null;
      what: "charged" | "refunded" | "voided";
      /** In the currency's main unit. */
      amount: number;
      currency: Currency;
      /** The call that moved it, such as req-3. */
      request: string;
    }
  | {
      kind: "redirect";
      /** Real time since the run began. */
      ms: number;
      /** On the lane's clock (ISO 8601). */
      at: string;
      /** By first use; 0 is the first. */
      lane: number;
      orderId: number | null;
      reference: string | null;
      /** Which of the order's addresses the shopper's browser opened. */
      to: "success" | "fail" | "cancel";
      /** HTTP status; null: no answer. */
      status: number | null;
    };

export interface ToSign {
  /** Who calls; left out: that of params, else the demo merchant. */
  merchantId?: number | undefined;
  /** Signed as their JSON; a text is signed exactly as it stands. */
  params: Record<string, unknown> | string;
}

/** A stored card, with the fields of query-token. */
export interface Token {
  /** The card's first four digits and last four. */
  maskedPan: string;
  /** As it was first given. */
  userId: string;
  /** What charges name it by. */
  tokenId: number;
  /** VISA or MASTER. */
  cardBrand: string;
  /** The brand with CREDIT or DEBIT. */
  cardSubBrand: string;
  /** The card's last month, YYYYMM. */
  expiryDate: string;
}

export interface TokenFilter {
  /** Cards stored with this merchant. */
  merchantId?: number | undefined;
  /** Cards of this user; upper and lower case are alike. */
  userId?: string | undefined;
}

/** One attempt to move money. */
export interface Transaction {
  /** The transaction's number. */
  id: number;
  type: "SALE" | "REFUND" | "SALE_VOID";
  /** A sale follows what became of its order. */
  status: "SUCCESS" | "DECLINED" | "VOIDED" | "REFUNDED" | "SETTLED";
  /** What was moved, or was to be moved, in the currency's main unit. */
  amount: number;
  currency: Currency;
  method: PaymentMethod;
  /** VISA, MASTER, UNIONPAY, or the wallet's method. */
  cardType: string;
  /** The card's first six digits and last four; empty for wallets. */
  maskedPan: string;
  /** The system trace audit number, six digits. */
  stan: string;
  /** Why the issuer refused; absent when it approved. */
  declined?: Decline;
  /** When it was made (ISO 8601). */
  at: string;
}

export type Verdict =
  | "believed-forged"
  | "charged-twice"
  | "refunded-twice"
  | "paid-unpaid"
  | "refund-not-made"
  | "refunded-still-paid"
  | "shipped-unpaid"
  | "paid-unknown"
  | "void-lost"
  | "amount-differs"
  | "order-unknown"
  | "unresolved"
  | "unstable"
  | "noticed"
  | "survived"
  | "notRun";

/** A charge that verified the card, or its void. */
export interface VerificationCharge {
  /** The transaction's number. */
  id: number;
  type: "SALE" | "REFUND" | "SALE_VOID";
  /** What was moved, or was to be moved, in the currency's main unit. */
  amount: number;
  method: PaymentMethod;
  /** VISA, MASTER, UNIONPAY, or the wallet's method. */
  cardType: string;
  /** The card's first six digits and last four; empty for wallets. */
  maskedPan: string;
  /** The system trace audit number, six digits. */
  stan: string;
  /** Why the issuer refused; absent when it approved. */
  declined?: Decline;
  /** When it was made (ISO 8601). */
  at: string;
  /** Where the card was issued. */
  issuerCountry?: string;
  status: "SUCCESS" | "DECLINED" | "VOIDED";
  currency: Currency;
}

export interface Verify {
  /** Left out: those of the lane's scenarios. */
  expect?: Expectation[] | undefined;
}

export interface Visit {
  /** Which address of callbackUrl. */
  to: "success" | "fail" | "cancel";
  /** before-paying: before the payment is decided; the others: around the notices of the payment. */
  at: "before-paying" | "before-notice" | "after-notice";
}

export interface WaitForNotification {
  for: "notification";
  match?: {
    /** Of this order; text with *, or /regex/. */
    merchantReference?: string | number | undefined;
    /** Of this order, by its number. */
    orderId?: number | string | undefined;
    /** Of this merchant. */
    merchantId?: number | string | undefined;
    /** Whether the shop answered HTTP 200 once. */
    acknowledged?: boolean | undefined;
    /** How often it was sent; at least once where no state is asked for. */
    attempts?: Count | undefined;
    /** Where it stands. */
    state?: NotificationState | undefined;
  } | undefined;
  /** How many there must be. */
  count?: number | undefined;
  /** How long to wait, in real time. */
  timeoutMs?: number | undefined;
}

export interface WaitForOrder {
  for: "order";
  match?: {
    /** Of this order; text with *, or /regex/. */
    merchantReference?: string | number | undefined;
    /** Of this order, by its number. */
    orderId?: number | string | undefined;
    /** Of this merchant. */
    merchantId?: number | string | undefined;
    /** At the lane's time. */
    status?: OrderStatus | undefined;
    /** What it brought the merchant. */
    netAmount?: Amount | undefined;
  } | undefined;
  /** How many there must be. */
  count?: number | undefined;
  /** How long to wait, in real time. */
  timeoutMs?: number | undefined;
}

export interface WaitForRequest {
  for: "request";
  match?: {
    /** The path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel. */
    operation?: string | undefined;
    /** The merchant that calls; text with *, or /regex/. */
    merchantId?: string | number | undefined;
    /** The order's reference; text with *, or /regex/. */
    merchantReference?: string | number | undefined;
    /** The merchant's user; text with *, or /regex/; upper and lower case are alike. */
    userId?: string | number | undefined;
    /** Text with *, or /regex/: the reason of a recurring payment. */
    reason?: string | number | undefined;
    /** In the currency's main unit. */
    amount?: Amount | AmountComparison | undefined;
    /** What the order is paid in. */
    currency?: Currency | undefined;
    /** The stored card that is charged or deleted. */
    tokenId?: number | string | undefined;
    /** The order that the call is about, by its number. */
    orderId?: number | string | undefined;
    /** The card's brand, or the wallet that paid. */
    cardType?: "VISA" | "MASTER" | "UNIONPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
    /** How the shopper pays; ALIPAY and WECHAT are what direct/sale calls its wallets. */
    paymentMethod?: "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
    /** Whether the order can be charged again, or is such a charge. */
    isRecurring?: boolean | undefined;
    /** The order's status before the call. */
    orderStatus?: OrderStatus | undefined;
    /** What it was answered. */
    responseCode?: string | undefined;
  } | undefined;
  /** How many there must be. */
  count?: number | undefined;
  /** How long to wait, in real time. */
  timeoutMs?: number | undefined;
}

/** Something that is taken and can have no effect. */
export interface Warning {
  /** The member; empty for the whole. */
  where: string;
  /** A sentence. */
  message: string;
}

/** All members must hold. */
export interface When {
  /** The path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel. */
  operation?: string | undefined;
  /** The merchant that calls; text with *, or /regex/. */
  merchantId?: string | number | undefined;
  /** The order's reference; text with *, or /regex/. */
  merchantReference?: string | number | undefined;
  /** The merchant's user; text with *, or /regex/; upper and lower case are alike. */
  userId?: string | number | undefined;
  /** Text with *, or /regex/: the reason of a recurring payment. */
  reason?: string | number | undefined;
  /** In the currency's main unit. */
  amount?: Amount | AmountComparison | undefined;
  /** What the order is paid in. */
  currency?: Currency | undefined;
  /** The stored card that is charged or deleted. */
  tokenId?: number | string | undefined;
  /** The order that the call is about, by its number. */
  orderId?: number | string | undefined;
  /** The card's brand, or the wallet that paid. */
  cardType?: "VISA" | "MASTER" | "UNIONPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
  /** How the shopper pays; ALIPAY and WECHAT are what direct/sale calls its wallets. */
  paymentMethod?: "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT" | undefined;
  /** Whether the order can be charged again, or is such a charge. */
  isRecurring?: boolean | undefined;
  /** The order's status before the call. */
  orderStatus?: OrderStatus | undefined;
}

/** All members must hold. */
export interface WhenAsRead {
  /** The path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel. */
  operation?: string;
  /** The merchant that calls; text with *, or /regex/. */
  merchantId?: string;
  /** The order's reference; text with *, or /regex/. */
  merchantReference?: string;
  /** The merchant's user; text with *, or /regex/; upper and lower case are alike. */
  userId?: string;
  /** Text with *, or /regex/: the reason of a recurring payment. */
  reason?: string;
  /** In the currency's main unit. */
  amount?: Amount | AmountComparisonAsRead;
  /** What the order is paid in. */
  currency?: Currency;
  /** The stored card that is charged or deleted. */
  tokenId?: number;
  /** The order that the call is about, by its number. */
  orderId?: number;
  /** The card's brand, or the wallet that paid. */
  cardType?: "VISA" | "MASTER" | "UNIONPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT";
  /** How the shopper pays; ALIPAY and WECHAT are what direct/sale calls its wallets. */
  paymentMethod?: "CARD" | "APPLEPAY" | "GOOGLEPAY" | "ALIPAYHK" | "ALIPAYCN" | "WECHATPAY" | "ALIPAY" | "WECHAT";
  /** Whether the order can be charged again, or is such a charge. */
  isRecurring?: boolean;
  /** The order's status before the call. */
  orderStatus?: OrderStatus;
}

/** The calls of the control API, below `/_sandbox`. */
export interface ControlCalls {
  /** How the server is. */
  "GET /health": { answer: Health };
  /** The key that verifies notifications. */
  "GET /keys": { answer: Keys };
  /** Clears the lane: state, rules, queue, clock, journal. */
  "POST /reset": { body: Reset; answer: undefined };
  /** Every assumption, with what was chosen. */
  "GET /provenance": { answer: {
    assumptions: Assumption[];
    /** Where everything else comes from. */
    note: string;
    sources: SourceRow[];
  } };
  /** Chooses for assumptions by their ids, in this lane, until a reset. */
  "PUT /assumptions": { body: Assume; answer: {
    assumptions: Assumption[];
    /** Where everything else comes from. */
    note: string;
    sources: SourceRow[];
  } };
  /** The lanes that are there. */
  "GET /lanes": { answer: { lanes: LaneInfo[] } };
  /** Makes a lane. */
  "POST /lanes": { body: NewLane; answer: LaneInfo };
  /** Drops a lane. */
  "DELETE /lanes/{name}": { answer: undefined };
  /** Orders, newest first. */
  "GET /orders": { query: OrderFilter; answer: { orders: Order[] } };
  /** An order with all that happened to it. */
  "GET /orders/{id}": { answer: OrderDetails };
  /** The shopper without a browser. */
  "POST /orders/{id}/simulate": { body: Simulation; answer: { order: Order } };
  /** The merchants. */
  "GET /merchants": { answer: { merchants: Merchant[] } };
  /** A merchant: keys, unsettled balance, capabilities. */
  "GET /merchants/{id}": { answer: Merchant };
  /** Makes or changes a merchant. */
  "PUT /merchants/{id}": { body: MerchantChange; answer: Merchant };
  /** Stored cards. */
  "GET /tokens": { query: TokenFilter; answer: { tokens: OwnedToken[] } };
  /** Stores a card. */
  "POST /tokens": { body: NewToken; answer: Token };
  /** Card-entry pages of add-token, newest first. */
  "GET /card-entries": { query: {
    /** 100 when left out. */
    limit?: number | undefined;
  }; answer: {
    /** Newest first. */
    cardEntries: CardEntry[];
  } };
  /** A card-entry page with its verification charges. */
  "GET /card-entries/{id}": { answer: CardEntryDetails };
  /** The shopper on it without a browser. */
  "POST /card-entries/{id}/simulate": { body: CardEntrySimulation; answer: CardEntryDetails };
  /** Ends the business day. */
  "POST /settle": { body: Settle; answer: {
    /** How many orders. */
    settled: number;
  } };
  /** Whether the books balance. */
  "GET /invariants": { answer: Invariants };
  /** Calls and their answers, newest first. */
  "GET /requests": { query: RequestFilter; answer: { requests: RequestSummary[] } };
  /** A call, its answer, and why it went so. */
  "GET /requests/{id}": { answer: RequestDetails };
  /** Notifications, newest first. */
  "GET /notifications": { query: NotificationFilter; answer: { notifications: Notification[] } };
  /** A notification with its attempts. */
  "GET /notifications/{id}": { answer: Notification };
  /** Sends it now, whatever the clock. */
  "POST /notifications/{id}/resend": { body: Record<string, never>; answer: Notification };
  /** Lets a held one go. */
  "POST /notifications/{id}/release": { body: Record<string, never>; answer: Notification };
  /** Keeps one that waits until it is released. */
  "POST /notifications/{id}/hold": { body: Record<string, never>; answer: Notification };
  /** The lane's time. */
  "GET /clock": { answer: Moved };
  /** Moves the lane's time; answers when all that fell due has happened. */
  "PUT /clock": { body: ClockMove; answer: Moved };
  /** The rules in the order in which they are asked. */
  "GET /rules": { answer: { rules: PutRule[] } };
  /** Puts a rule in. */
  "POST /rules": { body: Rule; answer: PutRule };
  /** What the next call that it fits gets, once. */
  "POST /next": { body: Then; answer: PutRule };
  /** Switches a rule off, or on again. */
  "PATCH /rules/{id}": { body: RuleSwitch; answer: PutRule };
  /** Takes away the rules that this API put in. */
  "DELETE /rules": { answer: undefined };
  /** Takes a rule away. */
  "DELETE /rules/{id}": { answer: undefined };
  /** Applies a scenario: a name of the catalogue, or a whole document. */
  "PUT /scenario": { body: Scenario; answer: Applied };
  /** Answers as soon as it is so. */
  "POST /wait": { body: WaitForNotification | WaitForRequest | WaitForOrder; answer: {
    /** What was waited for. */
    matched: (Order | Notification | Call)[];
  } };
  /** Holds expectations against what happened in the lane. */
  "POST /verify": { body: Verify; answer: Report };
  /** The snapshots that were saved. */
  "GET /snapshots": { answer: { snapshots: Snapshot[] } };
  /** Saves the lane under a name. */
  "POST /snapshots": { body: NewSnapshot; answer: Snapshot };
  /** Puts this lane back to a snapshot. */
  "POST /snapshots/{name}/load": { body: Record<string, never>; answer: {
    /** Names the snapshot. */
    name: string;
    /** Names the lane. */
    lane: string;
    /** The lane's base_url. */
    url: string;
    /** What the lane's ids and draws go by. */
    seed: number;
    /** The lane's time (ISO 8601). */
    now: string;
  } };
  /** Opens a snapshot as a new lane. */
  "POST /snapshots/{name}/fork": { body: Fork; answer: LaneInfo };
  /** The body of a call, signed by the demo merchant's key. */
  "POST /sign": { body: ToSign; answer: Envelope };
}
