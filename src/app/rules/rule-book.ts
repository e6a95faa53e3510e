import { hash } from "node:crypto";
import { beginningOfTime, type Instant } from "../../domain/money.js";
import { type CompiledRule, compileRule } from "../../scenario/choose.js";
import type { Rule, Scenario } from "../../scenario/rule.js";
import type { LaneRecord, ReplacedScenario, RuleRecord, StoredRule } from "../ports/lane-record.js";
import type { ReadScenario } from "./read-scenario.js";

/** The rules that are asked for a call, in their order. */
export interface RuleSet {
  /** Names the scenarios of the start, for the journal. */
  readonly scenarios: string;
  readonly rules: readonly CompiledRule[];
  /** Whether any rule acts before the parse: most lanes have none, and pay nothing for it. */
  readonly hasBeforeParse: boolean;
  /** How often a rule may fire under one key; undefined: without end. */
  readonly timesOf: (ruleId: string) => number | undefined;
}

/** How many lists of scenarios are kept, so that calls before a reload can still be explained. */
const STARTS_KEPT = 50;

/** A scenario of the start, with the instant at which each of its rules was put in. */
interface Started {
  readonly read: ReadScenario;
  readonly sinceOf: (ruleId: string) => Instant;
}

/**
 * Compiles the rules of a lane: those of the scenarios that the lane was started with, and those that its record holds.
 * It decides nothing: what is in force for a call follows from the record that the call's own unit of work read.
 */
export class RuleBook {
  /** The scenarios of the start, and former ones, by the name of their list. */
  readonly #starts = new Map<string, readonly Started[]>();
  #started: readonly Started[] = [];
  #scenarios = "";
  readonly #compiled = new WeakMap<StoredRule, CompiledRule>();
  readonly #ofFiles = new WeakMap<ReplacedScenario | readonly Started[], readonly CompiledRule[]>();
  #source: RuleRecord | undefined;
  #set: RuleSet | undefined;
  /** How many of the set are for the next calls: they stand first. */
  #nextRules = 0;

  constructor() {
    this.start([], () => beginningOfTime);
  }

  /** Takes the scenarios of the start; they hold until the record names another scenario. */
  start(scenarios: readonly ReadScenario[], sinceOf: (ruleId: string) => Instant): void {
    this.#started = scenarios.map((read) => ({ read, sinceOf }));
    this.#scenarios = scenariosName(scenarios);
    this.#source = undefined;
    if (this.#starts.size === STARTS_KEPT) this.#starts.delete(this.#starts.keys().next().value!);
    this.#starts.set(this.#scenarios, this.#started);
  }

  /** The scenarios whose rules are in force: their expectations are held against the lane. */
  scenariosOf({ replacedScenario }: Pick<LaneRecord, "replacedScenario">): readonly ReadScenario[] {
    return replacedScenario ? [readOf(replacedScenario)] : this.#started.map(({ read }) => read);
  }

  /** The rules that hold by this record. */
  inForce(record: RuleRecord): RuleSet {
    if (this.#set && this.#source && isSame(this.#source, record)) return this.#set;
    this.#set = this.#extended(record) ?? this.#made(record);
    const { rules, replacedScenario, removedRules, disabledRules } = record;
    this.#source = { rules, replacedScenario, removedRules, disabledRules };
    return this.#set;
  }

  /** The rules of this record in their order, those that are switched off too. */
  all(record: RuleRecord): readonly CompiledRule[] {
    return this.#all(record, this.#started);
  }

  /** The rules that a former record put in force, with the scenarios of the start of that time; undefined where those are not known. */
  asked(record: RuleRecord, scenarios: string | undefined): readonly CompiledRule[] | undefined {
    if (!scenarios) return scenarios === "" ? [] : undefined;
    const started = record.replacedScenario ? [] : this.#starts.get(scenarios);
    return started && this.#enabled(record, started);
  }

  #all(
    { rules, replacedScenario, removedRules = [] }: RuleRecord,
    started: readonly Started[],
  ): readonly CompiledRule[] {
    const [next, others] = byOrigin(rules);
    const removed = new Set(removedRules);
    const all = this.#ofScenarios(replacedScenario, started);
    const ofScenarios = removed.size === 0 ? all : all.filter(({ id }) => !removed.has(id));
    return [...[...next, ...others].map((rule) => this.#of(rule)), ...ofScenarios];
  }

  #enabled(record: RuleRecord, started: readonly Started[]): readonly CompiledRule[] {
    const disabled = new Set(record.disabledRules);
    const all = this.#all(record, started);
    return disabled.size === 0 ? all : all.filter(({ id }) => !disabled.has(id));
  }

  #made(record: RuleRecord): RuleSet {
    const inOrder = this.#enabled(record, this.#started);
    this.#nextRules = byOrigin(record.rules)[0].length;
    return this.#setOf(inOrder, inOrder.some(isBeforeParse));
  }

  /** The set with the rules that were put in since it was made: it is copied, and what is in it is not looked at again. */
  #extended(record: RuleRecord): RuleSet | undefined {
    const [set, before] = [this.#set, this.#source];
    if (!set || !before || !isSame({ ...before, rules: record.rules }, record)) return undefined;
    // With some of them switched off the set and the record do not hold the same places.
    if (record.disabledRules?.length) return undefined;
    if (!startsWith(record.rules, before.rules)) return undefined;
    const [next, others] = byOrigin(record.rules.slice(before.rules.length));
    const [addedNext, added] = [next.map((rule) => this.#of(rule)), others.map((rule) => this.#of(rule))];
    const [ofNext, own] = [this.#nextRules, before.rules.length];
    const { rules, hasBeforeParse } = set;
    const inOrder = rules.slice(0, ofNext).concat(addedNext, rules.slice(ofNext, own), added, rules.slice(own));
    this.#nextRules += next.length;
    return this.#setOf(inOrder, hasBeforeParse || [...addedNext, ...added].some(isBeforeParse));
  }

  /** How many rules hold by this record, without making their set. */
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

  #setOf(rules: readonly CompiledRule[], hasBeforeParse: boolean): RuleSet {
    let byId: ReadonlyMap<string, CompiledRule> | undefined;
    return {
      scenarios: this.#scenarios,
      rules,
      hasBeforeParse,
      timesOf: (ruleId) => {
        byId ??= new Map(rules.map((rule) => [rule.id, rule]));
        return byId.get(ruleId)?.rule.times;
      },
    };
  }
}

const isBeforeParse = ({ phase }: CompiledRule): boolean => phase === "before-parse";

/** Those of the next calls, and the others. */
const byOrigin = (rules: readonly StoredRule[]): readonly [readonly StoredRule[], readonly StoredRule[]] => [
  rules.filter(({ origin }) => origin === "next"),
  rules.filter(({ origin }) => origin !== "next"),
];

const startsWith = <T>(list: readonly T[], start: readonly T[]): boolean => start.every((one, i) => one === list[i]);

const isSame = (a: RuleRecord, b: RuleRecord): boolean =>
  a.rules === b.rules &&
  a.replacedScenario === b.replacedScenario &&
  a.removedRules === b.removedRules &&
  a.disabledRules === b.disabledRules;

const readOf = ({ document, file, ruleLines }: ReplacedScenario): ReadScenario => ({
  scenario: document,
  file,
  ruleLines,
});

const hashes = new WeakMap<Scenario, string>();

/** The same in each process that was started with scenarios that read the same. */
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

/** The rules of a scenario. The same rule has the same id in two lanes: counts and draws go by it. */
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
