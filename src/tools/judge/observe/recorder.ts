import { setTimeout as pause } from "node:timers/promises";
import type { Order, Transaction } from "../../../core/domain/order.js";
import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { explainExchange } from "../../../lane/explain/explain.js";
import type { Lane } from "../../../lane/lane.js";
import type { Pace } from "../../../lane/notifications/pace.js";
import { type Exchange, requestId } from "../../../lane/ports/exchange.js";
import { DEFAULT_LANE } from "../../../lane/ports/name.js";
import type { Changes } from "../../../lane/ports/store.js";
import type { Opened } from "../../../server/lanes/lane-opener.js";
import { cellReached } from "../../coverage/reached.js";
import { ANSWERED_MS, type LaneLife, lifeOf } from "../../runs/lane-life.js";
import { callFactOf } from "./call-fact.js";
import type { Fact, LaneFacts, MoneyFact } from "./facts.js";
import { frozenOf, notificationFactOf } from "./notification-fact.js";

/** More entries than a normal run has. Later ones are not judged. */
const LIMIT = 100_000;

interface Watched extends Pick<Opened, "restored"> {
  readonly lane: Lane;
  readonly exchanges: { readonly ms: number; readonly exchange: Exchange }[];
  readonly money: Omit<MoneyFact, "lane">[];
  /** By notification and attempt: when it was sent. */
  readonly attempts: Map<string, number>;
  /** By notification and attempt: when its result was known. */
  readonly handled: Map<string, number>;
  /** By call, such as req-3: when the client of a cut connection had noticed or given up. */
  readonly cuts: Map<string, number>;
}

/** A dropped lane, and its contents. */
interface PastLane {
  readonly watched: Watched;
  readonly slot: number;
  readonly seen: Promise<{ readonly state: Seen; readonly life: LaneLife }>;
}

/** Those that were called, by first use. */
const usedOf = <T extends Pick<PastLane, "watched">>(all: readonly T[]): readonly T[] =>
  all
    .filter(({ watched }) => watched.exchanges.length > 0)
    .sort((a, b) => a.watched.exchanges[0]!.ms - b.watched.exchanges[0]!.ms);

/** Sends a lane's events to its recorder. A lane without a recorder has no watcher. */
export const recordedBy = (recorderOf: (lane: Lane) => Recorder | undefined) => ({
  opened: (lane: Lane, how: Opened) => recorderOf(lane)?.opened(lane, how),
  retired: async (lane: Lane) => recorderOf(lane)?.retired(lane),
  wasCut: (lane: Lane, requestId: string) => recorderOf(lane)?.wasCut(lane, requestId),
  hold: (lane: Lane, { reply }: { readonly reply: { readonly requestId: string } }) =>
    recorderOf(lane)?.held(lane, reply.requestId),
});

/** Watches the lane of one slot. */
interface SlotWatch {
  /** Called before the lane answers its first call. */
  opened(lane: Lane): void;
  /** Called with each commit, and without an argument if the lane is gone. */
  committed(changes?: Changes): void;
  /**
   * Called with the id of each answer that is ready to be sent, such as req-3. The answer waits for the promise, if
   * there is one.
   */
  hold(requestId: string): Promise<void> | undefined;
}

/** Records the events in one run's lanes, in real time. */
export class Recorder {
  readonly #now: () => number;
  readonly #paceOf: ((lane: Lane) => Pace) | undefined;
  readonly #startedAt: number;
  readonly #watched = new Map<string, Watched>();
  /** Lanes that the run dropped or reset, in the order in which that happened. */
  readonly #past: PastLane[] = [];
  readonly #slots = new Map<string, number>();
  #slotsGiven = 0;
  /** Called after each call and each attempt. */
  onActivity: (() => void) | undefined;
  #slotWatch: (SlotWatch & { readonly slot: number; lane?: Lane }) | undefined;

