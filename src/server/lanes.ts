import { Choices, type ChoiceWatcher } from "../app/choices.js";
import type { Lane } from "../app/lane.js";
import type { LaneNews, LaneStorage, Replacement } from "../app/ports/lane-storage.js";
import type { Closing } from "../app/ports/store.js";
import { LaneGone } from "../app/ports/store-errors.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import { reloadScenarios } from "../app/scenarios/reload-scenarios.js";
import { CannotStart } from "../package/errors.js";
import { parseDuration } from "../scenario/duration.js";
import { LaneExpiry } from "./lane-expiry.js";
import { DEFAULT_LANE } from "./lane-path.js";
import { type LaneOptions, type OpenLane, type OwnOptions, openLane } from "./open-lane.js";

export interface LanesOptions extends Omit<LaneOptions, "choices"> {
  /** Where addresses begin, without lane and trailing slash; known once the server listens. */
  readonly baseUrl: () => string;
  /** Where the lanes are kept; closed with them. */
  readonly storage: LaneStorage;
  readonly hooks?: LaneHooks | undefined;
}

/** For who runs something in the lanes of a server, each with scenarios of its own. */
export interface LaneHooks {
  /** What takes the place of the start's scenarios in a lane that is made now. */
  readonly scenariosOf?: ((name: string) => readonly ReadScenario[]) | undefined;
  /** Called with each lane before it answers its first call. */
  readonly opened?: ((lane: Lane) => void) | undefined;
  /** Told of each choice that an answer depends on. */
  readonly choiceWatcher?: ChoiceWatcher | undefined;
}

const LANE_NAME = /^[A-Za-z0-9._-]{1,64}$/;
export const isLaneName = (name: string): boolean => LANE_NAME.test(name) && name !== "." && name !== "..";

/** The lanes of a server by their names, each opened on first use. */
export class Lanes {
  readonly #options: LanesOptions;
  /** What each lane answers by. */
  readonly choices: Choices;
  readonly #opening = new Map<string, Promise<OpenLane>>();
  /** Those of `#opening` that are open: they are used without waiting. */
  readonly #open = new Map<string, OpenLane>();
  /** By name: the last change of which lane has it, while one is under way. */
  readonly #changing = new Map<string, Promise<unknown>>();
  #scenarios: readonly ReadScenario[];
  /** Undefined: lanes stay. */
  readonly #expiry: LaneExpiry | undefined;

  private constructor(options: LanesOptions) {
    this.#options = options;
    const { settings, hooks } = options;
    this.choices = new Choices(settings.policy, settings.responseCodes, hooks?.choiceWatcher, settings.observed);
    this.#scenarios = options.settings.scenarios;
    this.#expiry = this.#expiryOf(settings.laneTtl);
  }

