import { clientOf, type Params, requests } from "../../../support/client.js";

/** What random callers of several nodes are given. */
export interface CallersOptions {
  readonly seed: number;
  readonly callers: number;
  readonly lanes: readonly string[];
  /** The nodes that are there now. */
  readonly nodes: () => readonly string[];
  readonly notifyUrl: string;
  /** Calls may be answered 503 or not at all: then it is looked up what became of them. */
  readonly isFaulty: boolean;
  readonly isOver: () => boolean;
}

export interface CallersResult {
  readonly calls: number;
  /** Calls without an answer that says what happened. */
  readonly lost: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
  /** References whose payment is to be told of. */
  readonly toBeTold: readonly string[];
}

type Status = "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED";

interface Known {
  readonly reference: string;
  readonly id: number;
  status: Status;
  readonly amount: number;
  /** The path of its page, where it has one. */
  readonly page?: string;
}

interface Call {
  readonly id: string;
  readonly text: string;
}

interface Answer {
  readonly http: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for.
  readonly body: any;
  readonly text: string;
  readonly requestId?: string | null;
}

/** Longer than any answer may take: a call that hangs is told of. */
const ANSWER_MAX_MS = 120_000;
export const SHARED_TIMES = 25;

/** The same numbers for the same seed. */
export function drawsOf(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Lost extends Error {}
class Wrong extends Error {}

/** What all callers of a lane know: how far its clock is for sure, and each call that was answered. */
export class LaneFacts {
  clockAtLeast = 0;
  readonly answered = new Map<string, string>();
}

/** A shop of its own merchant, that does one thing after another, each on a node that is drawn, and holds each answer against what it knows. */
class Caller {
  readonly kinds: Record<string, number> = {};
  calls = 0;
  lost = 0;
  readonly toBeTold: string[] = [];
  readonly #options: CallersOptions;
  readonly #draw: () => number;
  readonly #name: string;
  readonly #lane: string;
  readonly #facts: LaneFacts;
  readonly #merchantId: number;
  readonly #orders: Known[] = [];
  readonly #callsOf = new Map<string, Call[]>();
  #balance = 0;
  #n = 0;
  #firstOfOwnLane: number | undefined;

  constructor(n: number, lane: string, facts: LaneFacts, options: CallersOptions) {
    this.#options = options;
    this.#draw = drawsOf(options.seed * 1000 + n);
    this.#name = `c${n}`;
    this.#lane = lane;
    this.#facts = facts;
    this.#merchantId = 100 + n;
  }

  async step(): Promise<void> {
    const actions = [
      () => this.#sell(),
      () => this.#sell(),
      () => this.#sellOnPage(),
      () => this.#takeBack(),
      () => this.#takeBack(),
      () => this.#lookAt(),
      () => this.#lookAt(),
      () => this.#lookAt(),
      () => this.#sellByRule(),
      () => this.#sellByTheSharedRule(),
      () => this.#moveClock(),
      () => this.#storeCard(),
      () => this.#useOwnLane(),
      () => this.#sellAtOnce(),
      () => this.#takeBackAtOnce(),
      () => this.#refundBeyondBalance(),
    ];
    try {
      await this.#pick(actions)();
    } catch (error) {
      if (!(error instanceof Lost) || !this.#options.isFaulty) throw error;
      this.lost++;
    }
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#draw() * list.length)]!;
  }

  get #base(): string {
    return `${this.#pick(this.#options.nodes())}/lane/${this.#lane}`;
  }

  #reference(kind = "R"): string {
    return `${this.#name}-${kind}-${++this.#n}`;
  }

  #count(kind: string): void {
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
    this.calls++;
  }

  /** An answer that says what happened; throws Lost where there is none. */
  #sure(what: string, { http, body, ...rest }: Answer): Answer {
    this.#count(`${what.split(" ")[0]} ${http}`);
    if (http === 503 || (http === 409 && body?.code === "lane-gone" && this.#options.isFaulty))
      throw new Lost(body?.message ?? `HTTP ${http}`);
    if (http >= 500) throw new Wrong(`${what}: ${http} ${JSON.stringify(body)}`);
    return { http, body, ...rest };
  }

  async #pay(path: string, params: Params, base = this.#base): Promise<Answer> {
    const reference = params.merchantReference as string | undefined;
    const answered = await this.#answered(path, async (signal) => {
      const { http, body, text, headers } = await clientOf(base)(path, params, { signal });
      return { http, body, text, requestId: headers.get("x-sandbox-request-id") };
    });
    const { requestId, text } = answered;
    if (requestId && base.endsWith(`/lane/${this.#lane}`)) {
      const before = this.#facts.answered.get(requestId);
      if (before !== undefined) throw new Wrong(`${requestId} answers two calls: ${before} and ${text}`);
      this.#facts.answered.set(requestId, text);
      if (reference) this.#callsOf.set(reference, [...(this.#callsOf.get(reference) ?? []), { id: requestId, text }]);
    }
    return answered;
  }

  #control(method: string, path: string, body?: object, base = this.#base): Promise<Answer> {
    return this.#answered(`${method} ${path.replace(/\d+|\?.*/g, "")}`.replace(" ", "_"), async (signal) => {
      const answer = await fetch(`${base}/_sandbox/${path}`, {
        method,
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { http: answer.status, body: text.startsWith("{") ? JSON.parse(text) : undefined, text };
    });
  }

  async #answered(what: string, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const signal = AbortSignal.timeout(ANSWER_MAX_MS);
    let answer: Answer;
    try {
      answer = await ask(signal);
    } catch (error) {
      if (signal.aborted) throw new Wrong(`${what} was never answered`);
      this.#count(`${what} cut`);
      throw new Lost(String(error));
    }
    return this.#sure(what, answer);
  }

  #expect(isSo: boolean, what: string, ...more: readonly unknown[]): void {
    if (!isSo)
      throw new Wrong(`${this.#name} in ${this.#lane}: ${what} ${more.map((one) => JSON.stringify(one)).join(" ")}`);
  }

  /** What became of a call about a reference without an answer: asked until somebody knows. The answer holds from then on. */
  async #lookedUp(reference: string): Promise<{ id: number; status: Status; amount: number } | undefined> {
    for (;;) {
      try {
        const { body } = await this.#pay("direct/query", {
          merchantId: this.#merchantId,
          merchantReference: reference,
        });
        if (body.responseCode === "2001") return undefined;
        this.#expect(body.responseCode === "0000", "a query is answered", body);
        return body.order;
      } catch (error) {
        if (!(error instanceof Lost) || this.#options.nodes().length === 0) throw error;
      }
    }
  }

  /** Of an answer that was lost: a clear 503 says that nothing happened. */
  #mayHaveHappened = (error: Lost): boolean =>
    !/database|pool|store|sandbox stops/.test(error.message) || error.message.includes("not known");

  async #sell(over: Params = {}, kind = "R"): Promise<Known | undefined> {
    const reference = this.#reference(kind);
    const notify = this.#draw() < 0.3 ? { callbackUrl: { notify: this.#options.notifyUrl } } : {};
    const params = requests.sale({
      merchantId: this.#merchantId,
      merchantReference: reference,
      amount: 10,
      ...notify,
      ...over,
    });
    let sold: { id: number; status: Status; amount: number } | undefined;
    try {
      const { body } = await this.#pay("tokenization/sale", params);
      if (body.responseCode === "0000") sold = body.order;
      else if (body.responseCode === "3005") sold = await this.#lookedUp(reference);
      this.#expect(sold !== undefined, "a sale with a new reference is taken", reference, body);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.lost++;
      sold = await this.#lookedUp(reference);
      this.#expect(
        !sold || this.#mayHaveHappened(error),
        "what was answered 503 did not happen",
        reference,
        error.message,
      );
    }
    if (!sold) return undefined;
    const order: Known = { reference, id: sold.id, status: sold.status, amount: 10 };
    this.#orders.push(order);
    if (order.status === "SUCCESS") this.#balance += 10;
    if (order.status === "SUCCESS" && "callbackUrl" in params) this.toBeTold.push(`${this.#lane} ${reference}`);
    // A rule counts a call that is refused all the same.
    if (kind === "R" && this.#draw() < 0.3) {
      const { body } = await this.#pay("tokenization/sale", params);
      this.#expect(body.responseCode === "2002", "a reference is used once", reference, body);
    }
    return order;
  }

  async #sellOnPage(): Promise<void> {
    const reference = this.#reference("P");
    const params = requests.create({ merchantId: this.#merchantId, merchantReference: reference, amount: 10 });
    const { body } = await this.#pay("hosted-checkout/create", params);
    this.#expect(body.responseCode === "0000", "an order is made", reference, body);
    const page = new URL(body.checkoutUrl).pathname;
    const order: Known = { reference, id: body.order.id, status: "OPEN", amount: 10, page };
    this.#orders.push(order);
    await this.#lookAt(order);
    await this.#change(order, "SUCCESS", async () => {
      const paid = await this.#control("POST", `orders/${order.id}/simulate`, { action: "pay" });
      this.#expect(paid.http === 200 && paid.body.order.status === "SUCCESS", "an open order is paid", reference, paid);
    });
  }

  async #takeBack(): Promise<void> {
    const paid = this.#orders.filter(({ status }) => status === "SUCCESS");
    if (paid.length === 0) return void (await this.#sell());
    const order = this.#pick(paid);
    const [path, status] = this.#pick([
      ["hosted-checkout/refund", "REFUNDED"],
      ["hosted-checkout/void", "VOIDED"],
    ] as const);
    const { reference: merchantReference, amount } = order;
    const params = { merchantId: this.#merchantId, merchantReference, ...(status === "REFUNDED" && { amount }) };
    await this.#change(order, status, async () => {
      const { body } = await this.#pay(path, params);
      this.#expect(body.responseCode === "0000", `${path} is taken`, merchantReference, body);
    });
    if (order.status !== status || this.#draw() > 0.5) return;
    const { body } = await this.#pay(path, params);
    this.#expect(body.responseCode !== "0000", `${path} happens once`, merchantReference, body);
  }

  async #change(order: Known, to: Status, change: () => Promise<void>): Promise<void> {
    const from = order.status;
    try {
      await change();
      order.status = to;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.lost++;
      const found = await this.#lookedUp(order.reference);
      this.#expect(found?.status === from || found?.status === to, `${from} became ${to} or stayed`, order, found);
      this.#expect(
        found?.status === from || this.#mayHaveHappened(error),
        "a 503 changed nothing",
        order,
        error.message,
      );
      order.status = found!.status;
    }
    if (order.status !== from) this.#balance += to === "SUCCESS" ? order.amount : -order.amount;
  }

  /** Any way to look at an order tells what was answered last. */
  async #lookAt(which?: Known): Promise<void> {
    if (this.#orders.length === 0) return void (await this.#sell());
    const order = which ?? this.#pick(this.#draw() < 0.5 ? this.#orders.slice(-3) : this.#orders);
    const { reference: merchantReference, id, status, page } = order;
    const looks = [
      async () => {
        const { body } = await this.#pay("direct/query", { merchantId: this.#merchantId, orderId: id });
        this.#expect(body.order?.status === status, "a query sees the last write", order, body);
      },
      async () => {
        const { body } = await this.#control("GET", `orders/${id}`);
        this.#expect(body.order?.status === status, "an order is told as it was left", order, body);
      },
      async () => {
        const { body } = await this.#control("GET", `orders?merchantReference=${merchantReference}`);
        this.#expect(
          body.orders?.[0]?.status === status && body.orders.length === 1,
          "orders are listed as they were left",
          order,
          body,
        );
      },
      async () => {
        const { body } = await this.#control("GET", `requests?merchantReference=${merchantReference}&limit=500`);
        const told = new Set(body.requests.map(({ id }: { id: string }) => id));
        const missing = (this.#callsOf.get(merchantReference) ?? []).filter((call) => !told.has(call.id));
        this.#expect(missing.length === 0, "each answered call is in the journal", order, missing);
      },
      async () => {
        const { body } = await this.#control("GET", `merchants/${this.#merchantId}`);
        this.#expect(body.unsettledBalance?.HKD === this.#balance, "the balance is the sum", this.#balance, body);
      },
      async () => {
        const match = { merchantReference, status };
        const { http, body } = await this.#control("POST", "wait", { for: "order", match, timeoutMs: 0 });
        this.#expect(http === 200, "what was answered need not be waited for", order, body);
      },
      async () => {
        const { body } = await this.#control("POST", "verify", { expect: [{ order: { merchantReference, status } }] });
        this.#expect(body.passed === true, "what was answered is verified", order, body);
      },
      async () => {
        const { body } = await this.#control("GET", "invariants");
        this.#expect(body.holds === true, "the books balance at any instant", body);
      },
      async () => {
        const call = this.#callsOf.get(merchantReference)?.at(-1);
        if (!call) return;
        const { body } = await this.#control("GET", `requests/${call.id}`);
        this.#expect(body.response?.text === call.text, "the journal tells what was answered", call, body);
      },
      async () => {
        if (!page) return;
        const { text } = await this.#answered("GET_page", async (signal) => {
          const shown = await fetch(`${this.#pick(this.#options.nodes())}${page}`, { signal });
          return { http: shown.status, body: undefined, text: await shown.text() };
        });
        const isOpen = text.includes('data-testid="pay"');
        this.#expect(isOpen === (status === "OPEN"), "the page shows how the order stands", order, text.slice(0, 300));
      },
    ];
    await this.#pick(looks)();
  }

  /** A rule that one node was given is asked by each other one, as often as it says, and gone when it was taken away. */
  async #sellByRule(): Promise<void> {
    const kind = `rule${++this.#n}`;
    const times = 1 + Math.floor(this.#draw() * 3);
    const when = { merchantReference: `${this.#name}-${kind}-*` };
    const added = await this.#control("POST", "rules", { when, times, then: { outcome: "do-not-honour" } });
    this.#expect(added.http === 201, "a rule is put in", added);
    const isTakenAway = this.#draw() < 0.4;
    const before = isTakenAway ? times - 1 : times;
    const fire = async (declined: boolean) => {
      const order = await this.#sell({}, kind);
      if (order) this.#expect((order.status === "OPEN") === declined, `a rule fires ${times} times`, order, declined);
      return order !== undefined;
    };
    for (let fired = 0; fired < before; ) if (await fire(true)) fired++;
    if (isTakenAway) {
      const gone = await this.#control("DELETE", `rules/${added.body.id}`);
      this.#expect(gone.http === 204, "a rule is taken away", gone);
    }
    await fire(false);
  }

  /** All callers of a lane use up the same rule. */
  async #sellByTheSharedRule(): Promise<void> {
    await this.#sell({ reason: "shared" }, "shared");
  }

  /** How many of some calls that are sent at once were taken: at most so many may be, and so many are where none is lost. */
  async #taken(most: number, what: string, calls: readonly (readonly [path: string, params: Params])[]): Promise<void> {
    const sent = await Promise.allSettled(calls.map(([path, params]) => this.#pay(path, params)));
    const failed = sent.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    for (const reason of failed) if (!(reason instanceof Lost)) throw reason;
    const answers = sent.flatMap((one) => (one.status === "fulfilled" ? [one.value.body] : []));
    const taken = answers.filter(({ responseCode }) => responseCode === "0000").length;
    this.#expect(taken <= most && taken + failed.length >= most, what, calls, answers);
    if (failed.length > 0) throw failed[0];
  }

  async #sellAtOnce(): Promise<void> {
    const merchantReference = this.#reference("once");
    const sale = requests.sale({ merchantId: this.#merchantId + 1_000, merchantReference, amount: 10 });
    await this.#taken(1, "a reference is used once", [
      ["tokenization/sale", sale],
      ["tokenization/sale", sale],
      ["hosted-checkout/create", requests.create({ merchantId: this.#merchantId + 1_000, merchantReference })],
    ]);
  }

  async #takeBackAtOnce(): Promise<void> {
    const merchantId = this.#merchantId + 1_000;
    const merchantReference = this.#reference("back");
    const { body } = await this.#pay("tokenization/sale", requests.sale({ merchantId, merchantReference, amount: 10 }));
    const orderId = body.order.id;
    await this.#taken(1, "money goes back once", [
      ["hosted-checkout/refund", { merchantId, merchantReference, amount: 10 }],
      ["direct/void", { merchantId, orderId }],
      ["direct/refund", { merchantId, orderId, amount: 10 }],
      ["hosted-checkout/void", { merchantId, merchantReference }],
    ]);
  }

  /** Of what was settled no more goes back than there is. */
  async #refundBeyondBalance(): Promise<void> {
    const merchantId = 10_000 + this.#merchantId * 1_000 + ++this.#n;
    const sales = [1, 2, 3].map((n) =>
      requests.sale({ merchantId, merchantReference: `${this.#name}-settled-${n}`, amount: 10 }),
    );
    for (const sale of sales) await this.#pay("tokenization/sale", sale);
    const { body } = await this.#control("POST", "settle", { merchantId });
    this.#expect(body.settled === 3, "what was paid is settled", body);
    const more = requests.sale({ merchantId, merchantReference: `${this.#name}-more`, amount: 20 });
    const refunds = sales.map(
      ({ merchantReference }) => ["hosted-checkout/refund", { merchantId, merchantReference, amount: 10 }] as const,
    );
    await this.#pay("tokenization/sale", more);
    await this.#taken(2, "refunds stop at the balance", refunds);
  }

  async #moveClock(): Promise<void> {
    const by = `${Math.floor(this.#draw() * 5_000)}ms`;
    const floor = this.#facts.clockAtLeast;
    const how = this.#draw() < 0.4 ? (["PUT", { action: "advance", by }] as const) : (["GET"] as const);
    const { http, body } = await this.#control(how[0], "clock", how[1]);
    this.#expect(http === 200, "the clock is told", body);
    const now = Date.parse(body.now);
    this.#expect(now >= floor, "the clock does not go back", body, new Date(floor));
    this.#facts.clockAtLeast = Math.max(this.#facts.clockAtLeast, now);
  }

  async #storeCard(): Promise<void> {
    const userId = `${this.#name}-user-${++this.#n}`;
    const { http, body } = await this.#control("POST", "tokens", {
      merchantId: this.#merchantId,
      userId,
      card: "visa-credit",
    });
    this.#expect(http === 201, "a card is stored", body);
    const listed = await this.#pay("tokenization/query-token", { merchantId: this.#merchantId, userId });
    this.#expect(listed.body.list?.[0]?.tokenId === body.tokenId, "a stored card is listed", body, listed.body);
  }

  /** A lane that nobody else uses: resets, snapshots and drops on one node are met on each other one. */
  async #useOwnLane(): Promise<void> {
    const lane = `${this.#lane}-${this.#name}`;
    const at = () => `${this.#pick(this.#options.nodes())}/lane/${lane}`;
    const sell = async (merchantReference: string) => {
      const { body } = await this.#pay("tokenization/sale", requests.sale({ merchantReference }), at());
      this.#expect(body.responseCode === "0000", "a sale in a new lane is taken", body);
      return body.order.id as number;
    };
    const listed = async () => {
      const { body } = await this.#control("GET", "orders", undefined, at());
      return body.orders.map((order: { merchantReference: string }) => order.merchantReference).join();
    };
    const made =
      this.#draw() < 0.7
        ? await this.#control("POST", "reset", {}, at())
        : await this.#control("DELETE", `lanes/${lane}`, undefined, at());
    this.#expect(made.http === 204 || made.http === 404, "a lane is made anew", made);
    const rest = this.#pick([
      async () => {},
      async () => {
        const frozen = await this.#control("PUT", "clock", { action: "freeze", at: "2030-01-01T00:00:00Z" }, at());
        this.#expect(frozen.http === 200, "the clock of a new lane is moved", frozen);
        const { body } = await this.#control("GET", "clock", undefined, at());
        this.#expect(body.now.startsWith("2030-01-01T00:00:00.000"), "a clock that was set stands there", body);
      },
      async () => {
        const put = await this.#control("PUT", "assumptions", { "duplicate-reference": "return-existing" }, at());
        this.#expect(put.http === 200, "assumptions of a new lane are put", put);
      },
    ]);
    await rest();
    const first = await sell("first");
    this.#firstOfOwnLane ??= first;
    this.#expect(first === this.#firstOfOwnLane, "ids begin anew in a new lane", first, this.#firstOfOwnLane);
    this.#expect((await listed()) === "first", "a new lane holds what came since", await listed());
    if (this.#draw() < 0.5) return;
    const saved = await this.#control("POST", "snapshots", { name: lane }, at());
    this.#expect(saved.http === 201, "a snapshot is saved", saved);
    await sell("second");
    this.#expect((await listed()) === "second,first", "both are listed", await listed());
    const loaded = await this.#control("POST", `snapshots/${lane}/load`, {}, at());
    this.#expect(loaded.http === 200, "a snapshot is loaded", loaded);
    this.#expect((await listed()) === "first", "a loaded snapshot is met by each node", await listed());
    this.#expect((await sell("third")) === first + 1, "ids go on behind a snapshot", await listed());
  }

  get balance(): { readonly merchantId: number; readonly amount: number } {
    return { merchantId: this.#merchantId, amount: this.#balance };
  }

  get known(): readonly Known[] {
    return this.#orders;
  }
}

