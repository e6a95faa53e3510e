import type { Instant } from "../../core/domain/money.js";

/** An answer that a gate holds after its commit. */
export interface HeldAnswer {
  /** The gate's name. */
  readonly gate: string;
  /** The call whose answer is held. */
  readonly exchangeId: number;
  readonly operation: string;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
  /** When it was held, and when it times out. Uses the store's clock, because gates use real time. */
  readonly since: Instant;
  readonly until: Instant;
}

/** A lane's held answers. Some may have timed out, if the process that held them has died. */
export interface Gates {
  readonly gates?: readonly HeldAnswer[] | undefined;
  readonly realNow: Instant;
}

export const heldIn = ({ gates = [], realNow }: Gates): readonly HeldAnswer[] =>
  gates.filter(({ until }) => until > realNow);
