import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adjustBalance } from "../app/balance.js";
import { demoMerchants, demoTokens } from "../app/fixtures.js";
import { checkCommit, invariantRulesOf } from "../app/invariants.js";
import type { Lane, PageCompletion } from "../app/lane.js";
import { Deliveries } from "../app/notifications/deliveries.js";
import type { Log } from "../app/ports/log.js";
import type { Notifier } from "../app/ports/notifier.js";
import type { Clock } from "../app/ports/store.js";
import type { ReadScenario } from "../app/rules/lane-scenarios.js";
import { RuleBook } from "../app/rules/rule-book.js";
import { keepRules, restoreRules } from "../app/rules/saved-rules.js";
import { applyScenario } from "../app/scenarios/apply-scenario.js";
import { reloadScenarios } from "../app/scenarios/reload-scenarios.js";
import { completePage } from "../app/shopper/complete-page.js";
import { LaneClock } from "../app/time/lane-clock.js";
import { Schedule } from "../app/time/schedule.js";
import { Waiting } from "../app/time/waiting.js";
import type { Settings } from "../config/settings.js";
import { type AnswerName, allCodes, type CodeRow } from "../facts/codes.js";
import { packageText } from "../package/files.js";
import { PulseTimer } from "../runtime/pulse-timer.js";
import type { CompiledRule } from "../scenario/choose.js";
import { SqliteStore } from "../store/sqlite/sqlite-store.js";

export interface LanesOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** Where addresses begin, without lane and trailing slash; known once the server listens. */
  readonly baseUrl: () => string;
  readonly magic: (() => Promise<readonly CompiledRule[]>) | undefined;
}

interface Running {
  readonly lane: Lane;
  readonly timer: PulseTimer;
  readonly ready: Promise<void>;
}

export const DEFAULT_LANE = "default";
const LANE_NAME = /^[A-Za-z0-9._-]{1,64}$/;
export const isLaneName = (name: string): boolean => LANE_NAME.test(name) && name !== "." && name !== "..";

