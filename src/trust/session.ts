import type { Evidence } from "../config/calibration.js";
import type { AnswerName } from "../facts/codes.js";
import { requireService } from "./hello.js";
import type { LearntCodes } from "./learnt-codes.js";
import type { Listener, NotifyAddress, NotifyAnswer } from "./listener.js";
import { shortened } from "./mask.js";
import { signatureFault } from "./notified.js";
import type { Person } from "./person.js";
import { CHARGED_MAX_MINOR, Purse, SALE_MINOR } from "./purse.js";
import { type Answer, isSuccess, type Json, type Target } from "./target.js";
import { isUsable, type StoredToken } from "./tokens.js";
import { Undetermined } from "./undetermined.js";

/** The time of the calls; tests move it. */
export interface Pace {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export interface SessionOptions {
  readonly target: Target;
  readonly codes: LearntCodes;
  readonly person: Person;
  readonly pace: Pace;
  readonly userId: string;
  /** What no reference of another run begins with. */
  readonly prefix: string;
  /** Hears what the target notifies; undefined where it can reach no address of this machine. */
  readonly listener?: Listener | undefined;
  /** What is charged is taken out of it; left out: a purse of its own. */
  readonly purse?: Purse | undefined;
}

/** What was found out once, and what it was seen by. */
interface Found {
  readonly value: unknown;
  readonly evidence: readonly Evidence[];
  readonly deciding: readonly string[];
}

/** How many calls of a probe are kept as evidence. */
const EVIDENCE_MAX = 4;

/** What probes call the target with: it makes its own references, watches what is charged, and keeps what was seen. */
export class Session {
  readonly #options: SessionOptions;
  readonly purse: Purse;
  #references = 0;
  #evidence: Evidence[] = [];
  #deciding = new Set<string>();
  #tokens: readonly StoredToken[] | undefined;
  #walletOrder: Promise<Json> | undefined;
  readonly #found = new Map<string, Found>();
  /** How far the target's clock is ahead of ours, in milliseconds. */
  #aheadMs = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.purse = options.purse ?? new Purse();
  }

  get codes(): LearntCodes {
    return this.#options.codes;
  }

  get target(): Target {
    return this.#options.target;
  }

  get userId(): string {
    return this.#options.userId;
  }

  /** A reference that nobody used before. */
  reference(): string {
    return `${this.#options.prefix}-${++this.#references}`;
  }

  /** An instant of the target's time, `ms` from now, as ISO 8601 with `offset`. */
  instant(ms: number, offset = "+00:00"): string {
    const at = this.#options.pace.now() + this.#aheadMs + ms + Number.parseInt(offset, 10) * 3_600_000;
    return `${new Date(at).toISOString().slice(0, 23)}${offset}`;
  }

  wait(ms: number): Promise<void> {
    return this.#options.pace.wait(ms);
  }

  /** Begins the evidence anew. */
  begin(): void {
    this.#evidence = [];
    this.#deciding = new Set();
  }

  get evidence(): readonly Evidence[] {
    return this.#evidence.slice(0, EVIDENCE_MAX);
  }

