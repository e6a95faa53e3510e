import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../random.js";
import { balanceOf } from "./audit.js";
import { Books } from "./books.js";
import { type Caller, Lost, nameOf, Wrong } from "./caller.js";
import type { Nodes } from "./nodes.js";
import type { NotifyEndpoint } from "./shop.js";
import { refunds, shop, voids } from "./shopper.js";

export const LANES = 200;
const SHOPPERS_AT_ONCE = 64;
const MOVES_AT_ONCE = 16;
const WRONG_MAX = 20;

/** 2026-11-11 00:00 in Hong Kong. */
export const BEGINS_AT = Date.parse("2026-11-11T00:00:00+08:00");
const HOUR_MS = 3_600_000;
/** Visits in each hour of the sale: at midnight it opens, at noon and in the evening it is busy. */
const PROFILE = [7, 3, 1, 1, 1, 1, 2, 3, 4, 4, 5, 5, 7, 6, 4, 4, 4, 4, 5, 7, 9, 8, 5, 2];
const HOURS = PROFILE.length;
const ROLLED_IN = 15;
const KILLED_IN = 20;
/** Shares of the shoppers that come on the next days. */
const NEXT_DAYS = [0.02, 0.01];
/** One of so many settled orders is taken back on each next day. */
const TAKEN_BACK = 15;

export const faultyHours: readonly number[] = [ROLLED_IN, KILLED_IN];

interface DayOptions {
  readonly seed: number;
  readonly shoppers: number;
  readonly until: number;
}

/** The sale day of all lanes, and the two days after it. */
export class Day {
  readonly books = Array.from({ length: LANES }, () => new Books());
  readonly wrong: string[] = [];
  readonly exitCodes: (number | null)[] = [];
  visits = 0;
  #firstVisit = 0;
  refundsTried = 0;
  /** Real time that the hours' visits took. */
  tookMs = 0;

  constructor(
    readonly nodes: Nodes,
    readonly caller: Caller,
    readonly endpoint: NotifyEndpoint,
    readonly options: DayOptions,
  ) {}

  async run(): Promise<void> {
    const { shoppers } = this.options;
    const sum = PROFILE.reduce((all, one) => all + one, 0);
    const today = shoppers * (1 - NEXT_DAYS.reduce((all, one) => all + one, 0));
    for (const [hour, share] of PROFILE.entries()) {
      await this.#hour(hour, Math.round((today * share) / sum));
      if (hour + 1 < HOURS) await this.#moved(hour + 1);
    }
    for (const [n, share] of NEXT_DAYS.entries()) {
      const begins = HOURS * (n + 1);
      await this.#midnight(begins);
      await this.#hour(begins, Math.round(shoppers * share));
      await this.#each(LANES, SHOPPERS_AT_ONCE, (lane) => this.#goodsComeBack(lane, n));
    }
    await this.#midnight(HOURS * (NEXT_DAYS.length + 1));
  }

  /** So many visits, in lanes that are drawn; in the midst of two hours a node goes. */
  async #hour(hour: number, count: number): Promise<void> {
    const began = performance.now();
    const first = this.#firstVisit;
    this.#firstVisit += count;
    let faulty: Promise<number | null> | undefined;
    await this.#each(count, SHOPPERS_AT_ONCE, async (n) => {
      // Cut short, the rest of the time passes without visitors.
      if (Date.now() > this.options.until) return;
      if (n === Math.floor(count / 3) && hour === ROLLED_IN) faulty = this.nodes.replace(0, "SIGTERM");
      if (n === Math.floor(count / 3) && hour === KILLED_IN) faulty = this.nodes.replace(1, "SIGKILL");
      await this.#visit(hour, first + n);
    });
    if (faulty) this.exitCodes.push(await faulty);
    this.tookMs += performance.now() - began;
  }

  async #visit(hour: number, n: number): Promise<void> {
    const random = new Random(this.options.seed, n);
    const lane = random.below(LANES);
    const { caller, endpoint } = this;
    this.visits++;
    await shop({
      ...{ caller, lane, random, hour, books: this.books[lane]! },
      ...{ notifyUrl: endpoint.url, name: `${nameOf(lane)}-${n}`, mayTakeBack: hour < HOURS },
    });
  }

  /** On the next days: one call after another in each lane, so that the books foretell each code. */
  async #goodsComeBack(lane: number, day: number): Promise<void> {
    const random = new Random(this.options.seed, -1 - (lane + LANES * day));
    const taking = { caller: this.caller, lane, books: this.books[lane]!, random };
    for (const sale of [...taking.books.sales.values()].sort((a, b) => a.id - b.id)) {
      if (sale.status !== "SETTLED" || !random.isOneIn(TAKEN_BACK)) continue;
      this.refundsTried++;
      if (random.isOneIn(10)) await voids(taking, sale);
      await refunds(taking, sale);
    }
  }

  /** Moves each lane's clock to the beginning of an hour, counted from that of the sale. */
  async #moved(hour: number): Promise<void> {
    const at = new Date(BEGINS_AT + hour * HOUR_MS).toISOString();
    await this.#each(LANES, MOVES_AT_ONCE, async (lane) => {
      // Nobody has been there yet.
      if (this.books[lane]!.sales.size === 0) return;
      // A set to the same instant may be sent again.
      await this.caller.control(lane, "PUT", "clock", { action: "set", at });
      this.books[lane]!.hourEnds();
    });
  }

  /** The lanes settle by themselves; the balances are compared before and after. */
  async #midnight(hour: number): Promise<void> {
    const compare = (when: string) =>
      this.#each(LANES, MOVES_AT_ONCE, async (lane) => {
        const books = this.books[lane]!;
        const found = await balanceOf(this.caller, lane, books);
        if (found !== books.balance)
          throw new Wrong(`${nameOf(lane)} has ${found} cents ${when}, expected ${books.balance}`);
      });
    await compare(`before hour ${hour}`);
    await this.#moved(hour);
    for (const books of this.books) books.midnight();
    await compare(`after hour ${hour}`);
  }

  /** Runs the works `0` to `count - 1`, so many at once, until too much is wrong. */
  async #each(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count && this.wrong.length < WRONG_MAX) {
        const n = next++;
        try {
          await work(n);
        } catch (error) {
          this.wrong.push(
            error instanceof Wrong || error instanceof Lost ? error.message : String((error as Error).stack),
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  audit(check: (lane: number, books: Books) => Promise<readonly string[]>): Promise<void> {
    return this.#each(
      LANES,
      MOVES_AT_ONCE,
      async (lane) => void this.wrong.push(...(await check(lane, this.books[lane]!))),
    );
  }

  /** Waits until each payment was told: first attempts need no move of the clock. */
  async allTold(isTold: () => boolean): Promise<void> {
    const until = Date.now() + 60_000;
    while (!isTold() && Date.now() < until) await pause(50);
  }
}
