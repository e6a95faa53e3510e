import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import type { Choices } from "../../lane/choices.js";
import { demoMerchants, demoTokens } from "../../lane/fixtures.js";
import { invariantRulesOf } from "../../lane/invariants.js";
import type { Lane } from "../../lane/lane.js";
import { prepare } from "../../lane/meanwhile/prepare.js";
import { visiting } from "../../lane/meanwhile/visit.js";
import { Deliveries } from "../../lane/notifications/deliveries.js";
import type { ByteBudget } from "../../lane/ports/byte-budget.js";
import { callCount } from "../../lane/ports/journal.js";
import type { LaneStoreOptions, OpenedStore } from "../../lane/ports/lane-storage.js";
import { type Log, logOfLane } from "../../lane/ports/log.js";
import type { Notifier } from "../../lane/ports/notifier.js";
import type { Closing, Merchant, Store, Tx, UnitResult } from "../../lane/ports/store.js";
import type { Clock } from "../../lane/ports/time.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import { RuleBook } from "../../lane/rules/rule-book.js";
import { firedTimes } from "../../lane/rules/rule-changes.js";
import { PulseTimer } from "../../lane/runtime/pulse-timer.js";
import { applyStartScenarios } from "../../lane/scenarios/apply-scenario.js";
import { putMerchant } from "../../lane/scenarios/given.js";
import { completePage } from "../../lane/shopper/complete-page.js";
import { ChangeFeed } from "../../lane/time/change-feed.js";
import { LaneTime } from "../../lane/time/lane-clock.js";
import { Waiting } from "../../lane/time/waiting.js";
import { ShopSpans } from "../../lane/traces/shop-spans.js";
import { packageText } from "../../package/files.js";
import type { Settings } from "../options/settings.js";

/** Options that all lanes of a server share. */
export interface LaneOptions {
  readonly settings: Settings;
  readonly choices: Choices;
  readonly log: Log;
  /** The real time. Absent: the machine's. */
  readonly clock?: Clock | undefined;
  readonly notifier: Notifier;
  readonly magic: (() => Promise<readonly CompiledRule[]>) | undefined;
  /** The memory limit for journals and posted spans. */
  readonly journalBudget: ByteBudget;
}

/** Options of a single lane. */
export interface OwnOptions {
  readonly name: string;
  /** The base of the lane's addresses. Known once the server listens. */
  readonly baseUrl: () => string;
  readonly seed: number;
  readonly scenarios: readonly ReadScenario[];
  /** True if a snapshot is opened. */
  readonly isRestored: boolean;
}

export interface OpenLane {
  readonly lane: Lane;
  /** False if the lane was stored before. It has only the rules of the start's scenarios, not their state. */
  readonly isNew: boolean;
  /** What a snapshot brought with it. Absent if the lane isn't from one. */
  readonly restored?: Restored | undefined;
  readonly close: (how?: LaneClosing) => Promise<void>;
}

/** What a restored lane has counted in its earlier life. */
export interface Restored {
  readonly calls: number;
  readonly fired: (ruleId: string) => number;
}

/** Options for closing a lane. */
export interface LaneClosing extends Omit<Closing, "lastLook"> {
  /** Reads the lane after its last write. */
  readonly lastLook?: ((lane: Lane) => Promise<void>) | undefined;
}

/**
 * Opens a lane. A new lane gets the fixtures and the state of the start's scenarios. Undefined if another process has
 * created it in the meantime. Throws if a scenario contradicts itself.
 */
