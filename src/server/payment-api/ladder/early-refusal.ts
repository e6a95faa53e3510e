import type { LaneNow } from "../../../lane/commands/load-call.js";
import { type CommittedCall, undecided } from "../../../lane/commands/record.js";
import { type ArrivedCall, journalCall } from "../../../lane/journal/journal-call.js";
import type { Refused } from "../../../lane/journal/result.js";
import type { Tx, UnitResult } from "../../../lane/ports/store.js";
import { lenientSubject, orderOfSubject } from "./lenient-subject.js";
import { refusalAnswer } from "./refusal.js";

/** A call that is refused before any decision. */
interface RefusedCall extends ArrivedCall, Refused {
  /** What could be read of its parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Refuses a call before any decision. Only the journal records it. */
export function refuseEarly(
  tx: Tx,
  { state, choices, rules }: LaneNow,
  operation: string,
  { reason, detail, assumes, params = {}, ...call }: RefusedCall,
): UnitResult<CommittedCall> {
  const subject = lenientSubject(operation, params);
  const { exchange, reply } = journalCall(state, {
    id: tx.fresh.exchangeId(),
    call,
    subject,
    about: orderOfSubject(tx, subject),
    answer: refusalAnswer(choices, reason, { detail, assumes }),
    result: { kind: "refused", reason, detail },
    why: { scenarios: rules.scenarios },
  });
  return { result: undecided(reply), exchange };
}
