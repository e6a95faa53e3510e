import { cardEntryStatusOf } from "../../domain/card-entry.js";
import type { CarriedDecline } from "../../domain/carried-decline.js";
import { endOfTime, type Instant } from "../../domain/money.js";
import { statusOf } from "../../domain/order.js";
import { isDeclineName } from "../../facts/codes.js";
import type { Choice, Choosing, CompiledRule, Count, Origin } from "../../scenario/choose.js";
import { declineFitOf } from "../../scenario/decline-fit.js";
import { carriedId, countTaken, isOnItsWay } from "../rules/taken-declines.js";
import type { Command, Result } from "./command.js";
import type { Loaded } from "./load.js";

/** The decline that the rule which fired forces on a call that opens a page: nobody can be asked yet. */
export function declineToCarry({ fired }: Choice, operation: string): CarriedDecline | undefined {
  const outcome = fired?.then.outcome;
  if (!fired || typeof outcome !== "string" || !isDeclineName(outcome)) return undefined;
  if (declineFitOf(operation) !== "first-attempt" || fired.then.placed === "before-commit") return undefined;
  const { id, rule, meta } = fired.rule;
  const { origin, scenario, file, line } = meta;
  return { decline: outcome, by: { ruleId: id, name: rule.name, origin, scenario, file, line } };
}

/** Whether what was made carries it: a reference that was used before makes nothing. */
export function carries(result: Result, carried: CarriedDecline | undefined): boolean {
  if (carried === undefined) return false;
  const made = result.kind === "order" ? result.order : result.kind === "card-entry" ? result.cardEntry : undefined;
  return made?.carried === carried;
}

/** What a page carries, as the rule that is asked first for an attempt on it. */
export function carriedRule(command: Command, loaded: Loaded, now: Instant): CompiledRule | undefined {
  const carried = carriedTo(command, loaded, now);
  if (!carried) return undefined;
  const { ruleId, name, origin, ...place } = carried.by;
  const id = carriedId(ruleId);
  return {
    id,
    rule: { ...(name !== undefined && { name }), then: { outcome: carried.decline } },
    meta: { id, origin: origin as Origin, ...place, since: now },
    phase: "command",
    tests: [],
    untilMs: endOfTime,
    why: "carried from the call that opened the page",
  };
}

function carriedTo(command: Command, { order, cardEntry }: Loaded, now: Instant): CarriedDecline | undefined {
  if (command.kind === "pay-order") return order && statusOf(order, now) === "OPEN" ? order.carried : undefined;
  if (command.kind !== "save-card") return undefined;
  return cardEntry && cardEntryStatusOf(cardEntry, now) === "OPEN" ? cardEntry.carried : undefined;
}

/** The counts of a choice: a carried decline counts as taken now, and as met at its attempt. */
export function* countsOf(
  { counts, fired }: Choice,
  carried: CarriedDecline | undefined,
  met: CarriedDecline | undefined,
): Choosing<readonly Count[]> {
  if (carried) return [...counts, yield* countTaken(carried.by.ruleId)];
  if (met === undefined || fired?.rule.id !== carriedId(met.by.ruleId)) return counts;
  return (yield* isOnItsWay(met.by.ruleId)) ? counts : counts.filter(({ ruleId }) => ruleId !== fired.rule.id);
}
