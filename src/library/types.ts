/// <reference lib="esnext.disposable" preserve="true" />
import type { SignedEnvelope } from "../signing/envelope.js";
import type {
  Applied,
  Assume,
  Balance,
  Call,
  Capabilities,
  Expectation,
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
  PutRule,
  Report,
  RequestDetails,
  RequestFilter,
  RequestSummary,
  Rule,
  Scenario,
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
 * What a sandbox is started with: the options of the command line and of the config file, held against the same schemas.
 * Paths start at the working folder.
 */
export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number | undefined;
  /** Left out: loopback, IPv4 and IPv6. */
  host?: string | undefined;
  /** What `checkoutUrl` starts with. */
  baseUrl?: string | undefined;
  /** HTTPS, with an own CA that is made once in the user's state folder. */
  https?: boolean | undefined;
  /** HTTPS with this certificate and its private key: PEM, or paths. */
  cert?: string | undefined;
  key?: string | undefined;
  allowedHosts?: string[] | undefined;
  /** Origins whose pages may call, such as `http://localhost:3000`; they get CORS headers. */
  allowOrigin?: string[] | undefined;
  adminToken?: string | undefined;
  /** One SQLite file a lane; left out: in memory. */
  dataDir?: string | undefined;
  /** `postgres://…`: all lanes in PostgreSQL, for any number of processes; not together with `dataDir`. */
  store?: string | undefined;
  /** Drops lanes (not `default`) that nobody used for so long, such as `7d`. */
  laneTtl?: string | undefined;
  /** Sets a lane file aside that cannot be read, instead of refusing the start. */
  skipBrokenLanes?: boolean | undefined;
  /** Files, names of the catalogue, or documents; they apply to each new lane. */
  scenario?: string | Scenario | (string | Scenario)[] | undefined;
  /** 1 when left out: same seed, same calls, same bytes. */
  seed?: number | undefined;
  /** `enforce` when left out, for merchants that have a key. */
  signature?: "off" | "warn" | "enforce" | undefined;
  magic?: boolean | undefined;
  debugHeaders?: boolean | undefined;
  testPanel?: boolean | undefined;
  /** Public hosts that notifications may reach, or `all`. */
  allowNotify?: string[] | undefined;
  /** Real seconds for one attempt. */
  notifyTimeout?: number | undefined;
  /** What all lanes' journals may hold, in bytes; a quarter of the heap limit when left out. */
  journalBytes?: number | undefined;
  /** A CA to trust: PEM, or the path of one. */
  notifyCa?: string | undefined;
  merchants?:
    | {
        id: number;
        /** PEM, base64, or paths of such files. */
        publicKeys?: string[] | undefined;
        unsettledBalance?: Balance | undefined;
        capabilities?: { [method in keyof Capabilities]: Capabilities[method] | undefined } | undefined;
      }[]
    | undefined;
  /** Another alternative for a guess about the provider, by its id. */
  assumptions?: Record<string, string> | undefined;
  /** The path of a file that `calibrate` wrote: its choices and codes hold where nothing else was chosen. */
  calibration?: string | undefined;
  /** Other codes and messages by outcome, or the path of a file with such a table. */
  responseCodes?:
    | string
    | Record<string, { code?: string | number | undefined; message?: string | undefined }>
    | undefined;
  /** Bearer tokens, each with the lanes that it opens: `*` stands for any text. */
  adminTokens?: { name: string; token: string; lanes: string }[] | undefined;
  /** Settles each day at 00:00 Hong Kong. */
  dailySettlement?: boolean | undefined;
  /** The RSA private key that signs notifications: PEM, or the path of one. */
  notificationKey?: string | undefined;
  /** Gets each log line; silent when left out. */
  log?: ((line: string) => void) | undefined;
}

export type { SignedEnvelope } from "../signing/envelope.js";

/** PEM. The demo merchant's pair signs play money only and is public on purpose. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** A sandbox that listens. */
export interface Sandbox extends AsyncDisposable {
  /** The base_url of the default lane. */
  readonly url: string;
  /** The lane of this name, made if it is new; `default` when left out. With a seed it is made anew. */
  lane(name?: string, options?: { seed?: number | undefined }): Promise<SandboxLane>;
  /** The demo merchant (3) signs with them. */
  readonly keys: KeyPair;
  /**
   * Answers without a socket, as `fetch` of `url` would: the path decides, whatever the host. A text without a host, such as
   * "/hosted-checkout/query", is a path. A fault that cuts the connection rejects, or breaks the body.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** PEM: verifies notifications. */
  notificationPublicKey(): Promise<string>;
  /** Answers what is under way, then closes. */
  stop(): Promise<void>;
}