/** Lets callers do what they draw until it is over; answers what was not as it must be. */
export async function callAtRandom(
  options: CallersOptions,
  facts: ReadonlyMap<string, LaneFacts>,
): Promise<CallersResult> {
  const { callers: count, lanes, isOver } = options;
  const wrong: string[] = [];
  const callers = Array.from({ length: count }, (_, n) => {
    const lane = lanes[n % lanes.length]!;
    return new Caller(n, lane, facts.get(lane)!, options);
  });
  await Promise.all(
    callers.map(async (caller) => {
      while (!isOver() && wrong.length === 0) {
        try {
          await caller.step();
        } catch (error) {
          wrong.push(error instanceof Wrong ? error.message : `${(error as Error).stack}`);
        }
      }
    }),
  );
  const kinds: Record<string, number> = {};
  for (const caller of callers)
    for (const [kind, n] of Object.entries(caller.kinds)) kinds[kind] = (kinds[kind] ?? 0) + n;
  const sum = (of: (caller: Caller) => number) => callers.reduce((all, caller) => all + of(caller), 0);
  return {
    calls: sum(({ calls }) => calls),
    lost: sum(({ lost }) => lost),
    kinds,
    wrong,
    toBeTold: callers.flatMap(({ toBeTold }) => toBeTold),
  };
}