  /** `now`: milliseconds of real time. `paceOf` makes the pace of a lane's notifications. */
  constructor(now: () => number, paceOf?: (lane: Lane) => Pace) {
    this.#now = now;
    this.#paceOf = paceOf;
    this.#startedAt = now();
  }

  get ms(): number {
    return this.#now() - this.#startedAt;
  }

  /**
   * Numbers lanes in the same way in every run: 0 is the default lane, the others count from 1 in the order of their
   * creation. After a reset, a lane gets a new number.
   */
  slotOf(lane: string): number {
    const known = this.#slots.get(lane);
    if (known !== undefined) return known;
    const isFirst = lane === DEFAULT_LANE && !this.#past.some(({ watched }) => watched.lane.name === lane);
    const slot = isFirst ? 0 : ++this.#slotsGiven;
    this.#slots.set(lane, slot);
    return slot;
  }

  /** Watches the lane of this slot once it opens. A later watch replaces an earlier one. */
  watchSlot(slot: number, watch: SlotWatch): void {
    this.#slotWatch = { slot, ...watch };
  }

  opened(lane: Lane, { restored }: Pick<Opened, "restored">): void {
    const maps = { attempts: new Map(), handled: new Map(), cuts: new Map() };
    const watched: Watched = { lane, restored, exchanges: [], money: [], ...maps };
    this.#watched.set(lane.name, watched);
    lane.deliveries.pace = this.#paceOf?.(lane);
    const watch = this.#slotWatch;
    if (watch && this.slotOf(lane.name) === watch.slot) {
      watch.lane = lane;
      watch.opened(lane);
      lane.waiting.watch(watch.committed);
    }
    lane.waiting.watch((changes) => this.#committed(watched, changes));
    lane.deliveries.watchSends(({ id, attemptCount }) => watched.attempts.set(`${id} ${attemptCount + 1}`, this.ms));
    lane.deliveries.watch(({ id, attempt }) => {
      const key = `${id} ${attempt}`;
      // A notification that failed together with others was never sent itself.
      if (!watched.attempts.has(key)) watched.attempts.set(key, this.ms);
      watched.handled.set(key, this.ms);
      this.onActivity?.();
    });
  }

  held(lane: Lane, id: string): Promise<void> | undefined {
    return lane === this.#slotWatch?.lane ? this.#slotWatch.hold(id) : undefined;
  }

  /** Keeps the facts of a lane that the run dropped or reset. Its store stays readable until this resolves. */
  async retired(lane: Lane): Promise<void> {
    const watched = this.#watched.get(lane.name);
    if (watched?.lane !== lane) return;
    const slot = this.slotOf(lane.name);
    this.#watched.delete(lane.name);
    this.#slots.delete(lane.name);
    // Waits until the reset has been answered.
    const seen = pause(ANSWERED_MS).then(async () => ({
      state: await seenIn(lane),
      life: await lifeOf(lane, watched),
    }));
    this.#past.push({ watched, slot, seen });
    await seen;
  }

  /** The facts for expectations, for each life of each lane, oldest first. */
  async lives(): Promise<readonly LaneLife[]> {
    const past = this.#past.filter(({ watched }) => watched.exchanges.length > 0);
    return Promise.all([
      ...past.map(async ({ seen }) => (await seen).life),
      ...usedOf(this.#present).map(({ watched }) => lifeOf(watched.lane, watched)),
    ]);
  }

  /** Called when the client of a cut connection has noticed that no answer comes, or has given up. The first time counts. */
  wasCut(lane: Lane, requestId: string): void {
    const cuts = this.#watched.get(lane.name)?.cuts;
    if (cuts && !cuts.has(requestId)) cuts.set(requestId, this.ms);
  }

  /** The lanes that were called, by first use. */
  get lanes(): readonly Lane[] {
    return usedOf(this.#present).map(({ watched }) => watched.lane);
  }

  /** The cells of operation × order state × outcome that were reached. */
  get cells(): ReadonlySet<string> {
    const all = [...this.#past, ...this.#present].flatMap(({ watched }) => watched.exchanges);
    return new Set(all.flatMap(({ exchange }) => cellReached(exchange) ?? []));
  }

  /** The last exchanges of a lane, oldest first. */
  lastExchanges(lane: Lane, count: number): readonly Exchange[] {
    return (this.#watched.get(lane.name)?.exchanges ?? []).slice(-count).map(({ exchange }) => exchange);
  }

  /** Everything that was observed. `mutant` is the name of the scenario with the change. */
  async facts(mutant: string | undefined): Promise<readonly LaneFacts[]> {
    const past = this.#past.map(({ watched, slot, seen }) => ({ watched, slot, state: seen.then((one) => one.state) }));
    const present = usedOf(this.#present).map(({ watched }) => ({
      watched,
      slot: this.slotOf(watched.lane.name),
      state: seenIn(watched.lane),
    }));
    return Promise.all(
      usedOf([...past, ...present]).map(async ({ watched, slot, state }, i) => {
        const found = factsOf(watched, await state, i, mutant);
        const isOpen = mutant === undefined && this.#watched.get(watched.lane.name) === watched;
        const advice = isOpen ? await adviceIn(watched) : undefined;
        const facts =
          advice === undefined
            ? found.facts
            : found.facts.map((fact) => (fact.kind === "call" ? { ...fact, advice: advice.get(fact.id) } : fact));
        return { ...found, facts, slot };
      }),
    );
  }

  get #present(): readonly Pick<PastLane, "watched">[] {
    return [...this.#watched.values()].map((watched) => ({ watched }));
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

/** How many refused calls of the first run are explained. */
const EXPLAINED = 10;

async function adviceIn({ lane, exchanges }: Watched): Promise<ReadonlyMap<number, string>> {
  const refused = exchanges.filter(({ exchange }) => exchange.responseCode !== SUCCESS_CODE).slice(0, EXPLAINED);
  const texts = refused.map(async ({ exchange }) => {
    const { advice, lookup } = (await explainExchange(lane, exchange)).explain;
    return [exchange.id, lookup === undefined ? advice : `${lookup.found} ${advice}`] as const;
  });
  return new Map(await Promise.all(texts));
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

/** The data read from a lane when the run has ended, or when the lane is dropped. */
type Seen = Awaited<ReturnType<typeof seenIn>>;

async function seenIn({ store: { views }, clock }: Lane) {
  const [orders, entries, now] = await Promise.all([
    views.orders({ limit: LIMIT }),
    views.notifications({ limit: LIMIT }),
    clock.now(),
  ]);
  return { orders, entries, now };
}

function factsOf(
  watched: Watched,
  { orders, entries, now }: Seen,
  index: number,
  mutant: string | undefined,
): Omit<LaneFacts, "slot"> {
  const { lane, exchanges, money, attempts, handled, cuts } = watched;
  const facts: Fact[] = [
    ...exchanges.map(({ ms, exchange }) =>
      callFactOf(exchange, { ms, lane: index, mutant, leftMs: cuts.get(requestId(exchange.id)) }),
    ),
    ...money.map((fact) => ({ ...fact, lane: index })),
    ...entries.flatMap((entry) =>
      entry.attempts.map((attempt) => {
        const key = `${entry.id} ${attempt.n}`;
        const times = { ms: attempts.get(key) ?? 0, handledMs: handled.get(key) ?? Number.POSITIVE_INFINITY };
        return notificationFactOf(entry, attempt, { lane: index, ...times });
      }),
    ),
  ];
  return {
    index,
    name: lane.name,
    // Simultaneous facts keep their order: a call comes before the money that it moved.
    facts: facts.sort((a, b) => a.ms - b.ms),
    orders: [...orders].sort((a, b) => a.id - b.id),
    notifications: entries.map(frozenOf).sort((a, b) => a.id - b.id),
    now,
  };
}
