import { setTimeout as pause } from "node:timers/promises";
import { LaneGone, StoreUnavailable } from "../../../app/ports/store-errors.js";
import type { Database } from "../connection/database.js";
import { DiskFull, databaseError, isConflict } from "../connection/failures.js";
import { type Locking, runBatch, type Share } from "./batch.js";
import type { LaneQueue } from "./lane-queue.js";

/** How many lanes can share a transaction. */
const LANES_MAX = 32;
/** How many transactions of several lanes can run at the same time. */
const BATCHES_MAX = 3;
/** Units that arrive during a transaction share the next one, unless it takes longer than this, in milliseconds. */
const SHARED_WITHIN_MS = 50;
/**
 * While no transaction runs, the next one waits for as many lanes as the last ones had, because their callers were
 * answered together and call again together. It waits as long as the last one took, but not longer than this, in
 * milliseconds. A single caller never waits. Without this a call over three nodes takes a quarter more CPU.
 */
const GATHERED_WITHIN_MS = 10;
/** If fewer lanes came in time, the next transaction expects fewer: this part of what was expected. */
const EXPECTED_LESS = 0.75;
/** How often to retry a transaction after a conflict. */
const TRIES = 5;
const FIRST_PAUSE_MS = 5;
/**
 * After another node had locked a lane, this many transactions wait for its lock without first checking whether it is
 * free.
 */
const WAITS_AFTER_MEETING = 16;

/** Runs the units of work of all lanes in this node, in the order of their arrival. */
export class Batches {
  readonly #database: Database;
  readonly #node: string;
  readonly #max: number;
  readonly #ready: LaneQueue[] = [];
  /** Lanes that another node has locked. A separate transaction waits for each of them. */
  readonly #held: Share[] = [];
  #underWay = 0;
  #heldUnderWay = 0;
  #isPlanned = false;
  #lastBegan = Number.NEGATIVE_INFINITY;
  #lastTookMs = 0;
  /** When the lanes that are ready began to wait: since the first of them came, or since the last transaction ended. */
  #waitsSince = 0;
  /** How many lanes to wait for. */
  #expected = 1;
  #later: NodeJS.Timeout | undefined;

  constructor(database: Database, node: string) {
    this.#database = database;
    this.#node = node;
    // Leaves connections for views.
    this.#max = Math.max(1, Math.min(BATCHES_MAX, Math.floor(database.load.max / 2)));
  }

  readonly add = (lane: LaneQueue): void => {
    if (this.#ready.length === 0) this.#waitsSince = performance.now();
    this.#ready.push(lane);
    this.#plan();
  };

  /** Units added in one turn of the event loop share a transaction. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#underWay < this.#max && this.#ready.length > 0 && this.#mayBegin()) {
      const shares = this.#next();
      if (shares.length === 0) continue;
      this.#underWay++;
      this.#lastBegan = performance.now();
      this.#expected = Math.max(shares.length, this.#expected * EXPECTED_LESS);
      void this.#run(shares, "skip").finally(() => {
        this.#underWay--;
        this.#waitsSince = performance.now();
        this.#lastTookMs = this.#waitsSince - this.#lastBegan;
        this.#begin();
      });
    }
    while (this.#heldUnderWay < this.#max && this.#held.length > 0) {
      const share = this.#held.shift()!;
      this.#heldUnderWay++;
      void this.#run([share], "wait").finally(() => {
        this.#heldUnderWay--;
        this.#begin();
      });
    }
  }

  /** True if a batch may start now. If not yet, this is checked again later. */
  #mayBegin(): boolean {
    const isIdle = this.#underWay === 0;
    if (isIdle && this.#ready.length >= this.#expected) return true;
    const gatheredBy = this.#waitsSince + Math.min(this.#lastTookMs, GATHERED_WITHIN_MS);
    const waitMs = (isIdle ? gatheredBy : this.#lastBegan + SHARED_WITHIN_MS) - performance.now();
    if (waitMs <= 0) return true;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#begin(), waitMs);
    return false;
  }

  /**
   * The lanes of the next batch. A lane that isn't published yet goes alone, because its commit doesn't wait for the
   * disk.
   */
  #next(): readonly Share[] {
    const count = this.#ready.findIndex(({ isStaged }) => isStaged);
    const lanes = this.#ready.splice(0, count === 0 ? 1 : Math.min(count < 0 ? LANES_MAX : count, LANES_MAX));
    const shares: Share[] = [];
    for (const lane of lanes) {
      const share = { lane, units: lane.take() };
      if (lane.waitsLeft > 0) {
        lane.waitsLeft--;
        this.#held.push(share);
      } else shares.push(share);
    }
    return shares;
  }

  async #run(shares: readonly Share[], locking: Locking): Promise<void> {
    const held = await this.#tryAll(shares, locking);
    for (const share of held) share.lane.waitsLeft = WAITS_AFTER_MEETING;
    this.#held.push(...held);
    for (const { lane } of shares) if (!held.some((share) => share.lane === lane)) lane.ended();
  }

  /** Answers each unit, except those of the lanes that it returns. */
  async #tryAll(shares: readonly Share[], locking: Locking): Promise<readonly Share[]> {
    try {
      return await this.#tryAgain(shares, locking);
    } catch (error) {
      const reason = databaseError(error);
      const [first] = shares;
      // If one unit can't be written, the others must still succeed.
      const isOfAll = reason instanceof StoreUnavailable || reason instanceof LaneGone;
      if (!isOfAll && (shares.length > 1 || first!.units.length > 1)) {
        const each = shares.flatMap(({ lane, units }) => units.map((unit) => ({ lane, units: [unit] })));
        for (const share of each) await this.#tryAll([share], "wait");
        return [];
      }
      for (const { lane, units } of shares)
        for (const unit of units) {
          if (reason instanceof DiskFull) await this.#look({ lane, units: [unit] }, reason);
          else unit.fail(reason);
        }
      return [];
    }
  }

  /** Answers units that only read, even if the disk is full. Only their journal entries are missing. */
  async #look(share: Share, reason: unknown): Promise<void> {
    await runBatch(this.#database, this.#node, [share], "none").catch(() => {
      for (const { fail } of share.units) fail(reason);
    });
  }

  /** After a conflict, the whole transaction was rolled back, so it starts again. */
  async #tryAgain(shares: readonly Share[], locking: Locking): Promise<readonly Share[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await runBatch(this.#database, this.#node, shares, locking);
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error;
        this.#database.counts.retried("conflict");
        await pause(FIRST_PAUSE_MS * 2 ** tries * Math.random());
      }
    }
  }
}
