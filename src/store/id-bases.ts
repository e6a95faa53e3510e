import { createHash } from "node:crypto";

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