  /** A storage that several processes use sees itself which lanes nobody uses. */
  #expiryOf(ttl: string | undefined): LaneExpiry | undefined {
    const { storage } = this.#options;
    if (ttl === undefined || storage.expiresLanes) return undefined;
    return new LaneExpiry({
      ttlMs: parseDuration(ttl),
      names: () => this.names(),
      lastUse: (name) => storage.lastUse(name),
      keep: (since) => storage.keepUses(since),
      drop: (name) => this.drop(name),
      now: () => Date.now(),
    });
  }

  /** Opens the lanes that the storage wants to have open. Throws where one of them cannot be opened. */
  static async open(options: LanesOptions): Promise<Lanes> {
    const lanes = new Lanes(options);
    try {
      await lanes.#openAll();
      await lanes.#expiry?.look();
      options.storage.start({
        due: (name) => lanes.#wake(name),
        changed: (news) => lanes.#hear(news),
      });
    } catch (error) {
      await lanes.close();
      throw error;
    }
    return lanes;
  }

  /** The lane, where it is open, to be used. */
  get(name: string): Lane | undefined {
    const lane = this.ifOpen(name);
    // Of names that no lane has there is no end.
    if (lane) this.#expiry?.used(name);
    return lane;
  }

  /** The lane, where it is open, to be told of: that is no use, and keeps no lane from expiring. */
  ifOpen(name: string): Lane | undefined {
    return this.#open.get(name)?.lane;
  }

  /** The lane, opened where it is not. Where a scenario of the start cannot be put in, each call throws. */
  ready(name: string): Promise<Lane> {
    this.#expiry?.used(name);
    return this.#ready(name);
  }

  async #ready(name: string): Promise<Lane> {
    const current = await this.#current(name);
    const opening = current ?? this.#inTurn(name, () => this.#opening.get(name) ?? this.#make(name));
    return (await opening).lane;
  }

  /** The lane that took the place of this one, where another process did that; else undefined. */
  async successor(lane: Lane): Promise<Lane | undefined> {
    const { storage } = this.#options;
    if (await storage.isCurrent(lane.name, lane.store)) return undefined;
    return this.ready(lane.name);
  }

  /** The lane where it is open here, and no other process put another one in its place. */
  async #current(name: string): Promise<OpenLane | undefined> {
    const opening = this.#opening.get(name);
    if (!opening) return undefined;
    const open = await opening.catch(unlessTaken);
    if (!open) return undefined;
    if (await this.#options.storage.isCurrent(name, open.lane.store)) return open;
    await this.#inTurn(name, async () => {
      if (this.#opening.get(name) === opening) await this.#close(name);
    });
    return undefined;
  }

  /** Runs `use` with the lane. One that is not there is shown as it would begin, and nothing of it stays. */
  async look<T>(name: string, use: (lane: Lane) => Promise<T>): Promise<T> {
    const current = await this.#current(name);
    if (current) {
      this.#expiry?.used(name);
      return use(current.lane);
    }
    if (this.#opening.has(name) || (await this.#options.storage.isKept(name))) return use(await this.ready(name));
    const { lane, close } = await this.#openForALook(name);
    try {
      return await use(lane);
    } finally {
      await close();
    }
  }

  /** To list lanes is not to use them, and makes none: undefined where the lane is gone. */
  async seedOf(name: string): Promise<number | undefined> {
    const seed = await this.#options.storage.seedOf(name);
    if (seed !== undefined) return seed;
    const open = await this.#opening.get(name)?.catch(unlessTaken);
    try {
      return open && (await open.lane.store.views.lane()).seed;
    } catch (error) {
      if (error instanceof LaneGone) return undefined;
      throw error;
    }
  }

  /** Those that this process has open. */
  names(): readonly string[] {
    return [...this.#opening.keys()].sort();
  }

  /** Those that any process has, or had. */
  async allNames(): Promise<readonly string[]> {
    return this.#options.storage.names(this.names());
  }

  baseUrlOf(name: string): string {
    const { baseUrl } = this.#options;
    return name === DEFAULT_LANE ? baseUrl() : `${baseUrl()}/lane/${name}`;
  }

  /** Makes a lane with its own seed, dropping the one of this name. */
  create(name: string, seed?: number): Promise<Lane> {
    return this.#inTurn(name, async () => {
      await this.#close(name);
      return (await this.#make(name, { seed, instead: {} })).lane;
    });
  }

  /** A lane of a name that none has, new or from a snapshot's bytes; undefined where one has it. */
  add(name: string, { seed, bytes }: { seed?: number | undefined; bytes?: Buffer } = {}): Promise<Lane | undefined> {
    return this.#inTurn(name, async () => {
      if ((await this.allNames()).includes(name)) return undefined;
      const staged = bytes && (await this.#options.storage.stage(name, bytes));
      await this.#close(name);
      const made = this.#make(name, { seed, instead: { ...staged, isAnother: true } });
      return made.then(({ lane }) => lane, unlessTaken);
    });
  }

  /** A lane from a snapshot's bytes, dropping the one of this name. Bytes that cannot be read throw, and leave the lane. */
  async restore(name: string, bytes: Buffer): Promise<Lane> {
    return this.#inTurn(name, async () => {
      const instead = await this.#options.storage.stage(name, bytes);
      await this.#close(name);
      return (await this.#make(name, { instead })).lane;
    });
  }

  drop(name: string): Promise<boolean> {
    return this.#inTurn(name, () => this.#drop(name));
  }

  /** What changes which lane has a name goes one after another: two resets at once must not leave two lanes of one name. */
  #inTurn<T>(name: string, change: () => Promise<T>): Promise<T> {
    const done = (this.#changing.get(name) ?? Promise.resolve()).then(change, change);
    this.#changing.set(name, done);
    const forget = () => void (this.#changing.get(name) === done && this.#changing.delete(name));
    done.then(forget, forget);
    return done;
  }

  async #drop(name: string): Promise<boolean> {
    const wasOpen = await this.#close(name);
    const wasKept = await this.#options.storage.remove(name);
    return wasOpen || wasKept;
  }

  /** Tells whether it was open. */
  async #close(name: string): Promise<boolean> {
    const opening = this.#opening.get(name);
    if (!opening) return false;
    this.#forget(name);
    await closeOpened(opening, { isDropped: true });
    return true;
  }

  /** The start-up scenarios, read again: for lanes made from now on, and their rules for those that are there. */
  async reloadScenarios(scenarios: readonly ReadScenario[]): Promise<void> {
    this.#scenarios = scenarios;
    for (const { lane } of this.#open.values()) await reloadScenarios(lane, scenarios).catch(unlessGone);
  }

  async close(): Promise<void> {
    this.#expiry?.stop();
    const all = [...this.#opening.values()];
    this.#opening.clear();
    this.#open.clear();
    await Promise.all(all.map((opening) => closeOpened(opening)));
    // Their files were written to just now.
    this.#expiry?.keep();
    await this.#options.storage.close();
  }

  /** Something is due in a lane that no process looks after. */
  #wake(name: string): void {
    this.ready(name).then(
      (lane) => lane.wake(),
      // It is told of again as long as it is due.
      () => {},
    );
  }

  /** Those who wait in a lane that other processes changed look again. */
  #hear(news: LaneNews): void {
    for (const { lane } of this.#open.values())
      if (this.#options.storage.isOf(news, lane.store)) {
        lane.waiting.changed();
        lane.elsewhere.hear();
      }
  }

  /** A lane that cannot be read is set aside where the user asked for that; else all of them are named. */
  async #openAll(): Promise<void> {
    const { settings, log, storage } = this.#options;
    const broken: string[] = [];
    for (const name of storage.lanesAtStart()) {
      const why = await this.#ready(name).then(() => undefined, whyUnreadable(storage));
      if (why === undefined) continue;
      if (!settings.skipBrokenLanes) broken.push(`${storage.placeOf(name)}, cannot be read: ${why}`);
      else log.warn(`lane ${name} begins anew: its file cannot be read and is ${storage.setAside(name)} now: ${why}`);
    }
    if (broken.length > 0) throw new CannotStart(`${broken.join("; ")}: --skip-broken-lanes sets such files aside`);
  }

  #make(name: string, own: { seed?: number | undefined; instead?: Replacement } = {}): Promise<OpenLane> {
    const opening = this.#openKept(name, own);
    this.#opening.set(name, opening);
    opening.then(
      (open) => this.#opening.get(name) === opening && this.#open.set(name, open),
      // The callers that wait for the lane see the failure; the next one tries again.
      () => this.#opening.get(name) === opening && this.#opening.delete(name),
    );
    return opening;
  }

  async #openKept(
    name: string,
    { seed, instead }: { seed?: number | undefined; instead?: Replacement },
  ): Promise<OpenLane> {
    const { storage } = this.#options;
    for (;;) {
      const opened = await openLane(this.#shared(), this.#own(name, seed), (how) => storage.open(name, how, instead));
      if (!opened && instead?.isAnother) throw new NameTaken();
      if (!opened) continue;
      this.#options.hooks?.opened?.(opened.lane);
      return opened;
    }
  }

  async #openForALook(name: string): Promise<OpenLane> {
    const { storage } = this.#options;
    const opened = await openLane(this.#shared(), this.#own(name), async (how) => ({
      store: await storage.openForALook(how),
      publish: async () => true,
    }));
    return opened!;
  }

  #shared(): LaneOptions {
    return { ...this.#options, choices: this.choices };
  }

  #own(name: string, seed?: number): OwnOptions {
    const scenarios = this.#options.hooks?.scenariosOf?.(name) ?? this.#scenarios;
    const ofScenarios = scenarios.find(({ scenario }) => scenario.seed !== undefined)?.scenario.seed;
    return {
      name,
      baseUrl: () => this.baseUrlOf(name),
      seed: seed ?? ofScenarios ?? this.#options.storage.seed,
      scenarios,
    };
  }

  #forget(name: string): void {
    this.#opening.delete(name);
    this.#open.delete(name);
  }
}

/** Another process made a lane of this name meanwhile. */
class NameTaken extends Error {}

function unlessTaken(error: unknown): undefined {
  if (!(error instanceof NameTaken)) throw error;
}

/** What takes the place of a lane that was reset has the new scenarios. */
function unlessGone(error: unknown): void {
  if (!(error instanceof LaneGone)) throw error;
}

/** Why the lane itself is at fault; anything else is thrown on. */
const whyUnreadable =
  (storage: LaneStorage) =>
  (error: unknown): string => {
    const why = storage.whyUnreadable(error);
    if (why === undefined) throw error;
    return why;
  };

/** Closes a lane once it is open; one that could not be opened closed itself. */
const closeOpened = (opening: Promise<OpenLane>, how?: Closing): Promise<void> =>
  opening.then(
    ({ close }) => close(how),
    () => {},
  );
