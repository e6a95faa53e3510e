import type { Instant } from "../../domain/money.js";
import { type CompiledRule, compileRule } from "../../scenario/choose.js";
import type { Rule, Scenario } from "../../scenario/rule.js";
import type { LaneRecord, ReplacedScenario, StoredRule } from "../ports/lane-record.js";
import type { ReadScenario } from "./read-scenario.js";

/** The rules that are asked for a call, in their order. */
export interface RuleSet {
  /** Names this list, for the journal. */
  readonly version: number;
  readonly rules: readonly CompiledRule[];
  /** Whether any rule acts before the parse: most lanes have none, and pay nothing for it. */
  readonly hasBeforeParse: boolean;
  /** How often a rule may fire under one key; undefined: without end. */
  readonly timesOf: (ruleId: string) => number | undefined;
}

/** What a rule set is made from. The same objects give the same set. */
type Source = Pick<LaneRecord, "openings" | "rules" | "replacedScenario" | "removedRules" | "disabledRules">;

/** How many sets are kept, so that old calls can still be explained, and how many rules in all of them. */
const VERSIONS_KEPT = 500;
const RULES_KEPT = 200_000;
/** Versions of one opening of the lane; those of an earlier process are never taken for its own. */
const VERSIONS_AN_OPENING = 1_000_000;

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
  #started: readonly Started[] = [];
  readonly #compiled = new WeakMap<StoredRule, CompiledRule>();
  readonly #replaced = new WeakMap<ReplacedScenario, readonly CompiledRule[]>();
  readonly #versions = new Map<number, readonly CompiledRule[]>([[0, []]]);
  #rulesKept = 0;
  #fromFiles: readonly CompiledRule[] | undefined;
  #source: Source | undefined;
  #set: RuleSet | undefined;
  /** How many of the set are for the next calls: they stand first. */
  #nextRules = 0;
  #version = 0;

  /** Takes the scenarios of the start; they hold until the record names another scenario. */
  start(scenarios: readonly ReadScenario[], sinceOf: (ruleId: string) => Instant): void {
    this.#started = scenarios.map((read) => ({ read, sinceOf }));
    this.#fromFiles = undefined;
    this.#source = undefined;
  }

  /** The scenarios whose rules are in force: their expectations are held against the lane. */
  scenariosOf({ replacedScenario }: Pick<LaneRecord, "replacedScenario">): readonly ReadScenario[] {
    return replacedScenario ? [readOf(replacedScenario)] : this.#started.map(({ read }) => read);
  }

  /** The rules that hold by this record. */
  inForce(record: Source): RuleSet {
    if (this.#set && this.#source && isSame(this.#source, record)) return this.#set;
    this.#set = this.#extended(record) ?? this.#made(record);
    const { openings, rules, replacedScenario, removedRules, disabledRules } = record;
    this.#source = { openings, rules, replacedScenario, removedRules, disabledRules };
    return this.#set;
  }

  /** The rules of this record in their order, those that are switched off too. */
  all({ rules, replacedScenario, removedRules = [] }: Source): readonly CompiledRule[] {
    const [next, others] = byOrigin(rules);
    const removed = new Set(removedRules);
    const all = this.#ofScenarios(replacedScenario);
    const ofScenarios = removed.size === 0 ? all : all.filter(({ id }) => !removed.has(id));
    return [...[...next, ...others].map((rule) => this.#of(rule)), ...ofScenarios];
  }

  #made(record: Source): RuleSet {
    const { openings, rules, disabledRules = [] } = record;
    const disabled = new Set(disabledRules);
    const all = this.all(record);
    const inOrder = disabled.size === 0 ? all : all.filter(({ id }) => !disabled.has(id));
    this.#nextRules = byOrigin(rules)[0].length;
    return this.#publish(openings, inOrder, inOrder.some(isBeforeParse));
  }

  /** The set with the rules that were put in since it was made: it is copied, and what is in it is not looked at again. */
  #extended(record: Source): RuleSet | undefined {
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
    return this.#publish(record.openings, inOrder, hasBeforeParse || [...addedNext, ...added].some(isBeforeParse));
  }

  /** How many rules hold by this record, without making their set. */
  countOf({ rules, replacedScenario, removedRules = [] }: Source): number {
    return rules.length + this.#ofScenarios(replacedScenario).length - removedRules.length;
  }

  /** The list of a version; undefined where it is too long ago or before a restart. */
  asOf(version: number): readonly CompiledRule[] | undefined {
    return this.#versions.get(version);
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

  #ofScenarios(replaced: ReplacedScenario | undefined): readonly CompiledRule[] {
    if (!replaced) {
      this.#fromFiles ??= this.#started.flatMap(({ read, sinceOf }) => compileScenario(read, sinceOf));
      return this.#fromFiles;
    }
    let compiled = this.#replaced.get(replaced);
    if (!compiled) {
      compiled = compileScenario(readOf(replaced), () => replaced.since);
      this.#replaced.set(replaced, compiled);
    }
    return compiled;
  }

  #publish(openings: number, rules: readonly CompiledRule[], hasBeforeParse: boolean): RuleSet {
    const version = openings * VERSIONS_AN_OPENING + ++this.#version;
    this.#keep(version, rules);
    let byId: ReadonlyMap<string, CompiledRule> | undefined;
    return {
      version,
      rules,
      hasBeforeParse,
      timesOf: (ruleId) => {
        byId ??= new Map(rules.map((rule) => [rule.id, rule]));
        return byId.get(ruleId)?.rule.times;
      },
    };
  }

  /** Keeps a set for explanations, and forgets the oldest where there are too many. */
  #keep(version: number, rules: readonly CompiledRule[]): void {
    this.#versions.set(version, rules);
    this.#rulesKept += rules.length;
    for (const [oldest, former] of this.#versions) {
      if (oldest === version || (this.#versions.size <= VERSIONS_KEPT && this.#rulesKept <= RULES_KEPT)) return;
      this.#versions.delete(oldest);
      this.#rulesKept -= former.length;
    }
  }
}

const isBeforeParse = ({ phase }: CompiledRule): boolean => phase === "before-parse";

/** Those of the next calls, and the others. */
const byOrigin = (rules: readonly StoredRule[]): readonly [readonly StoredRule[], readonly StoredRule[]] => [
  rules.filter(({ origin }) => origin === "next"),
  rules.filter(({ origin }) => origin !== "next"),
];

const startsWith = <T>(list: readonly T[], start: readonly T[]): boolean =>
  list.length >= start.length && start.every((one, i) => one === list[i]);

const isSame = (a: Source, b: Source): boolean =>
  a.rules === b.rules &&
  a.replacedScenario === b.replacedScenario &&
  a.removedRules === b.removedRules &&
  a.disabledRules === b.disabledRules;

const readOf = ({ document, file, ruleLines }: ReplacedScenario): ReadScenario => ({
  scenario: document,
  file,
  ruleLines,
});

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
