/// <reference lib="esnext.disposable" preserve="true" />
import type { SignedEnvelope } from "../../core/signing/envelope.js";
import type { Called, CallParams, CardOf, OperationOf } from "./called.js";
import type {
  Applied,
  Assume,
  Call,
  CardEntry,
  CardEntrySimulation,
  Expectation,
  Fault,
  HeldAnswer,
  Invariants,
  Merchant,
  MerchantChange,
  Moved,
  NewToken,
  Notification,
  NotificationFilter,
  Order,
  OrderDetails,
  OrderFilter,
  OwnedToken,
  Placement,
  PutRule,
  Report,
  RequestDetails,
  RequestFilter,
  RequestSummary,
  Rule,
  Scenario,
  ServerOptions,
  Settlement,
  Simulation,
  Snapshot,
  Then,
  Token,
  TokenFilter,
  WaitForNotification,
  WaitForOrder,
  WaitForRequest,
} from "./language.js";

/**
 * Options of a sandbox, like those of the command line and the config file. The same schemas check them. Paths are
 * relative to the working folder. Example: `{ dataDir: "./data", scenario: "refund-short-of-balance", seed: 7 }`.
 */
export interface SandboxOptions extends ServerOptions {
  /** Scenarios for each new lane: files, names of the catalogue, or documents. */
  scenario?: string | Scenario | (string | Scenario)[] | undefined;
  /** Choices for guesses about the provider, by their ids. */
  assumptions?: Record<string, string> | undefined;
  /** Codes and messages by outcome, or the path of a file with them. */
  responseCodes?:
    | string
    | Record<string, { code?: string | number | undefined; message?: string | undefined }>
    | undefined;
  /** Receives each log line; silent by default. */
  log?: ((line: string) => void) | undefined;
}

export type { SignedEnvelope } from "../../core/signing/envelope.js";
export type { Called, CallParams } from "./called.js";

/** A key pair in PEM. The demo merchant's key is public on purpose, and signs play money only: `sign(params, keys.privateKey)`. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** A running sandbox: `await using sandbox = await startSandbox();`. */
export interface Sandbox extends AsyncDisposable {
  /** The base_url of the default lane. */
  readonly url: string;
  /**
   * The lane with this name, created if needed. A name has letters, digits, `.`, `_` and `-`, up to 64. It is `default` if
   * left out. A seed resets the lane.
   */
  lane(name?: string, options?: { seed?: number | undefined }): Promise<SandboxLane>;
  /** The keys of the demo merchant (3). */
  readonly keys: KeyPair;
  /**
   * Answers like `fetch`, but without a socket. Only the path matters, so "/hosted-checkout/query" is enough. If a
   * fault cuts the connection, the promise rejects or the body breaks off.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** The public key that verifies notifications, in PEM. */
  notificationPublicKey(): Promise<string>;
  /** Finishes pending answers, then closes. Later uses of the sandbox and its lanes say that it was stopped. */
  stop(): Promise<void>;
}

/** A refusal by the control API: the fault and its fix, as in `error.code === "lane-full"`. */
export interface ControlError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fix: string;
  /** After a wait: the facts that come closest. */
  readonly nearest: readonly unknown[];
}

/**
 * An isolated world with its own orders, tokens, balances, clock, rules and journal. Give each test its own:
 * `const lane = await sandbox.lane("my-test");`.
 */
