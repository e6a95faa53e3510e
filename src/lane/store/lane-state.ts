import type { Instant } from "../../core/domain/money.js";
import { type LaneRecord, type LaneState, laneTime } from "../ports/lane-record.js";
import type { Changes } from "../ports/store.js";

/** A lane's state at a real instant. */
export const stateAt = (record: LaneRecord, realNow: Instant): LaneState => ({
  ...record,
  now: laneTime(record.clock, realNow),
  realNow,
});

/** The record after a commit. The list of rules stays the same object unless a rule was added or removed. */
export function recordAfter<Record extends Partial<LaneRecord> & Pick<LaneRecord, "rules">>(
  record: Record,
  { lane, rules: { added = [], removed = [] } = {} }: Pick<Changes, "lane" | "rules">,
): Record {
  const gone = new Set(removed);
  const isSame = added.length === 0 && !record.rules.some(({ id }) => gone.has(id));
  const rules = isSame ? record.rules : [...record.rules.filter(({ id }) => !gone.has(id)), ...added];
  return { ...record, ...lane, rules };
}