/** All lanes of a server, each made on first use. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Running>();
  /** Lanes whose start-up scenarios have been applied. */
  readonly #settled = new Set<string>();
  readonly #codes: Readonly<Record<AnswerName, CodeRow>>;
  #scenarios: readonly ReadScenario[];

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#codes = codesOf(options.settings);
    this.#scenarios = options.settings.scenarios;
    const { dataDir } = options.settings;
    if (dataDir !== undefined) for (const name of lanesIn(dataDir)) this.#open(name);
  }

  /** The lane, ready to be used. A failed start-up scenario throws here, once for each call. */
  get(name: string): Lane {
    return (this.#lanes.get(name) ?? this.#open(name)).lane;
  }

  /** Resolves when the lane's start-up scenarios have been applied. */
  async ready(name: string): Promise<Lane> {
    const running = this.#lanes.get(name) ?? this.#open(name);
    await running.ready;
    return running.lane;
  }

  /** Whether the lane can be used without waiting. */
  isReady(name: string): boolean {
    return this.#settled.has(name);
  }

  names(): readonly string[] {
    return [...this.#lanes.keys()].sort();
  }

  has(name: string): boolean {
    return this.#lanes.has(name);
  }

  /** Makes a lane with its own seed, dropping the one of this name. */
  async create(name: string, seed?: number): Promise<Lane> {
    await this.drop(name);
    const running = this.#open(name, { seed });
    await running.ready;
    return running.lane;
  }

  /** A lane from a snapshot's bytes, dropping the one of this name. Bytes that cannot be read throw, and leave the lane. */
  async restore(name: string, bytes: Buffer): Promise<Lane> {
    const inMemory = withoutWal(bytes);
    await new SqliteStore({ from: inMemory, seed: 0 }).close();
    await this.drop(name);
    const { dataDir } = this.#options.settings;
    if (dataDir !== undefined) writeFileSync(fileOf(dataDir, name), bytes);
    const running = this.#open(name, dataDir === undefined ? { bytes: inMemory } : {});
    await running.ready;
    return running.lane;
  }

  async drop(name: string): Promise<boolean> {
    const running = this.#lanes.get(name);
    if (!running) return false;
    this.#lanes.delete(name);
    this.#settled.delete(name);
    await stop(running);
    const { dataDir } = this.#options.settings;
    if (dataDir !== undefined)
      for (const end of ["", "-wal", "-shm"]) rmSync(`${fileOf(dataDir, name)}${end}`, { force: true });
    return true;
  }

  /** The start-up scenarios, read again: for lanes made from now on, and their rules for those that are there. */
  async reloadScenarios(scenarios: readonly ReadScenario[]): Promise<void> {
    this.#scenarios = scenarios;
    for (const { lane, ready } of this.#lanes.values()) {
      await ready.catch(() => {});
      reloadScenarios(lane, scenarios);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(stop));
    this.#lanes.clear();
  }

  #open(name: string, { seed, bytes }: { seed?: number | undefined; bytes?: Buffer } = {}): Running {
    const { settings, log, clock: real, notifier, magic, baseUrl } = this.#options;
    const wished =
      seed ?? this.#scenarios.find(({ scenario }) => scenario.seed !== undefined)?.scenario.seed ?? settings.seed;
    const file = settings.dataDir === undefined ? undefined : fileOf(settings.dataDir, name);
    const invariantRules = invariantRulesOf(settings.policy, () => rules);
    const store = new SqliteStore({
      from: bytes ?? file,
      seed: wished,
      check: (changes, views) => checkCommit(changes, views, invariantRules),
    });
    const clock = new LaneClock(real, store);
    const rules = new RuleBook(store.views.ruleCounts());
    const waiting = new Waiting();
    store.onCommit = (changes) => waiting.changed(changes);
    const lane: Lane = {
      name,
      get seed() {
        return store.seed;
      },
      store,
      clock,
      rules,
      scenarios: { list: [], replaced: undefined },
      waiting,
      policy: settings.policy,
      codes: this.#codes,
      log,
      // Lanes of a data folder are opened before the server listens.
      get baseUrl() {
        return name === DEFAULT_LANE ? baseUrl() : `${baseUrl()}/lane/${name}`;
      },
      deliveries: new Deliveries({ store, clock, policy: settings.policy, log }, notifier),
      schedule: new Schedule(store, ({ orderId, what }) => completePage(lane, orderId, what as PageCompletion)),
      dailySettlement: settings.dailySettlement,
      wake: (dueAt) => timer.wake(dueAt),
      magic,
      hasMagicCards: settings.magic,
    };
    const timer = new PulseTimer(lane);
    keepRules(lane);
    const isNew = store.kept("made") === undefined;
    if (isNew) this.#furnish(lane);
    const ready = this.#begin(lane, isNew);
    const running = { lane, timer, ready };
    // Whoever asks for the lane sees the failure; nobody asking must not end the process.
    ready.then(
      () => this.#lanes.get(name) === running && this.#settled.add(name),
      () => {},
    );
    this.#lanes.set(name, running);
    timer.wake();
    return running;
  }

  /** The fixtures, and the merchants of the config. */
  #furnish({ store, clock }: Lane): void {
    const keyed = demoMerchants.map(({ merchantId, publicKeyFile }) => ({
      merchantId,
      publicKeys: [packageText(`fixtures/${publicKeyFile}`)],
      capabilities: {},
    }));
    store.furnish({ merchants: keyed, tokens: keyed.flatMap(({ merchantId }) => demoTokens(merchantId)) });
    for (const m of this.#options.settings.merchants) {
      const before = store.views.merchant(m.merchantId);
      const merchant = {
        merchantId: m.merchantId,
        publicKeys: m.publicKeys ?? before?.publicKeys ?? [],
        capabilities: m.capabilities ?? {},
      };
      store.furnish({
        merchants: [merchant],
        tokens: before ? [] : demoTokens(m.merchantId),
        ledger: adjustBalance(store.views.balances(m.merchantId), m.merchantId, m.unsettledMinor ?? {}, clock.now()),
      });
    }
    store.keep("made", String(clock.now()));
  }

  async #begin(lane: Lane, isNew: boolean): Promise<void> {
    if (!isNew && (await restoreRules(lane))) return;
    for (const loaded of this.#scenarios) await applyScenario(lane, loaded, { rulesOnly: !isNew });
  }
}

/** A database in memory has no log beside it: the header must not ask for one (SQLite file format, bytes 18 and 19). */
function withoutWal(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(1, 18, 20);
  return copy;
}

async function stop({ lane, timer }: Running): Promise<void> {
  timer.stop();
  lane.deliveries.close();
  lane.waiting.close();
  await lane.store.close();
}

const fileOf = (dataDir: string, name: string): string => join(dataDir, `${name}.lane.sqlite`);

function lanesIn(dataDir: string): readonly string[] {
  mkdirSync(dataDir, { recursive: true });
  return readdirSync(dataDir)
    .filter((file) => file.endsWith(".lane.sqlite"))
    .map((file) => file.slice(0, -".lane.sqlite".length));
}

/** The table of codes with the user's own rows put over it. */
function codesOf({ responseCodes }: Settings): Readonly<Record<AnswerName, CodeRow>> {
  const own = Object.entries(responseCodes).map(([name, row]) => {
    const base = allCodes[name as AnswerName];
    return [name, { ...base, code: row.code ?? base.code, message: row.message ?? base.message }];
  });
  return { ...allCodes, ...Object.fromEntries(own) };
}