/** Each answered call stands in the journal once, ids are dense, the shared rule fired as often as it may, the books balance. */
export async function wrongIn(url: string, { answered }: LaneFacts): Promise<readonly string[]> {
  const wrong: string[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: what is asked for says what comes.
  const get = async (path: string): Promise<any> => (await fetch(`${url}/_sandbox/${path}`)).json();
  const all = async (what: "requests" | "orders") => {
    const found: { id: string | number; responseCode: string; rule?: string }[] = [];
    for (let before = ""; ; ) {
      const { [what]: page } = await get(`${what}?limit=1000${before}`);
      if (page.length === 0) return found.reverse();
      found.push(...page);
      before = `&before=${String(page.at(-1).id).replace("req-", "")}`;
    }
  };
  const calls = await all("requests");
  const numbers = calls.map(({ id }) => Number(String(id).replace("req-", "")));
  if (!numbers.every((n, i) => n === i + 1))
    wrong.push(`${url}: the journal is not dense: ${numbers.length} calls up to ${numbers.at(-1)}`);
  const codes = new Map(calls.map(({ id, responseCode }) => [String(id), responseCode]));
  for (const [id, text] of answered)
    if (codes.get(id) !== JSON.parse(text).responseCode)
      wrong.push(`${url}: ${id} was answered ${text}, the journal says ${codes.get(id)}`);
  const orders = (await all("orders")).map(({ id }) => Number(id));
  if (!orders.every((id, i) => id === orders[0]! + i)) wrong.push(`${url}: ids of orders are not dense`);
  const fired = calls.filter(({ rule }) => rule === "shared").length;
  const { rules } = await get("rules");
  const told = rules.find(({ name }: { name?: string }) => name === "shared")?.fired;
  if (fired > SHARED_TIMES || fired !== told)
    wrong.push(`${url}: the shared rule fired ${fired} times, and says ${told}`);
  const books = await get("invariants");
  if (!books.holds) wrong.push(`${url}: ${JSON.stringify(books.broken)}`);
  return wrong;
}
