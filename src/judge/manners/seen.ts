import type { MannerId } from "../../library/language.js";
import type { CallFact, Fact } from "../observe/facts.js";
import type { Account } from "../oracle/carts.js";
import type { Wrong } from "../oracle/money.js";

/** A run, as manners are seen in it. */
export interface Watched extends Account {
  /** Of all lanes, oldest first. */
  readonly facts: readonly Fact[];
  /** What was found to be wrong about the money. */
  readonly wrong: readonly Wrong[];
  /** The calls of the dry run. */
  readonly dryCalls: readonly CallFact[];
}

/** Something that a shop did, with the calls that show it. */
export interface SeenManner {
  readonly id: MannerId;
  readonly calls: readonly CallFact[];
  /** As a sentence. */
  readonly what: string;
}

export const shopCalls = (facts: readonly Fact[]): readonly CallFact[] =>
  facts.filter((fact): fact is CallFact => fact.kind === "call" && fact.by === "shop").sort((a, b) => a.id - b.id);

export const isQuery = ({ operation }: CallFact): boolean => operation.endsWith("/query");
export const isCharge = ({ operation }: CallFact): boolean => /\/(sale|recurring)$/.test(operation);
export const isRefund = ({ operation }: CallFact): boolean => operation.endsWith("/refund");
export const isVoid = ({ operation }: CallFact): boolean => operation.endsWith("/void");
