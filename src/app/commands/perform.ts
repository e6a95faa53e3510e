import type { CarriedDecline } from "../../domain/carried-decline.js";
import { decide } from "../../domain/decide.js";
import type { Circumstances, FreshIds, HostAnswer } from "../../domain/decision.js";
import { type Instant, minorUnits } from "../../domain/money.js";
import type { Policy } from "../../facts/assumptions.js";
import { apply, refused, unchanged } from "./apply.js";
import type { Action, Command, CommandResult } from "./command.js";
import type { Loaded } from "./load.js";

/** What surrounds a command besides what was loaded for it. */
export interface CommandContext {
  readonly now: Instant;
  readonly fresh: FreshIds;
  readonly policy: Policy;
  /** What the scenario makes the issuer say; undefined where it has no say. */
  readonly forced: HostAnswer | undefined;
  /** What it makes of the first attempt on the page that the command opens. */
  readonly carried?: CarriedDecline | undefined;
}

/** Carries out a command for which all was loaded: a query is answered, all else is decided and applied. */
export function perform(command: Command, loaded: Loaded, context: CommandContext): CommandResult {
  if (command.kind === "query-tokens") return unchanged({ kind: "tokens", tokens: loaded.tokens ?? [] });
  if (command.kind === "query-order" || command.kind === "open-order")
    return loaded.order ? unchanged({ kind: "order", order: loaded.order }) : refused("order-not-found");
  return apply(decide(command, loaded, circumstancesOf(command, loaded, context)), loaded);
}

const circumstancesOf = (
  command: Action,
  loaded: Loaded,
  { now, fresh, policy, forced, carried }: CommandContext,
): Circumstances => ({
  now,
  fresh,
  policy,
  answer: forced ?? issuerAnswer(command, loaded),
  unsettled: loaded.unsettled ?? minorUnits(0),
  capabilities: loaded.merchant.capabilities,
  existingOrder: loaded.existingOrder,
  token: loaded.token,
  tokens: loaded.tokens,
  parent: loaded.parent,
  carried,
});

/** What the issuer says where no scenario speaks: the card decides. */
function issuerAnswer(command: Action, { token }: Loaded): HostAnswer {
  const stored = command.kind === "charge-token" ? token?.outcome : undefined;
  const outcome = "cardOutcome" in command ? command.cardOutcome : stored;
  return outcome === undefined || outcome === "approve" ? { approved: true } : { approved: false, decline: outcome };
}
