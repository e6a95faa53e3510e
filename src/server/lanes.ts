import { getHeapStatistics } from "node:v8";
import { Choices, type ChoiceWatcher } from "../app/choices.js";
import type { Lane } from "../app/lane.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import { reloadScenarios } from "../app/scenarios/reload-scenarios.js";
import { CannotStart } from "../package/errors.js";
import { JournalBudget } from "../store/journal-budget.js";
import { onDisk, storeError, UnreadableFile } from "../store/sqlite/failures.js";
import { laneFile, lanesIn, removeLaneFile, setLaneFileAside, stageLaneFile } from "../store/sqlite/lane-files.js";
import { inMemory } from "../store/sqlite/snapshot-bytes.js";
import { SchemaMismatch } from "../store/sqlite/sqlite-store.js";
import { type LaneOptions, type OpenLane, openLane } from "./open-lane.js";

export interface LanesOptions extends Omit<LaneOptions, "choices" | "journalBudget"> {
  /** Where addresses begin, without lane and trailing slash; known once the server listens. */
  readonly baseUrl: () => string;
  /** Told of each choice that an answer depends on. */
  readonly choiceWatcher?: ChoiceWatcher | undefined;
}

export const DEFAULT_LANE = "default";
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
  /** One for all lanes. */
  readonly #journalBudget: JournalBudget;
  #scenarios: readonly ReadScenario[];

  private constructor(options: LanesOptions) {
    this.#options = options;
    const { settings, choiceWatcher } = options;
    this.choices = new Choices(settings.policy, settings.responseCodes, choiceWatcher);
    this.#journalBudget = new JournalBudget(options.settings.journalBytes ?? defaultJournalBytes());
    this.#scenarios = options.settings.scenarios;
  }

  /** Opens all lanes of the data folder, where there is one. Throws where one of them cannot be opened. */
  static async open(options: LanesOptions): Promise<Lanes> {
    const lanes = new Lanes(options);
    const { dataDir } = options.settings;
    try {
      if (dataDir !== undefined) await lanes.#openAll(dataDir);
    } catch (error) {
      await lanes.close();
      throw error;
    }
    return lanes;
  }

  /** The lane, where it is open. */
  get(name: string): Lane | undefined {
    return this.#open.get(name)?.lane;
  }

  /** The lane, opened where it is not. Where a scenario of the start cannot be put in, each call throws. */
  async ready(name: string): Promise<Lane> {
    const opening = this.#opening.get(name) ?? this.#inTurn(name, () => this.#opening.get(name) ?? this.#make(name));
    return (await opening).lane;
  }

  /** Runs `use` with the lane. One that is not there is shown as it would begin, and nothing of it stays. */
  async look<T>(name: string, use: (lane: Lane) => Promise<T>): Promise<T> {
    const opening = this.#opening.get(name);
    if (opening) return use((await opening).lane);
    const { lane, close } = await this.#openLane(name, undefined);
    try {
      return await use(lane);
    } finally {
      await close();
    }
  }

  names(): readonly string[] {
    return [...this.#opening.keys()].sort();
  }

  baseUrlOf(name: string): string {
    const { baseUrl } = this.#options;
    return name === DEFAULT_LANE ? baseUrl() : `${baseUrl()}/lane/${name}`;
  }

  /** Makes a lane with its own seed, dropping the one of this name. */
  create(name: string, seed?: number): Promise<Lane> {
    return this.#inTurn(name, async () => {
      await this.#drop(name);
      return (await this.#make(name, { seed })).lane;
    });
  }

  /** A lane from a snapshot's bytes, dropping the one of this name. Bytes that cannot be read throw, and leave the lane. */
  async restore(name: string, bytes: Buffer): Promise<Lane> {
    const readable = await inMemory(bytes);
    const { dataDir } = this.#options.settings;
    return this.#inTurn(name, async () => {
      // Written while the old one is still there: a full disk must not cost both.
      const putInPlace = dataDir === undefined ? undefined : stageLaneFile(dataDir, name, bytes);
      await this.#drop(name);
      putInPlace?.();
      return (await this.#make(name, dataDir === undefined ? { bytes: readable } : {})).lane;
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
    const opening = this.#opening.get(name);
    if (!opening) return false;
    this.#forget(name);
    await closeOpened(opening);
    const { dataDir } = this.#options.settings;
    if (dataDir !== undefined) onDisk(() => removeLaneFile(dataDir, name));
    return true;
  }

  /** The start-up scenarios, read again: for lanes made from now on, and their rules for those that are there. */
  async reloadScenarios(scenarios: readonly ReadScenario[]): Promise<void> {
    this.#scenarios = scenarios;
    for (const { lane } of this.#open.values()) await reloadScenarios(lane, scenarios);
  }

  async close(): Promise<void> {
    const all = [...this.#opening.values()];
    this.#opening.clear();
    this.#open.clear();
    await Promise.all(all.map(closeOpened));
  }

  /** A file that cannot be read is set aside where the user asked for that; else all of them are named. */
  async #openAll(dataDir: string): Promise<void> {
    const { settings, log } = this.#options;
    const broken: string[] = [];
    for (const name of lanesIn(dataDir)) {
      const why = await this.ready(name).then(() => undefined, whyUnreadable);
      if (why === undefined) continue;
      if (!settings.skipBrokenLanes)
        broken.push(`the file of lane ${name}, ${laneFile(dataDir, name)}, cannot be read: ${why}`);
      else
        log.warn(
          `lane ${name} begins anew: its file cannot be read and is ${setLaneFileAside(dataDir, name)} now: ${why}`,
        );
    }
    if (broken.length > 0) throw new CannotStart(`${broken.join("; ")}: --skip-broken-lanes sets such files aside`);
  }

  #make(name: string, { seed, bytes }: { seed?: number | undefined; bytes?: Buffer } = {}): Promise<OpenLane> {
    const { dataDir } = this.#options.settings;
    const opening = this.#openLane(name, bytes ?? (dataDir === undefined ? undefined : laneFile(dataDir, name)), seed);
    this.#opening.set(name, opening);
    opening.then(
      (open) => this.#opening.get(name) === opening && this.#open.set(name, open),
      // The callers that wait for the lane see the failure; the next one tries again.
      () => this.#opening.get(name) === opening && this.#opening.delete(name),
    );
    return opening;
  }

  #openLane(name: string, from: string | Buffer | undefined, seed?: number): Promise<OpenLane> {
    const ofScenarios = this.#scenarios.find(({ scenario }) => scenario.seed !== undefined)?.scenario.seed;
    return openLane(
      { ...this.#options, choices: this.choices, journalBudget: this.#journalBudget },
      {
        name,
        baseUrl: () => this.baseUrlOf(name),
        from,
        seed: seed ?? ofScenarios ?? this.#options.settings.seed,
        scenarios: this.#scenarios,
      },
    ).catch((error: unknown) => {
      throw storeError(error);
    });
  }

  #forget(name: string): void {
    this.#opening.delete(name);
    this.#open.delete(name);
  }
}

/** Why a lane's own file is at fault; anything else is thrown on. */
function whyUnreadable(error: unknown): string {
  if (error instanceof UnreadableFile || error instanceof SchemaMismatch) return error.message;
  throw error;
}

/** Closes a lane once it is open; one that could not be opened closed itself. */
const closeOpened = (opening: Promise<OpenLane>): Promise<void> =>
  opening.then(
    ({ close }) => close(),
    () => {},
  );

/** A quarter of what the heap may hold. */
const defaultJournalBytes = (): number => getHeapStatistics().heap_size_limit / 4;
