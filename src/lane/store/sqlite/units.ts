import { checkCommit } from "../../invariants.js";
import { exchangeBytes } from "../../ports/exchange.js";
import type { InvariantRules } from "../../ports/lane-storage.js";
import type { Changes, Tx, UnitOptions, UnitResult, Work } from "../../ports/store.js";
import { StoreUnavailable } from "../../ports/store-errors.js";
import { changesNothing } from "../../views/changed-parts.js";
import type { JournalBudget } from "../journal-budget.js";
import type { MemoryBudget } from "../memory-budget.js";
import { storeError } from "./database/failures.js";
import { GroupCommit } from "./database/group-commit.js";
import { recordBytes, recordBytesAfter } from "./journal/record-bytes.js";
import { LaneIds, type NewIds } from "./lane-ids.js";
import type { Parts } from "./parts.js";
import { txOf } from "./tx.js";
import { write } from "./writes.js";

export interface UnitsOptions {
  /** The limit for the journals of all lanes together. Absent: unlimited. */
  readonly journalBudget?: JournalBudget | undefined;
  readonly memoryBudget?: MemoryBudget | undefined;
  /** Checks the changes of each unit of work before they are written. Absent: checks nothing. */
  readonly invariantRules?: InvariantRules | undefined;
}

interface UnitsOfLane extends NewIds {
  /** Throws LaneGone if the lane was closed. */
  readonly assertOpen: () => void;
  /** Called for each unit of work after its commit. */
  readonly committed: (changes: Changes) => void;
}

const onlyReads = ({ result: _, ...changes }: UnitResult<unknown>): boolean => changesNothing(changes);

/**
 * Runs a lane's units of work, one at a time. The units in one turn of the event loop are committed together, before
 * any of their answers is sent.
 */
export class Units {
  readonly commits: GroupCommit;
  readonly ids: LaneIds;
  readonly #parts: Parts;
  readonly tx: Tx;
  readonly #options: UnitsOptions;
  readonly #assertOpen: () => void;

  constructor(parts: Parts, options: UnitsOptions, { assertOpen, committed, ...newIds }: UnitsOfLane) {
    this.#parts = parts;
    this.#options = options;
    this.#assertOpen = assertOpen;
    this.ids = new LaneIds(parts, newIds);
    this.tx = txOf(parts, this.ids);
    this.commits = new GroupCommit(parts.sql, { committed, takenBack: (exchange) => this.#takeBack(exchange) });
  }

  async run<R>(work: Work<R>, { hold }: UnitOptions<R> = {}): Promise<R> {
    this.#assertOpen();
    let decided: UnitResult<R> | undefined;
    let letGo: (() => void) | undefined;
    try {
      decided = this.#decide(work);
      letGo = hold?.(decided.result);
      this.#write(decided);
      await this.commits.ended();
      if (decided.exchange) this.#journalGrew(exchangeBytes(decided.exchange));
      return decided.result;
    } catch (error) {
      letGo?.();
      const known = storeError(error);
      if (!(known instanceof StoreUnavailable && decided && onlyReads(decided))) throw known;
      return this.#readAgain(work, known);
    }
  }

  /** Lets a unit of work read and decide. If it throws, its ids can be used again. */
  #decide<R>(work: Work<R>): UnitResult<R> {
    const { invariantRules, memoryBudget } = this.#options;
    this.commits.begin();
    const last = { ...this.ids.fresh.last };
    try {
      const decided = work(this.tx);
      if (invariantRules) checkCommit(this.tx, decided, invariantRules);
      const bytes = recordBytesAfter(this.#parts.lane.record, decided);
      if (bytes !== undefined) memoryBudget?.hold(this, bytes);
      return decided;
    } catch (defect) {
      this.ids.fresh.last = last;
      throw defect;
    }
  }

  /** If a write fails, the whole group commit is rolled back. None of its answers has been sent. */
  #write(changes: Changes): void {
    try {
      this.commits.wrote(changes);
      write(this.#parts, this.ids, changes);
    } catch (defect) {
      this.commits.fail(defect);
      throw defect;
    }
  }

  /** Answers a unit of work that only reads, even if the disk is full. Only its journal entry is missing. */
  #readAgain<R>(work: Work<R>, full: StoreUnavailable): R {
    this.#assertOpen();
    const last = { ...this.ids.fresh.last };
    try {
      // Runs again, because the first run may have read changes that were rolled back since.
      const decided = this.#decide(work);
      if (onlyReads(decided)) return decided.result;
      throw full;
    } catch (error) {
      throw storeError(error);
    } finally {
      this.ids.fresh.last = last;
    }
  }

  #takeBack(firstExchange: number): void {
    const { orders, merchants, lane, counters, journal } = this.#parts;
    for (const cache of [orders, merchants, lane, counters]) cache.forget();
    journal.takeBack(firstExchange);
    this.countMemory();
    this.ids.recount(lane.record.seed);
  }

  /** Counts the lane's rules and scenario, which are never refused once they are there. */
  countMemory(): void {
    this.#options.memoryBudget?.note(this, recordBytes(this.#parts.lane.record));
  }

  /** Ignores errors: the unit of work is committed, and the journal to shorten may be another lane's. */
  #journalGrew(bytes: number): void {
    try {
      this.#options.journalBudget?.grew(bytes);
    } catch {
      // The next call tries again.
    }
  }

  close(): void {
    this.#options.memoryBudget?.note(this, 0);
  }
}
