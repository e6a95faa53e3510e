import { Choices, type ChoiceWatcher } from "../../lane/choices.js";
import type { Lane } from "../../lane/lane.js";
import type { LaneStorage, LaneStoreOptions, Replacement } from "../../lane/ports/lane-storage.js";
import { DEFAULT_LANE } from "../../lane/ports/name.js";
import type { Notifier } from "../../lane/ports/notifier.js";
import { unlessGone } from "../../lane/ports/store-errors.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import { type LaneOptions, type OpenLane, type OwnOptions, openLane } from "./open-lane.js";

export interface LanesOptions extends Omit<LaneOptions, "choices" | "journalBudget"> {
  /** The base of addresses, without lane and trailing slash. Known once the server listens. */
  readonly baseUrl: () => string;
  /** The lanes' storage. Closed together with the lanes. */
  readonly storage: LaneStorage;
  readonly hooks?: LaneHooks | undefined;
}

/** How a lane came to be open. */
export type Opened = Pick<OpenLane, "isNew" | "restored">;

/** For callers that run something in a server's lanes, with different scenarios for each lane. */
export interface LaneHooks {
  /** The scenarios of a new lane, instead of the start's. */
  readonly scenariosOf?: ((name: string) => readonly ReadScenario[]) | undefined;
  /** Called with each lane before it answers its first call. */
  readonly opened?: ((lane: Lane, how: Opened) => void) | undefined;
  /**
   * Called with each lane that was dropped or reset. Nothing is written to it any more, and its store stays readable
   * until the promise resolves. If lanes are kept in memory, a reset doesn't wait for this.
   */
  readonly retired?: ((lane: Lane) => Promise<void>) | undefined;
  /** Wraps the notifier of a lane. */
  readonly notifierOf?: ((lane: string, notifier: Notifier) => Notifier) | undefined;
  /** Called for each choice on which an answer depends. */
  readonly choiceWatcher?: ChoiceWatcher | undefined;
}

export interface HowToOpen extends Pick<LaneStoreOptions, "limits"> {
  readonly seed?: number | undefined;
  readonly instead?: Replacement | undefined;
}

/** Opens a server's lanes. `Lanes` knows which ones are open. */
export class LaneOpener {
  readonly #options: LanesOptions;
  /** The choices of each lane. */
  readonly choices: Choices;
  /** The scenarios of lanes that are made from now on. */
  scenarios: readonly ReadScenario[];

  constructor(options: LanesOptions) {
    this.#options = options;
    const { settings, hooks } = options;
    this.choices = new Choices(settings.policy, settings.responseCodes, hooks?.choiceWatcher, settings.observed);
    this.scenarios = settings.scenarios;
  }

  baseUrlOf(name: string): string {
    const { baseUrl } = this.#options;
    return name === DEFAULT_LANE ? baseUrl() : `${baseUrl()}/lane/${name}`;
  }

  /** Opens a lane, or makes it. Throws NameTaken if another process has made another lane with this name. */
  async open(name: string, { seed, instead, limits }: HowToOpen): Promise<OpenLane> {
    const { storage } = this.#options;
    for (;;) {
      const opening = openLane(this.#shared(name), this.#own(name, { seed, instead }), (how) =>
        storage.open(name, { ...how, limits }, instead),
      );
      // A lane may be replaced while it is being opened. The next attempt opens its replacement.
      const opened = await opening.catch(unlessGone);
      if (!opened && instead?.isAnother) throw new NameTaken();
      if (!opened) continue;
      this.#options.hooks?.opened?.(opened.lane, opened);
      return opened;
    }
  }

  /** A new lane that isn't stored. */
  async openForALook(name: string): Promise<OpenLane> {
    const { storage } = this.#options;
    const opened = await openLane(this.#shared(name), this.#own(name), async (how) => ({
      store: await storage.openForALook(how),
    }));
    return opened!;
  }

  #shared(name: string): LaneOptions {
    const { hooks, storage, notifier: ofAll } = this.#options;
    const notifier = hooks?.notifierOf?.(name, ofAll) ?? ofAll;
    return { ...this.#options, notifier, choices: this.choices, journalBudget: storage.journalBudget };
  }

  #own(name: string, { seed, instead }: HowToOpen = {}): OwnOptions {
    const scenarios = this.#options.hooks?.scenariosOf?.(name) ?? this.scenarios;
    const ofScenarios = scenarios.find(({ scenario }) => scenario.seed !== undefined)?.scenario.seed;
    return {
      name,
      baseUrl: () => this.baseUrlOf(name),
      seed: seed ?? ofScenarios ?? this.#options.storage.seed,
      scenarios,
      isRestored: (instead?.bytes ?? instead?.putInPlace) !== undefined,
    };
  }
}

/** Another process has created a lane with this name in the meantime. */
export class NameTaken extends Error {}