  /** The refusals' codes that the conclusion since `begin` rests on. */
  get deciding(): readonly string[] {
    return [...this.#deciding];
  }

  /** A call whose answer is looked at; kept as evidence. */
  async ask(path: string, params: Json): Promise<Answer> {
    const answer = await this.target.call(path, params);
    this.keep(path, JSON.stringify(params), answer);
    return answer;
  }

  /** Posts a body as it stands; kept as evidence. */
  async askRaw(path: string, body: string): Promise<Answer> {
    const answer = await this.target.post(path, body);
    this.keep(path, body, answer);
    return answer;
  }

  keep(path: string, request: string, { http, text }: Pick<Answer, "http" | "text">): void {
    this.#evidence.push({ request: `${path} ${shortened(request)}`, answer: `${http} ${shortened(text)}` });
  }

  /** Finds something out for all probes that rest on it; what failed is tried again. */
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

  /** An address that the target can notify. Throws Undetermined where it can reach none of this machine. */
  notifyAddress(answers: NotifyAnswer): NotifyAddress {
    const { listener } = this.#options;
    if (!listener) throw new Undetermined("nobody listens for notifications (--listen)");
    return listener.address(answers);
  }

  /** Throws Undetermined where what came to an address is not signed as the service signs. */
  requireSigned({ url, heard }: NotifyAddress): void {
    const fault = signatureFault(heard[0] ?? "", this.#options.listener?.key);
    if (fault !== undefined) throw new Undetermined(`what came to ${url} ${fault}`);
  }

  /** What is concluded rests on the meaning of this code. */
  restsOn(code: string): void {
    this.#deciding.add(code);
  }

  /** A call that must succeed: a set-up or a control. Throws Undetermined, and TargetFault where no payment service answers so. */
  async need(path: string, params: Json): Promise<Answer> {
    const answer = await this.target.call(path, params);
    if (isSuccess(answer)) return answer;
    if (answer.code === undefined) requireService(answer, path);
    else this.codes.unasked(answer.code);
    throw new Undetermined(`${path} was to succeed, and answered ${answer.http} ${shortened(answer.text)}`);
  }

  /** The parameters of an order that waits for its shopper. */
  creation(over: Json = {}): Json {
    return {
      merchantReference: this.reference(),
      amount: 10,
      lineItems: [{ quantity: 1, priceData: { name: "Calibration", unitAmount: 10 } }],
      ...over,
    };
  }

  /** An order that waits for its shopper. */
  async created(over: Json = {}): Promise<Json> {
    const { body } = await this.need("hosted-checkout/create", this.creation(over));
    const order = orderIn(body);
    const at = Date.parse(String(order.createTime));
    if (!Number.isNaN(at)) this.#aheadMs = at - this.#options.pace.now();
    return order;
  }

  /** The parameters of a charge of a stored card, 0.30. Throws Undetermined where no card may be charged, or no more. */
  async sale(over: Json = {}, token?: StoredToken): Promise<Json> {
    return {
      ...(await this.charge(token)),
      lineItems: [{ quantity: 1, priceData: { name: "Calibration", unitAmount: 0.3 } }],
      ...over,
    };
  }

  /** What sale and recurring have in common. */
  async charge(token?: StoredToken): Promise<Json> {
    const [first] = await this.usableTokens();
    const charged = token ?? first;
    if (!charged)
      throw new Undetermined(
        `query-token lists no card of user ${this.userId} that may be charged (--user names another)`,
      );
    this.#spend();
    return {
      userId: this.userId,
      tokenId: charged.tokenId,
      merchantReference: this.reference(),
      amount: SALE_MINOR / 100,
    };
  }

  #spend(): void {
    if (!this.purse.take())
      throw new Undetermined(
        `${CHARGED_MAX_MINOR / 100}.00 were charged, and no more may be: --resume goes on in another run`,
      );
  }

  /** A paid order of ours. */
  async sold(over: Json = {}, token?: StoredToken): Promise<Json> {
    return orderIn((await this.need("tokenization/sale", await this.sale(over, token))).body);
  }

  /** A paid order of ours that was charged again after `parentOrderId`. */
  async chargedAgain(parentOrderId: unknown, token?: StoredToken): Promise<Json> {
    return orderIn((await this.need("tokenization/recurring", await this.recurring(parentOrderId, token))).body);
  }

  async recurring(parentOrderId: unknown, token?: StoredToken): Promise<Json> {
    return { ...(await this.charge(token)), reason: "calibration", parentOrderId };
  }

  async queried(order: Json): Promise<Json> {
    return orderIn((await this.need("hosted-checkout/query", { orderId: order.id })).body);
  }

  /** The stored cards of the user, as query-token lists them. */
  async tokens(): Promise<readonly StoredToken[]> {
    if (this.#tokens) return this.#tokens;
    const { body } = await this.need("tokenization/query-token", { userId: this.userId });
    this.#tokens = Array.isArray(body.list) ? (body.list as StoredToken[]) : [];
    return this.#tokens;
  }

  /** Those that have not expired. */
  async usableTokens(): Promise<readonly StoredToken[]> {
    const month = this.instant(0).slice(0, 7).replace("-", "");
    return (await this.tokens()).filter((token) => isUsable(token, month));
  }

  /** An order of ours that a person paid with AlipayHK. */
  walletOrder(): Promise<Json> {
    this.#walletOrder ??= this.#paidByWallet();
    return this.#walletOrder;
  }

  async #paidByWallet(): Promise<Json> {
    const { body } = await this.need(
      "hosted-checkout/create",
      this.creation({ amount: 1, paymentMethods: "ALIPAYHK" }),
    );
    await this.asked("pay with AlipayHK", body);
    const order = await this.queried(orderIn(body));
    if (order.status !== "SUCCESS") throw new Undetermined(`the order that was to be paid is ${order.status}`);
    return order;
  }

  /** Has a person do something on the page of an answer. Throws Undetermined where nobody does it. */
  async asked(what: string, { checkoutUrl }: Json): Promise<void> {
    const done = typeof checkoutUrl === "string" ? await this.#options.person.ask(what, checkoutUrl) : "skipped";
    if (done === "skipped") throw new Undetermined(`it needs a person at a terminal (${what}), and was skipped`);
  }

  learn(name: AnswerName, ...answers: readonly Answer[]): void {
    this.codes.learn(name, answers);
  }
}

/** The order of an answer; empty where it has none. */
export const orderIn = (body: Json): Json =>
  typeof body.order === "object" && body.order !== null ? (body.order as Json) : {};
