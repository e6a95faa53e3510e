import type { Instant } from "../../core/domain/money.js";
import { SUCCESS_CODE } from "../../core/facts/codes.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import type { Tx, UnitResult } from "../ports/store.js";
import { journalCall } from "./journal-call.js";

interface JournalEvent {
  /** When it happened, if not now. */
  readonly at?: Instant;
  readonly subject: Subject;
  readonly request: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** The next step, for the explanation. */
  readonly advice?: string | undefined;
}

/** Records something that happened without a decision. */
export function journalEvent({ at, subject, request, body = {}, advice }: JournalEvent, tx: Tx): UnitResult<void> {
  const { now, clock } = tx.lane();
  const { exchange } = journalCall(
    { now: at ?? now, clock },
    {
      id: tx.fresh.exchangeId(),
      call: { request: JSON.stringify(request) },
      subject,
      answer: { http: 200, responseCode: SUCCESS_CODE, body: JSON.stringify(body), assumed: [] },
      result: { kind: "done" },
      ...(advice !== undefined && { why: { advice } }),
    },
  );
  return { result: undefined, exchange };
}
