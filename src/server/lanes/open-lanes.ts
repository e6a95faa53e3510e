import type { Lane } from "../../lane/lane.js";
import { type HowToOpen, type LaneHooks, type LaneOpener, NameTaken } from "./lane-opener.js";
import type { LaneClosing, OpenLane } from "./open-lane.js";

/** The lanes that this process has open, by their names. */
export class OpenLanes {
  readonly #opener: LaneOpener;
  readonly #retired: LaneHooks["retired"];
  readonly #opening = new Map<string, Promise<OpenLane>>();
  /** The lanes of `#opening` that are already open, so that they can be used without waiting. */
  readonly #open = new Map<string, Lane>();

  constructor(opener: LaneOpener, retired: LaneHooks["retired"]) {
    this.#opener = opener;
    this.#retired = retired;
  }

  /** The lane, unless it is closed or still being opened. */
  get(name: string): Lane | undefined {
    return this.#open.get(name);
  }

  /** The lane, once it is open. */
  opening(name: string): Promise<OpenLane> | undefined {
    return this.#opening.get(name);
  }

  names(): readonly string[] {
    return [...this.#opening.keys()].sort();
  }

  /** The lanes that can be used without waiting. */
  all(): readonly (readonly [name: string, lane: Lane])[] {
    return [...this.#open];
  }

  /** Opens the lane, or makes it. If that fails, the next caller tries again. */
  make(name: string, how: HowToOpen): Promise<OpenLane> {
    const opening = this.#opener.open(name, how);
    this.#opening.set(name, opening);
    const isCurrent = (): boolean => this.#opening.get(name) === opening;
    opening.then(
      ({ lane }) => isCurrent() && this.#open.set(name, lane),
      () => isCurrent() && this.#opening.delete(name),
    );
    return opening;
  }

  /** Closes a lane that was dropped. Returns whether it was open. */
  async close(name: string): Promise<boolean> {
    const opening = this.#opening.get(name);
    if (!opening) return false;
    this.#opening.delete(name);
    this.#open.delete(name);
    await closeOpened(opening, { isDropped: true, lastLook: this.#retired });
    return true;
  }

  async closeAll(): Promise<void> {
    const all = [...this.#opening.values()];
    this.#opening.clear();
    this.#open.clear();
    await Promise.all(all.map((opening) => closeOpened(opening)));
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
