import type { Lane } from "../../lane/lane.js";
import type { Opened } from "../../server/lanes/lane-opener.js";
import { shownStore } from "../../server/options/option-text.js";
import type { Settings } from "../../server/options/settings.js";
import type { CheckedLane } from "../reports/run.js";
import type { LaneBefore } from "./lane-life.js";

/** How a run uses a lane between two resets. */
interface LaneUse {
  readonly isOlder: boolean;
  /** How many calls the lane had when the run first called it. Undefined until then. */
  earlier?: number;
  isTouched?: true;
  readonly restored?: LaneBefore["restored"];
}

/** Knows which lanes were stored before the run, and which of their calls are its own. */
export class OlderLanes {
  readonly #byName = new Map<string, LaneUse>();
  readonly #uses = new WeakMap<Lane, LaneUse>();

  /** A lane that was idle is opened again, and a reset makes a new one. */
  opened(lane: Lane, { isNew, restored }: Opened): void {
    const known = isNew || restored ? undefined : this.#byName.get(lane.name);
    const use: LaneUse = known ?? { isOlder: !isNew && !restored, restored };
    this.#byName.set(lane.name, use);
    this.#uses.set(lane, use);
    if (!use.isOlder) return;
    lane.waiting.watch((changes) => {
      if (changes?.exchange) use.earlier ??= changes.exchange.id - 1;
      if (changes?.exchange || changes?.lane?.replacedScenario) use.isTouched = true;
    });
  }

  /** All calls of an older lane that the run didn't call. */
  before(lane: Lane): LaneBefore {
    const { isOlder, earlier, restored } = this.#uses.get(lane)!;
    return { earlier: isOlder ? (earlier ?? Number.POSITIVE_INFINITY) : undefined, restored };
  }

  readonly isLeftAlone = (lane: Lane): boolean => {
    const use = this.#uses.get(lane);
    return use?.isOlder === true && !use.isTouched;
  };
}

/** A warning for each checked lane that is older than the run, if a scenario's checks or state, or an answer, depended on it. */
export function olderLanes(
  checked: readonly CheckedLane[],
  { scenarios, store, dataDir }: Settings,
): readonly string[] {
  const giving = scenarios.flatMap(
    ({ scenario: { name, clock, given, assume } }) => ((clock ?? given ?? assume) && [name]) || [],
  );
  const place = store === undefined ? dataDir : shownStore(store);
  return checked.flatMap(({ lane, isOlder, hasUsedReference, hasOwnScenario, scenarios: inForce }) => {
    if (!isOlder) return [];
    const counting = inForce.filter(({ clauses, rules }) => clauses.length + rules.length > 0).map(({ name }) => name);
    const why = [
      ...(hasOwnScenario || giving.length === 0
        ? []
        : [`given, clock and assume of ${giving.join(", ")} were not applied`]),
      ...(counting.length === 0 ? [] : [`expectations and rules of ${counting.join(", ")} count earlier calls, too`]),
      ...(hasUsedReference ? ["calls were refused whose merchantReference an earlier run had used"] : []),
    ];
    if (why.length === 0) return [];
    return [
      `lane ${lane} of ${place} is older than this run, so ${why.join(", and ")}: reset the lane first, or take a new place for each run`,
    ];
  });
}
