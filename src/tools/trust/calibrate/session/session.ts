import type { Json } from "../../../../package/json.js";
import type { Evidence } from "../../../../server/options/calibration.js";
import { orderIn } from "../../recording/exchange.js";
import { shortened } from "../../recording/mask.js";
import { type Listener, type NotifyAddress, type NotifyAnswer, signatureFault } from "../../target/listener.js";
import type { RateClock } from "../../target/rate-limit.js";
import { requireService } from "../../target/service-check.js";
import { type HttpAnswer, isSuccess, LostAnswer, type Target } from "../../target/target.js";
import { isUsable, type StoredToken } from "../../target/tokens.js";
import type { LearntCodes } from "../results/learnt-codes.js";
import { CHARGED_MAX_MINOR, type Charges, SALE_MINOR } from "./charges.js";
import type { Person } from "./person.js";

/** Thrown by a probe that can't conclude anything. The text gives the reason. */
export class Undetermined extends Error {}

/** A rate limit, a decline or a lost answer disturbed the probe. It may succeed if it starts again. */
export class Disturbed extends Undetermined {}

export interface SessionOptions {
  readonly target: Target;
  readonly codes: LearntCodes;
  readonly person: Person;
  readonly clock: RateClock;
  readonly userId: string;
  /** A prefix that no other run uses for its references. */
  readonly prefix: string;
  /** Receives the target's notifications. Undefined if the target can't reach this machine. */
  readonly listener?: Listener | undefined;
  readonly charges: Charges;
}

/** A result that was found once, with its evidence. */
interface Found {
  readonly value: unknown;
  readonly evidence: readonly Evidence[];
  readonly deciding: readonly string[];
}

/** How many calls of a probe are kept as evidence. */
const EVIDENCE_MAX = 4;
/** How often to repeat a call that creates an order, until an answer comes. */
const MADE_TRIES = 3;

