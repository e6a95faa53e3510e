import { hash } from "node:crypto";
import { beginningOfTime, type Instant } from "../../core/domain/money.js";
import { type CompiledRule, compileRule } from "../../core/scenario/matching/choose.js";
import type { Rule, Scenario } from "../../core/scenario/rule/rule.js";
import type { LaneRecord, ReplacedScenario, RuleRecord, StoredRule } from "../ports/lane-record.js";
import type { ReadScenario } from "./read-scenario.js";

/** The rules that can apply to a call, in their order. */
export interface RuleSet {
  /** A hash of the scenarios that the server was started with. The journal records it with each call. */
  readonly scenarios: string;
  readonly rules: readonly CompiledRule[];
  /** True if any rule acts before the parse. Most lanes have none, and then skip that step. */
  readonly hasBeforeParse: boolean;
  /** How often a rule may fire under one key. Undefined: without limit. */
  readonly timesOf: (ruleId: string) => number | undefined;
}

/** How many former sets of scenarios are kept, so that calls before a reload can still be explained. */
const STARTS_KEPT = 50;

/** A scenario of the start, and when each of its rules was added. */
interface Started {
  readonly read: ReadScenario;
  readonly sinceOf: (ruleId: string) => Instant;
}

/**
 * Compiles a lane's rules, from the start's scenarios and from its record. It doesn't decide which rules are in
 * force: each call reads that from the record.
 */
export class RuleBook {
  /** The current and former scenarios of the start, by their hash. */
  readonly #starts = new Map<string, readonly Started[]>();
  #started: readonly Started[] = [];
  #scenarios = "";
  readonly #compiled = new WeakMap<StoredRule, CompiledRule>();
  readonly #ofFiles = new WeakMap<ReplacedScenario | readonly Started[], readonly CompiledRule[]>();
  #source: RuleRecord | undefined;
  #set: RuleSet | undefined;

  constructor() {
    this.start([], () => beginningOfTime);
  }

  /** Sets the start's scenarios. They are in force until the record names another scenario. */
  start(scenarios: readonly ReadScenario[], sinceOf: (ruleId: string) => Instant): void {
    this.#started = scenarios.map((read) => ({ read, sinceOf }));
    this.#scenarios = scenariosName(scenarios);
    this.#source = undefined;
    if (this.#starts.size === STARTS_KEPT) this.#starts.delete(this.#starts.keys().next().value!);
    this.#starts.set(this.#scenarios, this.#started);
  }

  /** The scenarios whose rules are in force. Their expectations are checked too. */
  scenariosOf({ replacedScenario }: Pick<LaneRecord, "replacedScenario">): readonly ReadScenario[] {
    return replacedScenario ? [readOf(replacedScenario)] : this.#started.map(({ read }) => read);
  }

  /** The rules that this record puts in force. */
  inForce(record: RuleRecord): RuleSet {
    if (this.#set && this.#source && isSame(this.#source, record)) return this.#set;
    this.#set = this.#setOf(this.#enabled(record, this.#started));
    const { rules, replacedScenario, removedRules, disabledRules } = record;
    this.#source = { rules, replacedScenario, removedRules, disabledRules };
    return this.#set;
  }

  /** All rules of this record in their order, including disabled ones. */
  all(record: RuleRecord): readonly CompiledRule[] {
    return this.#all(record, this.#started);
  }

  /**
   * The rules that were in force with a former record and the scenarios of that time. Undefined if these scenarios are
   * unknown.
   */
  asked(record: RuleRecord, scenarios: string | undefined): readonly CompiledRule[] | undefined {
    if (!scenarios) return scenarios === "" ? [] : undefined;
    const started = record.replacedScenario ? [] : this.#starts.get(scenarios);
    return started && this.#enabled(record, started);
  }

  #all(
    { rules, replacedScenario, removedRules = [] }: RuleRecord,
    started: readonly Started[],
  ): readonly CompiledRule[] {
    const own = rules.map((rule) => this.#of(rule));
    const removed = new Set(removedRules);
    const all = this.#ofScenarios(replacedScenario, started);
    const ofScenarios = removed.size === 0 ? all : all.filter(({ id }) => !removed.has(id));
    // Rules for the next calls come first.
    return [...own.filter(isNext), ...own.filter((rule) => !isNext(rule)), ...ofScenarios];
  }

  #enabled(record: RuleRecord, started: readonly Started[]): readonly CompiledRule[] {
    const disabled = new Set(record.disabledRules);
    const all = this.#all(record, started);
    return disabled.size === 0 ? all : all.filter(({ id }) => !disabled.has(id));
  }

  /** How many rules this record puts in force. Doesn't build their set. */
  countOf({ rules, replacedScenario, removedRules = [] }: RuleRecord): number {
    return rules.length + this.#ofScenarios(replacedScenario, this.#started).length - removedRules.length;
  }

  #of(stored: StoredRule): CompiledRule {
    let compiled = this.#compiled.get(stored);
    if (!compiled) {
      const { id, origin, rule, since } = stored;
      compiled = compileRule(rule, { id, origin, since });
      this.#compiled.set(stored, compiled);
    }
    return compiled;
  }

