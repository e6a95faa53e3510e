import { cardEntryStatusOf } from "../../core/domain/card-entry.js";
import type { CarriedDecline } from "../../core/domain/carried-decline.js";
import { endOfTime, type Instant } from "../../core/domain/money.js";
import { statusOf } from "../../core/domain/order.js";
import { isDeclineName } from "../../core/facts/codes.js";
import type { Choice, CompiledRule, Count, Origin } from "../../core/scenario/matching/choose.js";
import { operationRow } from "../../core/scenario/values/operations.js";
import type { Result } from "../journal/result.js";
import type { Tx } from "../ports/store.js";
import { carriedId, countTaken, isOnItsWay } from "../rules/taken-declines.js";
import type { Command } from "./command.js";
import type { Loaded } from "./command-table.js";

/**
 * The decline that the fired rule forces on a call that only opens a page. No issuer can be asked yet, so the page
 * carries it.
 */
export function declineToCarry({ fired }: Choice, operation: string): CarriedDecline | undefined {
  const outcome = fired?.then.outcome;
  if (!fired || typeof outcome !== "string" || !isDeclineName(outcome)) return undefined;
  if (operationRow(operation).decline !== "first-attempt" || fired.then.placed === "before-commit") return undefined;
  const { id, rule, meta } = fired.rule;
  const { origin, scenario, file, line } = meta;
  return { decline: outcome, by: { ruleId: id, name: rule.name, origin, scenario, file, line } };
}

/** True if the command created a page that carries the decline. With a used reference it creates none. */
export function carries(result: Result, carried: CarriedDecline | undefined): boolean {
  if (carried === undefined) return false;
  const made = result.kind === "order" ? result.order : result.kind === "card-entry" ? result.cardEntry : undefined;
  return made?.carried === carried;
}

/** The decline that a page carries, as a rule. It is tried first for an attempt on that page. */
export function carriedRule({ decline, by }: CarriedDecline, now: Instant): CompiledRule {
  const { ruleId, name, origin, ...place } = by;
  const id = carriedId(ruleId);
  return {
    id,
    rule: { ...(name !== undefined && { name }), then: { outcome: decline } },
    meta: { id, origin: origin as Origin, ...place, since: now },
    phase: "command",
    tests: [],
    untilMs: endOfTime,
    why: "carried from the call that opened the page",
  };
}

/** The decline that an attempt on an open page meets. */
export function metDecline(command: Command, { order, cardEntry }: Loaded, now: Instant): CarriedDecline | undefined {
  if (command.kind === "pay-order") return order && statusOf(order, now) === "OPEN" ? order.carried : undefined;
  if (command.kind !== "save-card") return undefined;
  return cardEntry && cardEntryStatusOf(cardEntry, now) === "OPEN" ? cardEntry.carried : undefined;
}

/**
 * How to count the rules of a choice. A carried decline is counted as taken by the call that opens the page, and as
 * fired at the payment attempt.
 */
export function countingOf(
  tx: Tx,
  { counts, fired }: Choice,
  carried: CarriedDecline | undefined,
  met: CarriedDecline | undefined,
): readonly Count[] {
  if (carried) return [...counts, countTaken(tx, carried.by.ruleId)];
  if (met === undefined || fired?.rule.id !== carriedId(met.by.ruleId)) return counts;
  return isOnItsWay(tx, met.by.ruleId) ? counts : counts.filter(({ ruleId }) => ruleId !== fired.rule.id);
}