/** The probes' session with the target: creates references, counts charges, and keeps evidence. */
export class Session {
  readonly target: Target;
  readonly codes: LearntCodes;
  readonly userId: string;
  readonly #options: SessionOptions;
  #references = 0;
  #evidence: Evidence[] = [];
  #deciding = new Set<string>();
  readonly #found = new Map<string, Found>();
  #tokens: readonly StoredToken[] | undefined;
  #walletOrder: Promise<Json> | undefined;
  /** How far the target's clock is ahead of ours, in milliseconds. */
  #aheadMs = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.target = options.target;
    this.codes = options.codes;
    this.userId = options.userId;
  }

  /** A reference that was never used before. */
  reference(): string {
    return `${this.#options.prefix}-${++this.#references}`;
  }

  /** The instant `ms` from now on the target's clock, as ISO 8601 with `offset`. */
  instant(ms: number, offset = "+00:00"): string {
    const at = this.#options.clock.now() + this.#aheadMs + ms + Number.parseInt(offset, 10) * 3_600_000;
    return `${new Date(at).toISOString().slice(0, 23)}${offset}`;
  }

  wait(ms: number): Promise<void> {
    return this.#options.clock.wait(ms);
  }

  /** Clears the evidence. */
  begin(): void {
    this.#evidence = [];
    this.#deciding = new Set();
  }

  get evidence(): readonly Evidence[] {
    return this.#evidence.slice(0, EVIDENCE_MAX);
  }

  /** The codes of refusals on which the conclusion since `begin` is based. */
  get deciding(): readonly string[] {
    return [...this.#deciding];
  }

  /** Records that the conclusion depends on the meaning of this code. */
  restsOn(code: string): void {
    this.#deciding.add(code);
  }

  /** Makes a call, checks its answer and keeps it as evidence. */
  async ask(path: string, params: Json): Promise<HttpAnswer> {
    return this.keep(path, JSON.stringify(params), await this.target.call(path, params));
  }

  /** Posts a body unchanged, and keeps it as evidence. */
  async askRaw(path: string, body: string): Promise<HttpAnswer> {
    return this.keep(path, body, await this.target.post(path, body));
  }

  keep<A extends Pick<HttpAnswer, "http" | "text">>(path: string, request: string, answer: A): A {
    const { http, text } = answer;
    this.#evidence.push({ request: `${path} ${shortened(request)}`, answer: `${http} ${shortened(text)}` });
    return answer;
  }

  /** Runs a search only once, for all probes that need its result. A failed search is repeated. */
  async once<T>(name: string, find: () => Promise<T>): Promise<T> {
    const known = this.#found.get(name);
    if (known) {
      this.#evidence.push(...known.evidence);
      for (const code of known.deciding) this.restsOn(code);
      return known.value as T;
    }
    const from = this.#evidence.length;
    const value = await find();
    this.#found.set(name, { value, evidence: this.#evidence.slice(from), deciding: this.deciding });
    return value;
  }

  /**
   * Makes a call that must succeed: a set-up or a control. Throws Undetermined, or TargetFault if no payment service
   * answers this way.
   */
  async need(path: string, params: Json): Promise<HttpAnswer> {
    const answer = await this.target.call(path, params);
    if (isSuccess(answer)) return answer;
    if (answer.code === undefined) requireService(answer, path);
    else this.codes.unasked(answer.code);
    throw new Disturbed(`${path} was to succeed, and answered ${answer.http} ${shortened(answer.text)}`);
  }

  /** Makes a call that must succeed, and keeps it as evidence. Returns the answer's order, if it has one. */
  async needSeen(path: string, params: Json): Promise<HttpAnswer & { readonly order: Json }> {
    const answer = this.keep(path, JSON.stringify(params), await this.need(path, params));
    return { ...answer, order: orderIn(answer.body) };
  }

  /**
   * Creates an order. If the answer is lost, the call is repeated with a new reference, because it may not have been
   * carried out.
   */
  async #made(path: string, params: () => Json | Promise<Json>): Promise<Json> {
    for (let tries = 1; ; tries++)
      try {
        return orderIn((await this.need(path, await params())).body);
      } catch (error) {
        if (!(error instanceof LostAnswer) || tries === MADE_TRIES) throw error;
      }
  }

  /** The parameters of an order that waits for its shopper. */
  creation(over: Json = {}): Json {
    return {
      merchantReference: this.reference(),
      amount: 1,
      lineItems: [{ quantity: 1, priceData: { name: "Calibration", unitAmount: 1 } }],
      ...over,
    };
  }

  /** An order that waits for its shopper. */
  async created(over: Json = {}): Promise<Json> {
    const order = await this.#made("hosted-checkout/create", () => this.creation(over));
    const at = Date.parse(String(order.createTime));
    if (!Number.isNaN(at)) this.#aheadMs = at - this.#options.clock.now();
    return order;
  }

  /** Parameters that sale and recurring share. Throws Undetermined if no card, or no further amount, may be charged. */
  async charge(token?: StoredToken): Promise<Json> {
    const [first] = await this.usableTokens();
    const charged = token ?? first;
    if (!charged)
      throw new Undetermined(
        `query-token lists no card of user ${this.userId} that may be charged (--user names another)`,
      );
    const merchantReference = this.reference();
    if (!this.#options.charges.take(merchantReference))
      throw new Undetermined(
        `${CHARGED_MAX_MINOR / 100}.00 were charged, and no more may be: another run goes on (--resume)`,
      );
    return { userId: this.userId, tokenId: charged.tokenId, merchantReference, amount: SALE_MINOR / 100 };
  }

  /** The parameters of a small charge to a stored card. */
  async sale(over: Json = {}, token?: StoredToken): Promise<Json> {
    return {
      ...(await this.charge(token)),
      lineItems: [{ quantity: 1, priceData: { name: "Calibration", unitAmount: SALE_MINOR / 100 } }],
      ...over,
    };
  }

  async recurring(parentOrderId: unknown, token?: StoredToken): Promise<Json> {
    return { ...(await this.charge(token)), reason: "calibration", parentOrderId };
  }

  /** Creates a paid order. */
  sold(over: Json = {}, token?: StoredToken): Promise<Json> {
    return this.#made("tokenization/sale", () => this.sale(over, token));
  }

  /** Creates a paid order by a recurring charge with `parentOrderId`. */
  chargedAgain(parentOrderId: unknown): Promise<Json> {
    return this.#made("tokenization/recurring", () => this.recurring(parentOrderId));
  }

  async queried({ id: orderId }: Json): Promise<Json> {
    return (await this.needSeen("hosted-checkout/query", { orderId })).order;
  }

  /** The user's stored cards, as query-token lists them. */
  async tokens(): Promise<readonly StoredToken[]> {
    this.#tokens ??= tokensIn((await this.need("tokenization/query-token", { userId: this.userId })).body);
    return this.#tokens;
  }

  /** The cards that have not expired. */
  async usableTokens(): Promise<readonly StoredToken[]> {
    const month = this.instant(0).slice(0, 7).replace("-", "");
    return (await this.tokens()).filter((token) => isUsable(token, month));
  }

  /** An order that a person has paid with AlipayHK. Asks only once, even if nobody did it. */
  walletOrder(): Promise<Json> {
    this.#walletOrder ??= this.paidByWallet();
    return this.#walletOrder;
  }

  /** A new order that a person has paid with AlipayHK. */
  async paidByWallet(over: Json = {}): Promise<Json> {
    const params = this.creation({ paymentMethods: "ALIPAYHK", ...over });
    const { body } = await this.need("hosted-checkout/create", params);
    await this.asked("pay with AlipayHK", body);
    const order = await this.queried(orderIn(body));
    if (order.status !== "SUCCESS") throw new Undetermined(`the order that was to be paid is ${order.status}`);
    return order;
  }

  /** Asks a person to act on the page in an answer. Throws Undetermined if nobody does. */
  async asked(what: string, { checkoutUrl }: Json): Promise<void> {
    const done = typeof checkoutUrl === "string" ? await this.#options.person.ask(what, checkoutUrl) : "skipped";
    if (done === "skipped") throw new Undetermined(`it needs a person at a terminal (${what}), and was skipped`);
  }

  /** An address that the target can notify. Throws Undetermined if it can't reach this machine. */
  notifyAddress(answers: NotifyAnswer): NotifyAddress {
    const { listener } = this.#options;
    if (!listener) throw new Undetermined("nobody listens for notifications (--listen)");
    return listener.address(answers);
  }

  /** Throws Undetermined if a notification does not have a valid signature of the service. */
  requireSigned({ url, heard }: NotifyAddress): void {
    const fault = signatureFault(heard[0] ?? "", this.#options.listener?.key);
    if (fault !== undefined) throw new Undetermined(`what came to ${url} ${fault}`);
  }
}

/** The stored cards in an answer of query-token. */
export const tokensIn = ({ list }: Json): readonly StoredToken[] =>
  Array.isArray(list) ? (list as StoredToken[]) : [];
