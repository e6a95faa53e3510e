import type { Lane } from "../../lane/lane.js";
import { type HowToOpen, type LaneHooks, type LaneOpener, NameTaken } from "./lane-opener.js";
import type { LaneClosing, OpenLane } from "./open-lane.js";

/** The lanes that this process has open, by their names. */
export class OpenLanes {
  readonly #opener: LaneOpener;
  readonly #retired: LaneHooks["retired"];
  /** `lane`: once it is open, so that it can be used without waiting. */
  readonly #lanes = new Map<string, { readonly opening: Promise<OpenLane>; lane?: Lane }>();

  constructor(opener: LaneOpener, retired: LaneHooks["retired"]) {
    this.#opener = opener;
    this.#retired = retired;
  }

  /** The lane, unless it is closed or still being opened. */
  get(name: string): Lane | undefined {
    return this.#lanes.get(name)?.lane;
  }

  /** The lane, once it is open. */
  opening(name: string): Promise<OpenLane> | undefined {
    return this.#lanes.get(name)?.opening;
  }

  names(): readonly string[] {
    return [...this.#lanes.keys()].sort();
  }

  /** The lanes that can be used without waiting. */
  all(): readonly (readonly [name: string, lane: Lane])[] {
    return [...this.#lanes].flatMap(([name, { lane }]) => (lane ? [[name, lane] as const] : []));
  }

  /** Opens the lane, or makes it. If that fails, the next caller tries again. */
  make(name: string, how: HowToOpen): Promise<OpenLane> {
    const opening = this.#opener.open(name, how);
    const made: { readonly opening: Promise<OpenLane>; lane?: Lane } = { opening };
    this.#lanes.set(name, made);
    opening.then(
      ({ lane }) => {
        made.lane = lane;
      },
      () => this.#lanes.get(name) === made && this.#lanes.delete(name),
    );
    return opening;
  }

  /** Closes a lane that was dropped. Returns whether it was open. */
  async close(name: string): Promise<boolean> {
    const opening = this.opening(name);
    if (!opening) return false;
    this.#lanes.delete(name);
    await closeOpened(opening, { isDropped: true, lastLook: this.#retired });
    return true;
  }

  async closeAll(): Promise<void> {
    const all = [...this.#lanes.values()];
    this.#lanes.clear();
    await Promise.all(all.map(({ opening }) => closeOpened(opening)));
  }
}

/** Ignores that another process has made a lane with this name. */
export function unlessTaken(error: unknown): undefined {
  if (!(error instanceof NameTaken)) throw error;
}

/** Closes a lane once it is open. A lane that could not be opened has closed itself. */
const closeOpened = (opening: Promise<OpenLane>, how?: LaneClosing): Promise<void> =>
  opening.then(
    ({ close }) => close(how),
    () => {},
  );