  #ofScenarios(replaced: ReplacedScenario | undefined, started: readonly Started[]): readonly CompiledRule[] {
    let compiled = this.#ofFiles.get(replaced ?? started);
    if (!compiled) {
      compiled = replaced
        ? compileScenario(readOf(replaced), () => replaced.since)
        : started.flatMap(({ read, sinceOf }) => compileScenario(read, sinceOf));
      this.#ofFiles.set(replaced ?? started, compiled);
    }
    return compiled;
  }

  #setOf(rules: readonly CompiledRule[]): RuleSet {
    let byId: ReadonlyMap<string, CompiledRule> | undefined;
    return {
      scenarios: this.#scenarios,
      rules,
      hasBeforeParse: rules.some(({ phase }) => phase === "before-parse"),
      timesOf: (ruleId) => {
        byId ??= new Map(rules.map((rule) => [rule.id, rule]));
        return byId.get(ruleId)?.rule.times;
      },
    };
  }
}

const isNext = ({ meta }: CompiledRule): boolean => meta.origin === "next";

const isSame = (a: RuleRecord, b: RuleRecord): boolean =>
  a.rules === b.rules &&
  a.replacedScenario === b.replacedScenario &&
  a.removedRules === b.removedRules &&
  a.disabledRules === b.disabledRules;

const readOf = ({ document: scenario, file, ruleLines, expectLines }: ReplacedScenario): ReadScenario => ({
  ...{ scenario, file, ruleLines, expectLines },
});

const hashes = new WeakMap<Scenario, string>();

/** A hash of the scenarios' contents. Processes that started with equal scenarios get the same hash. */
export function scenariosName(scenarios: readonly ReadScenario[]): string {
  const each = scenarios.map(({ scenario }) => {
    let name = hashes.get(scenario);
    if (name === undefined) {
      name = shortHash(JSON.stringify(scenario));
      hashes.set(scenario, name);
    }
    return name;
  });
  return each.length === 1 ? each[0]! : shortHash(each.join());
}

const shortHash = (text: string): string => hash("sha256", text, "base64url").slice(0, 10);

export const ruleIdOf = (scenario: Scenario, index: number): string => `${scenario.name}#${index + 1}`;

/**
 * Compiles a scenario's rules. The same rule has the same id in every lane, because counts and draws depend on the
 * id.
 */
function compileScenario(
  { scenario, file, ruleLines }: ReadScenario,
  sinceOf: (ruleId: string) => Instant,
): readonly CompiledRule[] {
  return scenario.rules.map((rule: Rule, i) => {
    const id = ruleIdOf(scenario, i);
    const place = { origin: "file", scenario: scenario.name, file, line: ruleLines?.[i] } as const;
    return compileRule(rule, { id, since: sinceOf(id), ...place });
  });
}
