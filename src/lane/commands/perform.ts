import type { CarriedDecline } from "../../core/domain/carried-decline.js";
import type { Circumstances, FreshIds, HostAnswer } from "../../core/domain/decision.js";
import { type Instant, minorUnits } from "../../core/domain/money.js";
import type { Policy } from "../../core/facts/assumptions.js";
import { apply, refused, unchanged } from "./apply.js";
import type { Chosen } from "./choose-rule.js";
import type { Action, Command, CommandResult } from "./command.js";
import type { CommandRequest } from "./command-request.js";
import { answerQuery, decide, type Loaded } from "./command-table.js";
import type { LoadedCall } from "./load-call.js";

/** A decided call, and whether its merchant stays unknown. */
export interface DecidedCall extends CommandResult {
  readonly isUnknownMerchant?: boolean;
}

/** Decides a call: a rule may stop it, otherwise its loaded inputs decide. */
export function decideCall(
  { command, traceparent }: CommandRequest,
  loaded: LoadedCall,
  { stopped, forced, carried }: Chosen,
  fresh: FreshIds,
): DecidedCall {
  if (stopped) return unchanged(stopped);
  const { now, choices, isNewMerchant, merchant } = loaded;
  const { policy } = choices;
  // ASSUMED(new-merchant): a sandbox needs no set-up.
  if (isNewMerchant && policy["new-merchant"] === "not-found")
    return {
      ...refused({
        reason: "merchant-not-found",
        detail: `merchant ${merchant.merchantId}`,
        assumes: ["new-merchant"],
      }),
      isUnknownMerchant: true,
    };
  return perform(command, loaded, { now, fresh, policy, forced, carried, traceparent });
}

/** Everything that a command depends on, besides its loaded inputs. */
export interface CommandContext {
  readonly now: Instant;
  readonly fresh: FreshIds;
  readonly policy: Policy;
  /** The issuer's answer that the scenario forces, if any. */
  readonly forced: HostAnswer | undefined;
  /** The forced decline for the first attempt on the page that the command opens. */
  readonly carried?: CarriedDecline | undefined;
  readonly traceparent?: string | undefined;
}

/** Carries out a command whose inputs are loaded. Answers a query, and decides and applies anything else. */
export function perform(command: Command, loaded: Loaded, context: CommandContext): CommandResult {
  const answer = answerQuery(command, loaded);
  if (answer) return "about" in answer ? apply(answer, loaded) : unchanged(answer);
  const action = command as Action;
  // Named one by one: two spreads in a literal cost V8 some microseconds.
  const circumstances: Required<Circumstances> = {
    now: context.now,
    answer: context.forced ?? issuerAnswer(action, loaded),
    unsettled: loaded.unsettled ?? minorUnits(0),
    fresh: context.fresh,
    policy: context.policy,
    capabilities: loaded.merchant.capabilities,
    existingOrder: loaded.existingOrder,
    isMismatch: loaded.isMismatch,
    token: loaded.token,
    tokens: loaded.tokens,
    parent: loaded.parent,
    carried: context.carried,
    traceparent: context.traceparent,
  };
  return apply(decide(action, loaded, circumstances), loaded);
}

/** The issuer's answer if no scenario forces one. It depends on the card. */
function issuerAnswer(command: Action, { token }: Loaded): HostAnswer {
  const stored = command.kind === "charge-token" ? token?.outcome : undefined;
  const outcome = "cardOutcome" in command ? command.cardOutcome : stored;
  return outcome === undefined || outcome === "approve" ? { approved: true } : { approved: false, decline: outcome };
}
