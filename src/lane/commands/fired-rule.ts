import type { HostAnswer } from "../../core/domain/decision.js";
import { type Instant, later } from "../../core/domain/money.js";
import { type DeclineName, isDeclineName, isRefusalName } from "../../core/facts/codes.js";
import type { Choice, CompiledRule } from "../../core/scenario/matching/choose.js";
import { ruleNameOf } from "../journal/journal-call.js";
import type { Result } from "../journal/result.js";
import type { PageCompletion } from "../lane.js";
import type { Changes, Fresh } from "../ports/store.js";
import type { ScheduledTask } from "../ports/time.js";
import type { RuleSet } from "../rules/rule-book.js";
import type { CommandRequest } from "./command-request.js";

/** The rules to try. A decline that the page carries comes first, because its rule has already fired. */
export function rulesFor(
  { rules }: RuleSet,
  { header, isMeanwhile }: CommandRequest,
  magic: readonly CompiledRule[],
  page: CompiledRule | undefined,
): readonly CompiledRule[] {
  if (isMeanwhile) return [];
  if (!header && !page && magic.length === 0) return rules;
  return [...(page ? [page] : []), ...(header ? [header] : []), ...rules, ...magic];
}

/** A rule from the queue of `next` is removed once it has fired. */
export const usedUp = ({ fired }: Choice): Pick<Changes, "rules"> =>
  fired?.rule.meta.origin === "next" ? { rules: { removed: [fired.rule.id] } } : {};

/** The scheduled task that the rule wants for the new order's page. */
export function taskOf(
  { fired }: Choice,
  { command }: CommandRequest,
  result: Result,
  now: Instant,
  fresh: Fresh,
): ScheduledTask | undefined {
  const page = fired?.then.page;
  if (!page || command.kind !== "create-order" || result.kind !== "order") return undefined;
  const what: PageCompletion = { action: page.auto, card: page.card, reason: page.reason, rule: ruleNameOf(fired) };
  return { id: fresh.taskId(), at: later(now, fired.pageAfterMs ?? 0), kind: "page", orderId: result.order.id, what };
}

/** A result without a decision: a fault before the commit, or a forced refusal. */
export function stoppedBy({ fired }: Choice): Result | undefined {
  if (!fired) return undefined;
  if (fired.then.placed === "before-commit") return { kind: "lost" };
  const outcome = fired.then.outcome;
  if (outcome === undefined) return undefined;
  if (typeof outcome !== "string") return { kind: "forced", ...outcome };
  return isRefusalName(outcome) ? { kind: "refused", reason: outcome } : undefined;
}

/** The issuer's answer that the scenario forces. */
export function hostAnswer({ fired }: Choice): HostAnswer | undefined {
  const outcome = fired?.then.outcome;
  if (typeof outcome !== "string") return undefined;
  if (outcome === "approve") return { approved: true };
  return isDeclineName(outcome) ? { approved: false, decline: outcome satisfies DeclineName } : undefined;
}