/** The control API said no: what is wrong, and what to do about it. */
export interface ControlError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fix: string;
  /** After a wait: the facts that come closest. */
  readonly nearest: readonly unknown[];
}

/** An isolated world: its own orders, tokens, balances, clock, rules and journal. */
export interface SandboxLane {
  readonly name: string;
  /** The base_url for the code under test. */
  readonly url: string;
  readonly clock: LaneClock;
  /** Answers a call to this lane without a socket; the path may begin with the lane's own, or not. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** The body of a call of the demo merchant: `params`, or their text as it stands, and the signature. */
  sign(params: object | string): Promise<SignedEnvelope>;
  /** Clears state, rules, clock and journal. */
  reset(options?: { seed?: number | undefined }): Promise<void>;
  /** The lane goes, with all that is in it; it is made anew when it is used again. */
  drop(): Promise<void>;
  /** Puts a rule in, behind those put in before. */
  force(rule: Rule): Promise<PutRule>;
  /** The next call of the payment API gets it, once. */
  next(then: Then): Promise<PutRule>;
  readonly rules: LaneRules;
  /** Takes away a rule, or all that were forced. */
  unforce(id?: string): Promise<void>;
  /** Chooses for assumptions, by their ids, until a reset. Throws a ControlError where there is no such choice. */
  assume(chosen: Assume): Promise<void>;
  /** A scenario of the catalogue by its name, or a whole document, takes the place of the lane's scenarios. */
  load(scenario: string | Scenario): Promise<Applied>;
  /** Resolves with what matched as soon as it is so. Throws a ControlError with the nearest facts after `timeoutMs`. */
  waitFor(wanted: WaitForNotification): Promise<Notification[]>;
  waitFor(wanted: WaitForRequest): Promise<Call[]>;
  waitFor(wanted: WaitForOrder): Promise<Order[]>;
  /** Holds expectations against what happened; those of the lane's scenarios where none are given. */
  verify(expect?: Expectation[]): Promise<Report>;
  orders(filter?: OrderFilter): Promise<Order[]>;
  order(id: number): Promise<OrderDetails>;
  requests(filter?: RequestFilter): Promise<RequestSummary[]>;
  request(id: string): Promise<RequestDetails>;
  notifications(filter?: NotificationFilter): Promise<Notification[]>;
  /** Sends now, whatever the clock. */
  resend(notificationId: number): Promise<Notification>;
  release(notificationId: number): Promise<Notification>;
  /** Keeps one that waits until it is released. */
  hold(notificationId: number): Promise<Notification>;
  /** The shopper without a browser. */
  simulate(orderId: number, action: Simulation["action"] | Simulation): Promise<Order>;
  /** Stores a card for a user. */
  putToken(token: NewToken): Promise<Token>;
  tokens(filter?: TokenFilter): Promise<OwnedToken[]>;
  /** `publicKeys` replaces the list, the rest merges; the merchant is made if unknown. */
  putMerchant(merchantId: number, merchant: MerchantChange): Promise<Merchant>;
  merchant(merchantId: number): Promise<Merchant>;
  /** Settles all paid orders, of one merchant or of all; tells how many. */
  settle(merchantId?: number): Promise<number>;
  invariants(): Promise<Invariants>;
  /** Saves the lane under a name; the one of this name is replaced. */
  snapshot(name: string): Promise<Snapshot>;
  /** Puts this lane back to a snapshot. */
  restore(name: string): Promise<void>;
  /** Opens a snapshot as a new lane. */
  fork(name: string, lane: string): Promise<SandboxLane>;
}

/** The rules of a lane, in the order in which they are asked. */
export interface LaneRules {
  (): Promise<PutRule[]>;
  /** Switches a rule on again. */
  enable(id: string): Promise<PutRule>;
  /** Switches a rule off: it keeps its place and its counts, and is not asked. */
  disable(id: string): Promise<PutRule>;
}

/** The time of a lane. A move resolves when all that fell due has happened, deliveries included. */
export interface LaneClock {
  now(): Promise<Date>;
  /** Stops the clock, where it is or at an instant. */
  freeze(at?: string | Date): Promise<Moved>;
  /** Also into the past; the mode stays. */
  set(at: string | Date): Promise<Moved>;
  /** By `20m`, `2h`, `1d` and the like. */
  advance(by: string): Promise<Moved>;
  resume(): Promise<Moved>;
  runUntilIdle(): Promise<Moved>;
}