export async function openLane(
  shared: LaneOptions,
  own: OwnOptions,
  open: (options: LaneStoreOptions) => Promise<OpenedStore>,
): Promise<OpenLane | undefined> {
  const rules = new RuleBook();
  const invariantRules = invariantRulesOf(shared.choices, rules);
  const {
    store,
    publish,
    isCopy = false,
    hasFixtures,
  } = await open({ seed: own.seed, clock: shared.clock, invariantRules });
  const { lane, timer } = assemble(shared, own, { store, rules });
  const close: OpenLane["close"] = (how) => closeLane(lane, timer, how);
  let isNew: boolean;
  let restored: Restored | undefined;
  try {
    const { madeAt, rules, replacedScenario } = await lane.store.views.lane();
    isNew = isCopy || madeAt === undefined;
    if (isNew && !isCopy) {
      await seedFixtures(lane);
      hasFixtures?.();
    }
    if (isNew) await putMerchants(lane, shared.settings);
    await loadRegexesFor({ rules, replacedScenario });
    await applyStartScenarios(lane, own.scenarios, { isNew });
    if (own.isRestored) restored = { calls: await callCount(store.views), fired: await firedTimes(lane) };
    if (publish && !(await publish())) {
      await close();
      return undefined;
    }
  } catch (error) {
    await close();
    throw error;
  }
  // Nothing is due in a lane with fixtures alone. Whatever is added wakes the timer.
  if (!isCopy || shared.settings.dailySettlement) timer.wake();
  return { lane, isNew, restored, close };
}

function assemble(
  { settings, choices, log: serverLog, notifier, magic, journalBudget }: LaneOptions,
  { name, baseUrl }: OwnOptions,
  { store, rules }: { readonly store: Store; readonly rules: RuleBook },
): { readonly lane: Lane; readonly timer: PulseTimer } {
  const log = logOfLane(serverLog, name);
  const clock = new LaneTime(store);
  const waiting = new Waiting();
  store.onCommit = (changes, moved) => {
    try {
      waiting.changed(changes, moved);
      clock.committed(changes);
    } catch (defect) {
      // If one watcher throws, the others must still hear of later commits.
      log.warn(`defect: ${(defect as Error)?.stack ?? String(defect)}`);
    }
  };
  const lane: Lane = {
    name,
    store,
    clock,
    rules,
    waiting,
    changeFeed: new ChangeFeed(store),
    shopSpans: new ShopSpans(journalBudget),
    choices,
    log,
    // A getter, because lanes of a data folder are opened before the server listens.
    get baseUrl() {
      return baseUrl();
    },
    deliveries: new Deliveries({ store, clock, choices, log, waiting }, notifier),
    runTask: (task) => completePage(lane, task),
    dailySettlement: settings.dailySettlement,
    wake: (dueAt) => timer.wake(dueAt),
    magic,
    hasMagicCards: settings.magic,
    prepare: (prelude) => prepare(lane, prelude),
    visiting: (order, visits, notices) => visiting(lane, order, visits, notices),
    open: async (url) => (await notifier.visit?.(url)) ?? null,
  };
  const timer = new PulseTimer(lane);
  return { lane, timer };
}

async function closeLane(lane: Lane, timer: PulseTimer, { lastLook, ...how }: LaneClosing = {}): Promise<void> {
  timer.stop();
  lane.deliveries.close();
  lane.waiting.close();
  lane.shopSpans.close();
  await lane.store.close(lastLook ? { ...how, lastLook: () => lastLook(lane) } : how);
}

async function seedFixtures(lane: Lane): Promise<void> {
  // Read before the unit of work, because a missing file isn't the store's fault.
  const fixtures = fixtureMerchants();
  await lane.store.transact((tx) => writeFixtures(tx, fixtures));
}

/** Writes the merchants of the config. */
async function putMerchants(lane: Lane, { merchants }: Settings): Promise<void> {
  for (const { merchantId, publicKeys, capabilities, unsettledMinor = {} } of merchants) {
    await putMerchant(lane, merchantId, { publicKeys, capabilities, unsettled: unsettledMinor });
  }
}

const fixtureMerchants = (): readonly Merchant[] =>
  demoMerchants.map(({ merchantId, publicKeyFile }) => ({
    merchantId,
    publicKeys: [packageText(`fixtures/${publicKeyFile}`)],
    capabilities: {},
  }));

function writeFixtures(tx: Tx, merchants: readonly Merchant[]): UnitResult<void> {
  const { now } = tx.lane();
  return {
    result: undefined,
    merchants,
    tokens: demoMerchants.flatMap(({ merchantId }) => demoTokens(merchantId)),
    lane: { madeAt: now },
  };
}
