import { type CompiledRule, type Counter, compileRule, type Origin } from "../../scenario/choose.js";
import type { Rule } from "../../scenario/rule.js";
import type { RuleCount } from "../ports/store.js";

/** Where a rule was written down. */
export interface RulePlace {
  readonly origin: Origin;
  readonly scenario?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

const order: readonly Origin[] = ["header", "next", "control", "file", "magic"];
/** How many former states are kept, so that old calls can still be explained. */
const VERSIONS_KEPT = 500;

/** The rules of a lane, in the order in which they are asked, and how often each fired. */
export class RuleBook {
  /** Called when rules were put in or taken away. */
  onChange: (() => void) | undefined;
  #rules: readonly CompiledRule[] = [];
  #version = 0;
  #hasBeforeParse = false;
  readonly #versions = new Map<number, readonly CompiledRule[]>([[0, []]]);
  readonly #counts = new Map<string, Counter>();
  #lastId = 0;

  constructor(counts: readonly RuleCount[] = []) {
    for (const count of counts) this.count(count);
  }

  get rules(): readonly CompiledRule[] {
    return this.#rules;
  }

  /** Whether any rule acts before the parse: most lanes have none, and pay nothing for it. */
  get hasBeforeParse(): boolean {
    return this.#hasBeforeParse;
  }

  /** Names the present list of rules, for the journal. */
  get version(): number {
    return this.#version;
  }

  /** The list as it was; undefined where it is too long ago or before a restart. */
  asOf(version: number): readonly CompiledRule[] | undefined {
    return this.#versions.get(version);
  }

  /** The number of the last id that was given out, so that it is not given out again after a restart. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Goes on counting ids from there. */
  continueFrom(lastId: number): void {
    this.#lastId = Math.max(this.#lastId, lastId);
  }

  /** Puts a rule behind those of its origin. Ids are dense, so that the same rules have the same ids in two lanes. */
  add(rule: Rule, place: RulePlace, since: number, id = `rule-${++this.#lastId}`): CompiledRule {
    const compiled = compileRule(rule, { id, since, ...place });
    this.addAll([compiled]);
    return compiled;
  }

  addAll(rules: readonly CompiledRule[]): void {
    const rank = (rule: CompiledRule): number => order.indexOf(rule.meta.origin);
    this.#publish([...this.#rules, ...rules].sort((a, b) => rank(a) - rank(b)));
  }

  /** Takes rules away; answers how many there were. */
  remove(which: (rule: CompiledRule) => boolean): number {
    const rest = this.#rules.filter((rule) => !which(rule));
    const gone = this.#rules.length - rest.length;
    if (gone > 0) this.#publish(rest);
    return gone;
  }

  counts = (ruleId: string, key: string): Counter => this.#counts.get(`${ruleId}\n${key}`) ?? { seen: 0, fired: 0 };

  count({ ruleId, key, seen, fired }: RuleCount): void {
    this.#counts.set(`${ruleId}\n${key}`, { seen, fired });
  }

  /** Counts these rules from nothing again; tells the counts to be stored. */
  forget(ruleIds: readonly string[]): readonly RuleCount[] {
    const zeros: RuleCount[] = [];
    const gone = new Set(ruleIds);
    for (const name of this.#counts.keys()) {
      const end = name.indexOf("\n");
      const ruleId = name.slice(0, end);
      if (gone.has(ruleId)) zeros.push({ ruleId, key: name.slice(end + 1), seen: 0, fired: 0 });
    }
    for (const zero of zeros) this.count(zero);
    return zeros;
  }

  /** How often a rule fired, under all its keys. */
  firedTimes(ruleId: string): number {
    let total = 0;
    for (const [key, { fired }] of this.#counts) if (key.startsWith(`${ruleId}\n`)) total += fired;
    return total;
  }

  #publish(rules: readonly CompiledRule[]): void {
    this.#rules = rules;
    this.#hasBeforeParse = rules.some((rule) => rule.phase === "before-parse");
    this.#versions.set(++this.#version, rules);
    this.#versions.delete(this.#version - VERSIONS_KEPT);
    this.onChange?.();
  }
}