export interface SandboxLane {
  /** Its name. */
  readonly name: string;
  /** The base_url for the code under test. */
  readonly url: string;
  /** The keys of the demo merchant (3), for code under test that signs by itself. */
  readonly keys: KeyPair;
  /** The public key that verifies notifications, in PEM. */
  notificationPublicKey(): Promise<string>;
  readonly clock: LaneClock;
  /** Answers a call to this lane without a socket, with or without the lane's own path. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /**
   * Answers this process's calls to an address by this lane, without a socket: those of the global fetch, of undici, and of
   * clients built on them, such as axios with its fetch adapter. Other addresses go on as before. The latest of several wins;
   * disposing of the result undoes it, and nothing else does: after `lane.drop()` and `sandbox.stop()` calls are refused, so
   * none goes to the real address. Example: `using off = lane.intercept("https://gateway.example/v1")`. A client on
   * `node:http` gets a warning: give it `lane.url` instead. Throws if it is no http or https URL.
   */
  intercept(baseUrl: string | URL): Disposable;
  /**
   * The same, only for calls that the callback makes before its promise ends: await all that it starts. Resolves with its
   * result.
   */
  intercept<R>(baseUrl: string | URL, callback: () => R | Promise<R>): Promise<R>;
  /** The signed body of a call of the demo merchant. A text is signed unchanged. */
  sign(params: object | string): Promise<SignedEnvelope>;
  /**
   * Signs as the demo merchant (3, unless params name another), sends, and reads the answer. Example: `await
   * lane.call("hosted-checkout/query", { merchantReference: "A-1" })`. Resolves with `http` (the status, a number), `body` (the
   * JSON, or a text if it is none), `text` (the answer as it was sent), `requestId` (a text for `lane.request`, undefined if a
   * proxy replaced the answer) and `warnings` (a list of texts, such as a misspelt parameter). The compiler names a misspelt
   * operation or parameter; to send one, write `as string` after the operation, `as object` after the params. Rejects if a fault cuts the connection, and after 30 s without
   * an answer.
   */
  call<Name extends string>(operation: OperationOf<Name>, params?: CallParams<Name> | string): Promise<Called>;
  /** Clears state, rules, clock and journal. */
  reset(options?: { seed?: number | undefined }): Promise<void>;
  /** Deletes the lane with its contents, if there are any. Using it again creates a new one. The helpers drop each test's lane by themselves. */
  drop(): Promise<void>;
  /**
   * Adds a rule after the existing ones. Parts that can never have an effect are in `warnings` of the result, and
   * printed as a warning of Node.js.
   */
  force(rule: Rule): Promise<PutRule>;
  /**
   * Adds an effect for the very next call, of any operation. A decline waits for the next call that can be
   * declined or opens a page, whose payment it declines; a `notify` alone waits for one that sends a notification. For one operation, use `force` with `times: 1`: the payment of an
   * order that exists already is `checkout/pay`.
   */
  next(then: Then & Placed): Promise<PutRule>;
  /** The rules in order of precedence. */
  readonly rules: LaneRules;
  /** Removes a forced rule, or all of them. */
  unforce(id?: string): Promise<void>;
  /** Sets choices for assumptions by their ids, until a reset. Throws a ControlError if there is no such choice. */
  assume(chosen: Assume): Promise<void>;
  /**
   * Replaces the lane's scenarios by one of the catalogue, by a file, or by a document. A text with a `/`, or ending in
   * `.yaml`, `.yml` or `.json`, is a file's path.
   */
  load(scenario: string | Scenario): Promise<Applied>;
  /**
   * Resolves with the matches as soon as there are enough. Throws a ControlError with the nearest facts after
   * `timeoutMs`: 4000 if left out, less than the 5 s of Vitest and Jest.
   */
  waitFor<F extends keyof WaitedFor>(wanted: WaitedFor[F]["wanted"] & { for: F }): Promise<WaitedFor[F]["found"][]>;
  /** Checks expectations against the lane; by default those of its scenarios. Throws if there is nothing to check. */
  verify(expect?: Expectation[]): Promise<Report>;
  /** The orders of the lane, newest first: 100 unless `limit` (up to 1000) is given; `before` an id lists older ones. */
  orders(filter?: OrderFilter): Promise<Order[]>;
  /** The order of this id or merchantReference, with its transactions, ledger lines, notifications and timeline. */
  order(order: number | string): Promise<OrderDetails>;
  /** The calls of the payment API, newest first: as many as `orders`. */
  requests(filter?: RequestFilter): Promise<RequestSummary[]>;
  /** A call with its answer, and why it was answered so. */
  request(id: string): Promise<RequestDetails>;
  /** The notifications with their attempts, newest first: as many as `orders`. */
  notifications(filter?: NotificationFilter): Promise<Notification[]>;
  /**
   * Sends a notification again now, whatever the clock says: by its id, or the merchantReference of its order. Waits for a current
   * attempt first, and throws a ControlError if that isn't over after 4 s, as in the notification's own handler.
   */
  resend(notification: number | string): Promise<Notification>;
  /** Sends a held notification. */
  release(notification: number | string): Promise<Notification>;
  /** Answers that wait at a gate, oldest first. */
  gates(): Promise<HeldAnswer[]>;
  /** Releases the answers at a gate, and returns their number. */
  releaseGate(name: string): Promise<number>;
  /** Holds a waiting notification until it is released. */
  hold(notification: number | string): Promise<Notification>;
  /**
   * Pays as the shopper would, without a browser, by the order's id, its merchantReference or its checkoutUrl, which must be a page of
   * this lane. `how`: `card`, `expiryDate`, `method`. A decline is no error: the order that it resolves with is still OPEN.
   */
  pay<Card extends string>(
    order: number | string,
    how?: WithCard<Omit<Simulation, "action" | "reason">, Card>,
  ): Promise<Order>;
  /**
   * Acts as the shopper, without a browser: `{ action: "pay", card: "master" }` names the card, `method` a wallet, `reason` why it is
   * declined. A decline is no error: the order that it resolves with is still OPEN.
   */
  simulate<Card extends string>(
    order: number | string,
    action: Simulation["action"] | WithCard<Simulation, Card>,
  ): Promise<Order>;
  /**
   * Saves a card on the page that tokenization/add-token answered (its checkoutUrl), as the shopper would. `{ card: "master" }`
   * names the card. `{ action: "decline" }` and `{ action: "cancel" }` save none: the page is still OPEN. Rejects if a rule or the
   * card itself declines.
   */
  saveCard<Card extends string>(checkoutUrl: string, how?: SavedCard<Card>): Promise<CardEntry & { tokenId: number }>;
  /** The same. A page that stays open has no tokenId. */
  saveCard<Card extends string>(
    checkoutUrl: string,
    how: WithCard<Partial<CardEntrySimulation>, Card>,
  ): Promise<CardEntry>;
  /** Stores a card for a user. */
  putToken<Card extends string>(token: Omit<NewToken, "card"> & { card: CardOf<Card> | number }): Promise<Token>;
  /** The stored cards. */
  tokens(filter?: TokenFilter): Promise<OwnedToken[]>;
  /** Creates or changes a merchant. `publicKeys` replaces the list, other members merge. */
  putMerchant(merchantId: number, merchant: MerchantChange): Promise<Merchant>;
  /** A merchant with its keys and its unsettled balance. */
  merchant(merchantId: number): Promise<Merchant>;
  /**
   * Settles all paid orders of one merchant, or of all. Returns how many (`settled`) and what was paid out for them
   * (`paidOut.HKD`, `paidOut.USD`). `lane.orders()` gives the `settledTime` of each.
   */
  settle(merchantId?: number): Promise<Settlement>;
  /** Checks the books of the lane. */
  invariants(): Promise<Invariants>;
  /** Saves the lane under a name. Replaces an earlier snapshot of that name. */
  snapshot(name: string): Promise<Snapshot>;
  /** All snapshots, those of other lanes too. */
  snapshots(): Promise<Snapshot[]>;
  /** Restores this lane from a snapshot. */
  restore(name: string): Promise<void>;
  /** Deletes a snapshot. */
  deleteSnapshot(name: string): Promise<void>;
  /** Opens a snapshot as a new lane. */
  fork(name: string, lane: string): Promise<SandboxLane>;
}

