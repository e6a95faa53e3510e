import { parseDuration } from "../../core/scenario/values/duration.js";
import type { Choices } from "../../lane/choices.js";
import type { Lane } from "../../lane/lane.js";
import type { LaneUsage, RemoteChange, SharedLanes } from "../../lane/ports/lane-storage.js";
import { assertName } from "../../lane/ports/name.js";
import { LaneGone, LaneLimitReached, unlessGone } from "../../lane/ports/store-errors.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import { reloadScenarios } from "../../lane/scenarios/reload-scenarios.js";
import { SerialTasks } from "../../lane/serial-tasks.js";
import { LaneExpiry } from "./lane-expiry.js";
import { type HowToOpen, LaneOpener, type LanesOptions } from "./lane-opener.js";
import type { OpenLane } from "./open-lane.js";
import { OpenLanes, unlessTaken } from "./open-lanes.js";
import type { Quotas } from "./quotas.js";
import { openStoredLanes } from "./stored-lanes.js";

/** The lanes of a server by their names, each opened on first use. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #opener: LaneOpener;
  readonly #open: OpenLanes;
  /** By name, because two resets at once must not leave two lanes with one name. */
  readonly #changes = new SerialTasks<string>();
  /** Admits each new lane. Undefined during the start, and if no team has a quota. */
  quotas: Pick<Quotas, "admitLane" | "limitsOf"> | undefined;
  /** Undefined: lanes never expire. */
  readonly #expiry: LaneExpiry | undefined;
  #isClosed = false;

  private constructor(options: LanesOptions) {
    this.#options = options;
    this.#opener = new LaneOpener(options);
    this.#open = new OpenLanes(this.#opener, options.hooks?.retired);
    this.#expiry = this.#expiryOf(options.settings.laneTtl);
  }

  /** The choices of each lane. */
  get choices(): Choices {
    return this.#opener.choices;
  }

  /** A storage that several processes share expires unused lanes by itself. */
  #expiryOf(ttl: string | undefined): LaneExpiry | undefined {
    const { storage } = this.#options;
    if (ttl === undefined || storage.shared) return undefined;
    return new LaneExpiry({
      ttlMs: parseDuration(ttl),
      names: () => this.names(),
      lastUse: (name) => storage.files?.lastUse(name),
      keep: (since) => storage.files?.keepUses(since),
      drop: (name) => this.drop(name),
      now: () => Date.now(),
    });
  }

  /** Opens the lanes that the storage requires. Throws if one of them cannot be opened. */
  static async open(options: LanesOptions): Promise<Lanes> {
    const lanes = new Lanes(options);
    try {
      await openStoredLanes(options, (name) => lanes.#ready(name));
      await lanes.#expiry?.look();
      const { shared } = options.storage;
      shared?.start({
        due: (name) => lanes.#wake(name),
        changed: (change) => lanes.#hear(change, shared),
      });
    } catch (error) {
      await lanes.close();
      throw error;
    }
    return lanes;
  }

  /** The lane for use, if open. */
  get(name: string): Lane | undefined {
    const lane = this.#open.get(name);
    // Only for existing lanes, because callers can invent any number of names.
    if (lane) this.#expiry?.used(name);
    return lane;
  }

  /** The lane for display, if open. Display doesn't count as use and keeps no lane from expiring. */
  ifOpen(name: string): Lane | undefined {
    return this.#open.get(name);
  }

  /** The lane, opened if needed. Each call throws if a starting scenario cannot be applied. */
  ready(name: string): Promise<Lane> {
    this.#expiry?.used(name);
    return this.#ready(name);
  }

  async #ready(name: string): Promise<Lane> {
    const current = await this.#current(name);
    const opening =
      current ?? this.#inTurn(name, () => this.#open.opening(name) ?? this.#admitted(name, () => this.#make(name)));
    return (await opening).lane;
  }

  /**
   * The lane that has replaced this one, once it exists. This process closes a lane before it replaces it, so until
   * then the storage still has the old one. Undefined if the lane wasn't replaced, or if this server stops.
   */
  async successor(lane: Lane): Promise<Lane | undefined> {
    if (this.#isClosed) return undefined;
    const next = await this.ready(lane.name);
    return next === lane ? undefined : next;
  }

  /** The lane if it is open here and no other process has replaced it. */
  async #current(name: string): Promise<OpenLane | undefined> {
    const opening = this.#open.opening(name);
    const open = await opening?.catch(unlessTaken);
    if (!open) return undefined;
    const { shared } = this.#options.storage;
    if (!shared || (await shared.isCurrent(name, open.lane.store))) return open;
    await this.#inTurn(name, async () => {
      if (this.#open.opening(name) === opening) await this.#open.close(name);
    });
    return undefined;
  }

  /** The lane, opened if it is stored. Undefined if nobody created it. */
  async ifMade(name: string): Promise<Lane | undefined> {
    const current = await this.#current(name);
    if (current) {
      this.#expiry?.used(name);
      return current.lane;
    }
    const isMade = this.#open.opening(name) !== undefined || (await this.#options.storage.shared?.isKept(name));
    return isMade ? this.ready(name) : undefined;
  }

  /**
   * Runs `use` with the lane. If the lane doesn't exist, `use` gets a temporary new one that isn't stored, until it makes
   * the lane.
   */
  async look<T>(name: string, use: (lane: Lane, make: () => Promise<Lane>) => Promise<T>): Promise<T> {
    const made = await this.ifMade(name);
    if (made) return use(made, async () => made);
    const { lane, close } = await this.#opener.openForALook(name);
    try {
      return await use(lane, () => this.ready(name));
    } finally {
      await close();
    }
  }

  /** The seed of a listed lane. Listing doesn't use or create lanes, so this is undefined if the lane is gone. */
  async seedOf(name: string): Promise<number | undefined> {
    const seed = await this.#options.storage.shared?.seedOf(name);
    if (seed !== undefined) return seed;
    const open = await this.#open.opening(name)?.catch(unlessTaken);
    try {
      return open && (await open.lane.store.views.lane()).seed;
    } catch (error) {
      if (error instanceof LaneGone) return undefined;
      throw error;
    }
  }

  /** The names of the lanes that this process has open. */
  names(): readonly string[] {
    return this.#open.names();
  }

  /** The names of all lanes that any process has, or had. */
  async allNames(): Promise<readonly string[]> {
    return this.#options.storage.shared?.names() ?? this.names();
  }

  /** What each lane holds, by its name. */
  usage(): Promise<ReadonlyMap<string, LaneUsage>> {
    const open = this.names().map((name) => [name, this.#open.get(name)?.store] as const);
    return this.#options.storage.usage(new Map(open));
  }

  baseUrlOf(name: string): string {
    return this.#opener.baseUrlOf(name);
  }

  /** Creates a lane, and drops an existing lane with this name. Without a seed, uses that lane's seed. */
  create(name: string, seed?: number): Promise<Lane> {
    return this.#replace(name, async () => ({ seed: seed ?? (await this.seedOf(name)), instead: {} }));
  }

  /** Adds a lane, new or from a snapshot's bytes. Undefined if the name is taken. */
  add(name: string, { seed, bytes }: { seed?: number | undefined; bytes?: Buffer } = {}): Promise<Lane | undefined> {
    return this.#inTurn(name, async () => {
      if ((await this.allNames()).includes(name)) return undefined;
      return this.#admitted(name, async () => {
        const staged = bytes && (await this.#options.storage.stage(name, bytes));
        await this.#open.close(name);
        const made = this.#make(name, { seed, instead: { ...staged, isAnother: true } });
        return made.then(({ lane }) => lane, unlessTaken);
      });
    });
  }

  /**
   * Creates a lane from a snapshot's bytes. Drops an existing lane with this name, but keeps it and throws if the
   * bytes are unreadable.
   */
  async restore(name: string, bytes: Buffer): Promise<Lane> {
    return this.#replace(name, async () => ({ instead: await this.#options.storage.stage(name, bytes) }));
  }

  #replace(name: string, prepare: () => Promise<Omit<HowToOpen, "limits">>): Promise<Lane> {
    return this.#inTurn(name, () =>
      this.#admitted(name, async () => {
        const own = await prepare();
        await this.#open.close(name);
        return (await this.#make(name, own)).lane;
      }),
    );
  }

  drop(name: string): Promise<boolean> {
    return this.#inTurn(name, () => this.#drop(name));
  }

  /** Changes to a lane's name, such as its creation, reset or removal, run one at a time. */
  #inTurn<T>(name: string, change: () => Promise<T>): Promise<T> {
    assertName(name);
    return this.#changes.run(name, change);
  }

  /** Throws QuotaExceeded if a team may not have one more lane. A lane that is there already may be opened or replaced. */
  async #admitted<T>(name: string, make: () => Promise<T>): Promise<T> {
    for (;;) {
      const made = await this.quotas?.admitLane(name);
      try {
        return await make();
      } catch (error) {
        // Other processes were faster. The next count refuses it, unless a lane has been dropped meanwhile.
        if (!(error instanceof LaneLimitReached)) throw error;
      } finally {
        made?.();
      }
    }
  }

  async #drop(name: string): Promise<boolean> {
    const wasOpen = await this.#open.close(name);
    const wasKept = await this.#options.storage.remove(name);
    return wasOpen || wasKept;
  }

  /**
   * Applies scenario files that were read again: to lanes created from now on, and as new rules in existing lanes.
   */
  async reloadScenarios(scenarios: readonly ReadScenario[]): Promise<void> {
    this.#opener.scenarios = scenarios;
    // Ignored for a lane that was reset, because its replacement has the new scenarios.
    for (const [, lane] of this.#open.all()) await reloadScenarios(lane, scenarios).catch(unlessGone);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#expiry?.stop();
    await this.#open.closeAll();
    // Saved last, because closing the lanes has just changed their files.
    this.#expiry?.keep();
    await this.#options.storage.close();
  }

  /** Something is due in a lane that no process has open. */
  #wake(name: string): void {
    this.ready(name).then(
      (lane) => lane.wake(),
      // The error is ignored, because the storage calls again until the work is done.
      () => {},
    );
  }

  /** After another process's change, wakes whoever waits in the lane. If the lane is gone, they learn it at once. */
  #hear(change: RemoteChange, shared: SharedLanes): void {
    for (const [name, lane] of this.#open.all()) {
      const effect = shared.effectOf(change, lane.store);
      if (effect === "none") continue;
      lane.waiting.changed();
      lane.changeFeed.hear();
      if (effect === "perhaps-gone" && lane.waiting.isWatched) this.#current(name).catch(() => {});
    }
  }

  #make(name: string, own: Omit<HowToOpen, "limits"> = {}): Promise<OpenLane> {
    return this.#open.make(name, { ...own, limits: this.quotas?.limitsOf(name) });
  }
}
