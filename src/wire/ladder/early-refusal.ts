import { assertAsChecked, type CheckedBy } from "../../app/commands/checked-by.js";
import { type ArrivedCall, journalCall } from "../../app/journal/journal-call.js";
import type { Reply } from "../../app/journal/reply.js";
import type { Refused } from "../../app/journal/result.js";
import type { Lane } from "../../app/lane.js";
import type { UnitResult } from "../../app/ports/store.js";
import type { Envelope } from "./envelope.js";
import { lenientSubject } from "./lenient-subject.js";
import { refusalAnswer } from "./refusal.js";

/** A call that is refused before any decision. */
interface RefusedCall extends ArrivedCall, Refused {
  readonly envelope?: Envelope;
}

/** Refuses a call before any decision. Only the journal records it. */
export function refuseEarly(
  lane: Lane,
  checkedBy: CheckedBy | undefined,
  operation: string,
  { reason, detail, assumes, envelope, ...call }: RefusedCall,
): Promise<Reply> {
  const subject = lenientSubject(operation, envelope?.params ?? {});
  return lane.store.transact((tx): UnitResult<Reply> => {
    const state = tx.lane();
    if (checkedBy) assertAsChecked(tx, lane, state, checkedBy);
    const { exchange, reply } = journalCall(state, {
      id: tx.fresh.exchangeId(),
      call,
      subject,
      answer: refusalAnswer(lane.choices.inForce(state), reason, { detail, assumes }),
      result: { kind: "refused", reason, detail },
      why: { scenarios: lane.rules.inForce(state).scenarios },
    });
    return { result: reply, exchange };
  });
}