/** How `saveCard` saves, unless its `action` is another. */
type SavedCard<Card extends string> = WithCard<Partial<Omit<CardEntrySimulation, "action">>, Card> & {
  action?: "save";
};

type WithCard<How, Card extends string> = Omit<How, "card"> & { card?: CardOf<Card> | undefined };

/** A fault needs its moment. */
type Placed = { fault?: undefined } | { fault: Fault; placed: Placement };

/** The facts that `waitFor` can wait for: how each is asked for, and its matches. */
export interface WaitedFor {
  notification: { wanted: WaitForNotification; found: Notification };
  request: { wanted: WaitForRequest; found: Call };
  order: { wanted: WaitForOrder; found: Order };
}

/** The rules of a lane in order of precedence: `await lane.rules()`. */
export interface LaneRules {
  (): Promise<PutRule[]>;
  /** Enables a rule again. */
  enable(id: string): Promise<PutRule>;
  /** Disables a rule. It keeps its place and counts. */
  disable(id: string): Promise<PutRule>;
}

/**
 * The time of a lane: `await lane.clock.advance("1d")`. A move resolves once everything due has happened, deliveries
 * included.
 */
export interface LaneClock {
  /** The time of the lane, as a `Date`. */
  now(): Promise<Date>;
  /** Stops the clock, at an instant if given. */
  freeze(at?: string | Date): Promise<Moved>;
  /** Moves to an instant, which may be in the past. A running clock continues from there. */
  set(at: string | Date): Promise<Moved>;
  /** Moves forward by a duration: a number and one unit, `ms`, `s`, `m`, `h` or `d`, such as `90m` or `31d`. */
  advance(by: string): Promise<Moved>;
  /** Lets a stopped clock run again. */
  resume(): Promise<Moved>;
  /**
   * Moves forward until all waiting notifications and retries are sent, and pages with `page.auto` completed. It does not wait
   * for orders to expire: use `advance`. No move settles an order, unless `dailySettlement` is on: call `lane.settle()`.
   */
  runUntilIdle(): Promise<Moved>;
}
