import { createHash } from "node:crypto";
import type { FreshIds, SessionPurpose } from "../../core/domain/decision.js";
import { sessionOf } from "./session.js";

/** The last id of each kind of record in a lane. */
export type LastIds = Record<
  "order" | "transaction" | "exchange" | "notification" | "token" | "cardEntry" | "commit" | "rule" | "task",
  number
>;

/** Assigns a lane's ids: dense, in the order of its commits, from bases that depend on its seed. */
export class IdSequence implements FreshIds {
  /** Replace it by an earlier copy, and the ids since then are assigned again. */
  last: LastIds;
  #seed: number;
  readonly #isTokenTaken: (id: number) => boolean;
  // Computed on demand, because most calls don't need them.
  #bases: ReturnType<typeof idBases> | undefined;

  /** `isTokenTaken`: testers may choose ids of tokens, so used ones are skipped. */
  constructor(seed: number, last: LastIds, isTokenTaken: (id: number) => boolean) {
    this.#seed = seed;
    this.last = last;
    this.#isTokenTaken = isTokenTaken;
  }

  /** Goes on from other ids, and from another seed's bases. */
  restart(seed: number, last: LastIds): void {
    this.#seed = seed;
    this.last = last;
    this.#bases = undefined;
  }

  orderId(): number {
    return ++this.last.order;
  }

  transaction(): { readonly id: number; readonly stan: string } {
    const id = ++this.last.transaction;
    this.#bases ??= idBases(this.#seed);
    // ASSUMED(stan): six digits, dense per lane.
    return { id, stan: String((id - this.#bases.transaction + this.#bases.stan) % 1_000_000).padStart(6, "0") };
  }

  session(purpose: SessionPurpose, id: number): string {
    return sessionOf({ purpose, seed: this.#seed, id });
  }

  tokenId(): number {
    do this.last.token++;
    while (this.#isTokenTaken(this.last.token));
    return this.last.token;
  }

  cardEntryId(): number {
    return ++this.last.cardEntry;
  }

  exchangeId(): number {
    return ++this.last.exchange;
  }

  lastExchange(): number {
    return this.last.exchange;
  }

  notificationId(): number {
    return ++this.last.notification;
  }

  ruleId(): string {
    return `rule-${++this.last.rule}`;
  }

  taskId(): number {
    return ++this.last.task;
  }
}

/**
 * The first ids of a lane. They look like the provider's samples, depend on the seed, and leave enough room below 31
 * bits.
 */
export function idBases(seed: number): Readonly<Record<"order" | "transaction" | "stan" | "token", number>> {
  const digest = createHash("sha256").update(`payment-sandbox ids ${seed}`).digest();
  const offset = (at: number, range: number): number => digest.readUInt32BE(at) % range;
  return {
    order: 100_000 + offset(0, 800_000),
    transaction: 1_000_000 + offset(4, 8_000_000),
    stan: offset(8, 1_000_000),
    token: 1_000 + offset(12, 8_000),
  };
}
