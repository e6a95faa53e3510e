import type { LaneRecord } from "../../../ports/lane-record.js";
import type { Changes } from "../../../ports/store.js";
import { recordAfter } from "../../lane-state.js";

/** The approximate size of a part without its texts, in bytes. */
const FRAME_BYTES = 500;

/** Parts of records never change, so each is measured once. */
const measured = new WeakMap<object, number>();

function bytesOfPart(part: object): number {
  let bytes = measured.get(part);
  if (bytes === undefined) {
    bytes = FRAME_BYTES + 2 * JSON.stringify(part).length;
    measured.set(part, bytes);
  }
  return bytes;
}

type Parts = Pick<LaneRecord, "rules" | "replacedScenario">;

/** The approximate memory that a lane's rules and scenario use. */
export const recordBytes = ({ rules, replacedScenario }: Parts): number =>
  rules.reduce((sum, rule) => sum + bytesOfPart(rule), replacedScenario ? bytesOfPart(replacedScenario) : 0);

/** The same after `changes`. Undefined if they change neither rules nor scenario. */
export const recordBytesAfter = (record: Parts, changes: Changes): number | undefined =>
  changes.rules || (changes.lane && "replacedScenario" in changes.lane)
    ? recordBytes(recordAfter(record, changes))
    : undefined;
