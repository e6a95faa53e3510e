import type { Lane } from "../../app/lane.js";
import { isHttp } from "../../app/notifications/notification.js";
import { type Exchange, requestId } from "../../app/ports/exchange.js";
import type { AttemptRecord, OutboxEntry } from "../../app/ports/outbox.js";
import type { Changes } from "../../app/ports/store.js";
import { cellReached } from "../../coverage/reached.js";
import type { Order, Transaction } from "../../domain/order.js";
import { DEFAULT_LANE } from "../../server/lane-path.js";
import { callFactOf } from "./call-fact.js";
import type { Fact, FrozenNotice, LaneFacts, MoneyFact, NoticeFact } from "./facts.js";

/** More than a run makes: what is beyond is not judged. */
const LIMIT = 100_000;

interface Watched {
  readonly lane: Lane;
  readonly exchanges: { readonly ms: number; readonly exchange: Exchange }[];
  readonly money: Omit<MoneyFact, "lane">[];
  /** By notification and attempt: when it had ended. */
  readonly attempts: Map<string, number>;
  /** By call, such as req-3: when the client of a cut connection knew or had given up. */
  readonly cuts: Map<string, number>;
}

/** Lets the recorder of a lane see what happens there; none for a lane that nobody watches. */
export const recordedBy = (recorderOf: (lane: Lane) => Recorder | undefined) => ({
  opened: (lane: Lane) => recorderOf(lane)?.opened(lane),
  wasCut: (lane: Lane, requestId: string) => recorderOf(lane)?.wasCut(lane, requestId),
});

/** Sees what happens in the lanes of one run, in real time. */
export class Recorder {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #watched = new Map<string, Watched>();
  readonly #names: string[] = [];
  /** Called after each call and each attempt. */
  onActivity: (() => void) | undefined;

  /** `now`: real time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  get ms(): number {
    return this.#now() - this.#startedAt;
  }

  /**
   * Lanes as two runs have them in common: 0 is the default lane, the others count from 1 in the order in which they were
   * made.
   */
  slotOf(lane: string): number {
    if (lane === DEFAULT_LANE) return 0;
    if (!this.#names.includes(lane)) this.#names.push(lane);
    return this.#names.indexOf(lane) + 1;
  }

  /** A lane that is reset in the run begins anew, and so does what is known of it. */
  opened(lane: Lane): void {
    const watched: Watched = { lane, exchanges: [], money: [], attempts: new Map(), cuts: new Map() };
    this.#watched.set(lane.name, watched);
    lane.waiting.watch((changes) => this.#committed(watched, changes));
    lane.deliveries.watch(({ id, attempt }) => {
      watched.attempts.set(`${id} ${attempt}`, this.ms);
      this.onActivity?.();
    });
  }

  /** The client of a call whose connection was cut knows that no answer comes, or has given up. */
  wasCut(lane: Lane, requestId: string): void {
    this.#watched.get(lane.name)?.cuts.set(requestId, this.ms);
  }

  /** The lanes in which something was asked, by first use. */
  get lanes(): readonly Lane[] {
    return this.#used().map(({ lane }) => lane);
  }

  /** What was reached of operation × order state × outcome. */
  get cells(): ReadonlySet<string> {
    const all = this.#used().flatMap(({ exchanges }) => exchanges.map(({ exchange }) => cellReached(exchange)));
    return new Set(all.filter((cell) => cell !== undefined));
  }

  /** The last exchanges of a lane, oldest first. */
  lastExchanges(lane: Lane, count: number): readonly Exchange[] {
    return (this.#watched.get(lane.name)?.exchanges ?? []).slice(-count).map(({ exchange }) => exchange);
  }

  /** All that was seen; `mutant` names the scenario that changes something. */
  async facts(mutant: string | undefined): Promise<readonly LaneFacts[]> {
    return Promise.all(
      this.#used().map(async (watched, index) => ({
        ...(await factsOf(watched, index, mutant)),
        slot: this.slotOf(watched.lane.name),
      })),
    );
  }

  #used(): readonly Watched[] {
    return [...this.#watched.values()]
      .filter(({ exchanges }) => exchanges.length > 0)
      .sort((a, b) => a.exchanges[0]!.ms - b.exchanges[0]!.ms);
  }

  #committed(watched: Watched, changes: Changes | undefined): void {
    const { exchange, orders = [] } = changes ?? {};
    if (!exchange) return;
    const ms = this.ms;
    watched.exchanges.push({ ms, exchange });
    for (const { before, after } of orders) watched.money.push(...moneyOf(before, after, exchange, ms));
    this.onActivity?.();
  }
}

const moved = { SALE: "charged", REFUND: "refunded", SALE_VOID: "voided" } as const;

function moneyOf(
  before: Order | undefined,
  after: Order,
  { id: call, at }: Exchange,
  ms: number,
): readonly Omit<MoneyFact, "lane">[] {
  const known = before?.transactions.length ?? 0;
  return after.transactions
    .slice(known)
    .filter(({ declined }) => declined === undefined)
    .map(({ type, amount }: Transaction) => ({
      kind: "money",
      ms,
      at,
      orderId: after.id,
      reference: after.reference,
      what: moved[type],
      amount,
      currency: after.currency,
      call,
    }));
}

async function factsOf(watched: Watched, index: number, mutant: string | undefined): Promise<Omit<LaneFacts, "slot">> {
  const { lane, exchanges, money, attempts, cuts } = watched;
  const { views } = lane.store;
  const [orders, entries, now] = await Promise.all([
    views.orders({ limit: LIMIT }),
    views.notifications({ limit: LIMIT }),
    lane.clock.now(),
  ]);
  const facts: Fact[] = [
    ...exchanges.map(({ ms, exchange }) =>
      callFactOf(exchange, { ms, lane: index, mutant, leftMs: cuts.get(requestId(exchange.id)) }),
    ),
    ...money.map((fact) => ({ ...fact, lane: index })),
    ...entries.flatMap((entry) =>
      entry.attempts.map((attempt) => noticeOf(entry, attempt, index, attempts.get(`${entry.id} ${attempt.n}`) ?? 0)),
    ),
  ];
  return {
    index,
    name: lane.name,
    // What was seen at once keeps its order: first the call, then the money that it moved.
    facts: facts.sort((a, b) => a.ms - b.ms),
    orders: [...orders].sort((a, b) => a.id - b.id),
    notices: entries.map(frozenOf).sort((a, b) => a.id - b.id),
    now,
  };
}

function noticeOf(entry: OutboxEntry, attempt: AttemptRecord, lane: number, endedMs: number): NoticeFact {
  const { id, kind: about, orderId, reference, effects } = entry;
  const { n, at, request: body, status, body: answer, durationMs: tookMs, why } = attempt;
  const seen = { ms: Math.max(0, endedMs - tookMs), at, lane, orderId, reference };
  const says = fieldsOf(body);
  return {
    kind: "notice",
    ...seen,
    id,
    about,
    attempt: n,
    forged: effects.forge,
    body,
    says,
    status,
    answer,
    tookMs,
    why,
  };
}

function fieldsOf(body: string): Readonly<Record<string, string>> {
  if (body === "") return {};
  const { signature: _, ...fields } = JSON.parse(body) as Record<string, string>;
  return fields;
}

const frozenOf = ({ id, kind: about, orderId, causedBy, url, effects }: OutboxEntry): FrozenNotice => ({
  id,
  about,
  orderId,
  causedBy,
  isHttp: isHttp(url) && effects.drop !== true,
});
