import { type AssumptionId, assumptions, defaultPolicy, type Policy } from "../../facts/assumptions.js";
import type { AnswerName } from "../../facts/codes.js";
import type { Assume } from "../../scenario/rule/assume-schema.js";
import { isExplained, possibleAnswers } from "./explain.js";
import { storyKindOf, storyShapeOf } from "./kinds.js";
import type { LogCall } from "./log-call.js";
import { LogCodes } from "./log-codes.js";
import { readingsOf } from "./readings.js";
import type { Replayer } from "./replayer.js";
import { logStoryOf } from "./stories.js";

/** If there are more combinations of open choices than this, a call stays undecided. */
const COMBINATIONS_MAX = 64;
/** Of stories that differ in amounts and texts alone, so many kinds are replayed: a log of 100 MB may have 50,000. */
const KINDS_OF_SHAPE_MAX = 40;
/** Each round decides assumptions, so that the next round can decide more calls. */
const ROUNDS_MAX = 5;

/** The conclusions from a log. */
export interface Inferred {
  readonly settled: ReadonlyMap<AssumptionId, { readonly choice: string; readonly calls: readonly LogCall[] }>;
  readonly codes: LogCodes;
  /** Assumptions on which some answer in the log depends. */
  readonly touched: ReadonlySet<string>;
  readonly findings: ReadonlyMap<string, { readonly text: string; readonly calls: readonly LogCall[] }>;
  /** By assumption: why nothing was concluded. */
  readonly undecided: ReadonlyMap<string, string>;
  readonly replayed: number;
}

const choosable = new Map<string, readonly string[]>(
  assumptions
    .filter(({ id, choices }) => choices.length > 1 && id !== "response-codes")
    .map(({ id, choices }) => [id, choices]),
);

/** Compares each call of a log with every combination of the choices on which its answer depends. */
export async function inferred(
  calls: readonly LogCall[],
  replayer: Replayer,
  onCall?: (done: number) => void,
): Promise<Inferred> {
  return new Inference(calls, replayer, onCall).run();
}

class Inference {
  readonly #calls: readonly LogCall[];
  readonly #replayer: Replayer;
  readonly #onCall: ((done: number) => void) | undefined;
  /** By assumption: the choices that are still possible. */
  readonly #left = new Map<string, readonly string[]>(choosable);
  /** By assumption: the calls that excluded a choice. */
  readonly #evidence = new Map<string, Set<LogCall>>();
  readonly #touched = new Set<string>();
  readonly #findings = new Map<string, { readonly text: string; readonly calls: Set<LogCall> }>();
  readonly #undecided = new Map<string, string>();
  readonly #codes = new LogCodes();
  readonly #withdrawn = new Set<string>();
  /** By kind of story, if all its assumptions are decided: adds another call of that kind to the evidence. */
  readonly #done = new Map<string, (call: LogCall) => void>();
  /** For each kind of story, the state in which it was last examined. */
  readonly #lookedAt = new Map<string, string>();
  readonly #kinds = new Map<LogCall, string | undefined>();
  /** The kinds that were replayed, by shape. */
  readonly #tried = new Map<string, Set<string>>();
  readonly #dependsOn = new Map<string, Set<string>>();
  #replayed = 0;

  constructor(calls: readonly LogCall[], replayer: Replayer, onCall?: (done: number) => void) {
    this.#calls = calls;
    this.#replayer = replayer;
    this.#onCall = onCall;
  }

  async run(): Promise<Inferred> {
    for (const call of this.#calls) this.#read(call);
    for (let round = 0, before = ""; round < ROUNDS_MAX && before !== this.#state(); round++) {
      before = this.#state();
      const known = new Map<string, (call: LogCall) => void>();
      for (const call of this.#calls) {
        await this.#look(call, known);
        this.#onCall?.(call.index + 1);
      }
    }
    await this.#check();
    return {
      settled: this.#settled(),
      codes: this.#codes,
      touched: this.#touched,
      findings: new Map([...this.#findings].map(([about, { text, calls }]) => [about, { text, calls: [...calls] }])),
      undecided: this.#undecided,
      replayed: this.#replayed,
    };
  }

  #state(): string {
    return JSON.stringify([[...this.#left], this.#codes.state()]);
  }

  #settled(): Inferred["settled"] {
    const all = [...this.#left].filter(
      ([id, left]) => left.length === 1 && !this.#withdrawn.has(id) && this.#touched.has(id),
    );
    return new Map(
      all.map(([id, [choice]]) => [
        id as AssumptionId,
        { choice: choice!, calls: [...(this.#evidence.get(id) ?? [])] },
      ]),
    );
  }

  #read(call: LogCall): void {
    for (const reading of readingsOf(call)) {
      this.#touched.add(reading.id);
      if ("finding" in reading) this.#find(reading.id, reading.finding, call);
      else this.#exclude(reading.id, reading.excludes, call);
    }
  }

  #exclude(id: string, excluded: readonly string[], call: LogCall): void {
    const left = this.#left.get(id) ?? [];
    const kept = left.filter((choice) => !excluded.includes(choice));
    if (kept.length === 0) {
      this.#withdrawn.add(id);
      this.#find(id, "the calls disagree: no choice fits all of them", call);
      return;
    }
    this.#left.set(id, kept);
    this.#evidence.set(id, (this.#evidence.get(id) ?? new Set()).add(call));
  }

  #find(about: string, text: string, call: LogCall): void {
    const known = this.#findings.get(about) ?? { text, calls: new Set() };
    known.calls.add(call);
    this.#findings.set(about, known);
  }

  /** Examines a call, unless an equal call was examined, because that would show the same. */
  async #look(call: LogCall, known: Map<string, (call: LogCall) => void>): Promise<void> {
    if (call.outcome.kind === "lost") return;
    const kind = this.#kindOf(call);
    if (kind === undefined) return;
    const again = this.#done.get(kind) ?? known.get(kind);
    if (again) return again(call);
    const basis = this.#basis(kind);
    if (this.#lookedAt.get(kind) === basis) return;
    const story = logStoryOf(this.#calls, call)!;
    if (!this.#isTried(kind, story)) return;
    this.#replayed++;
    if (call.outcome.kind === "refused" && !this.#codes.isKnown(call.outcome.code))
      await this.#learn(story, known, kind);
    else await this.#decide(story, known, kind);
    this.#lookedAt.set(kind, this.#basis(kind));
  }

  /** Undefined if the call's story is incomplete. Cached, because a call is examined in several rounds. */
  #kindOf(call: LogCall): string | undefined {
    if (!this.#kinds.has(call)) {
      const story = logStoryOf(this.#calls, call);
      this.#kinds.set(call, story && storyKindOf(story));
    }
    return this.#kinds.get(call);
  }

  /** False if enough kinds were tried that differ from this one only in their amounts and texts. */
  #isTried(kind: string, story: readonly LogCall[]): boolean {
    const shape = storyShapeOf(story);
    const tried = this.#tried.get(shape) ?? new Set();
    this.#tried.set(shape, tried);
    if (!tried.has(kind) && tried.size >= KINDS_OF_SHAPE_MAX) return false;
    tried.add(kind);
    return true;
  }

  /** Everything on which a conclusion from this kind of story depends. */
  #basis(kind: string): string {
    const left = [...(this.#dependsOn.get(kind) ?? [])].map((id) => this.#left.get(id)?.join("|"));
    return JSON.stringify([left, this.#codes.state()]);
  }

  /** Learns the meaning of a code, if every combination refuses the call for exactly one and the same reason. */
  async #learn(story: readonly LogCall[], known: Map<string, (call: LogCall) => void>, kind: string): Promise<void> {
    const call = story.at(-1)!;
    const seen = await this.#overCombinations(
      story,
      (chosen) => possibleAnswers({ replayer: this.#replayer, codes: this.#codes, chosen, story }),
      // In this case nothing can be learnt, whatever the other combinations show.
      (result) => result === undefined || result.size > 1,
    );
    if (seen === undefined || seen.results.some(({ result }) => result === undefined)) return;
    const all = new Set(seen.results.flatMap(({ result }) => [...(result ?? [])]));
    if (all.size === 0) return;
    if (![...all].some((one) => one !== "success")) {
      if (call.outcome.kind === "refused") this.#codes.unasked(call.outcome.code);
    } else if (all.size === 1) {
      const [name] = all as unknown as [AnswerName];
      this.#codes.force(name, call);
      known.set(kind, (other) => this.#codes.force(name, other));
    }
  }

  async #decide(story: readonly LogCall[], known: Map<string, (call: LogCall) => void>, kind: string): Promise<void> {
    const call = story.at(-1)!;
    const tried = await this.#overCombinations(story, (chosen) =>
      isExplained({ replayer: this.#replayer, codes: this.#codes, chosen, story }),
    );
    if (tried === undefined) return;
    const { dims, results } = tried;
    const possible = results.filter(({ result }) => result !== false);
    if (possible.length === 0) {
      this.#find(`log.${call.operation}`, `no choice explains the answer to ${call.operation}`, call);
      return;
    }
    // Undefined means too many unseen events to try, so the combination stays possible.
    const shown: string[] = [];
    for (const id of dims) {
      const fitting = new Set<string | undefined>(possible.map(({ chosen }) => chosen[id as keyof Assume]));
      const excluded = (this.#left.get(id) ?? []).filter((choice) => !fitting.has(choice));
      if (excluded.length === 0) continue;
      this.#exclude(id, excluded, call);
      shown.push(id);
    }
    const isDone = dims.every((id) => !this.#isOpen(id));
    (isDone ? this.#done : known).set(kind, (other) => {
      for (const id of shown) this.#evidence.get(id)?.add(other);
    });
  }

  /** Runs under each combination of the open choices on which the story depends. Undefined if there are too many. */
  async #overCombinations<T>(
    story: readonly LogCall[],
    run: (chosen: Assume) => Promise<T>,
    isEnough?: (result: T) => boolean,
  ) {
    const call = story.at(-1)!;
    // Each further assumption adds combinations. Keeping the results of earlier ones saves two fifths of the replays.
    const known = new Map<string, { readonly result: T; readonly touched: ReadonlySet<string> }>();
    const watched = async (chosen: Assume) => {
      this.#replayer.takeTouched();
      const result = await run(chosen);
      return { result, touched: this.#replayer.takeTouched() };
    };
    let dims: readonly string[] = [];
    for (;;) {
      const combinations = this.#combinations(dims);
      if (combinations === undefined) {
        for (const id of dims)
          if (this.#isOpen(id))
            this.#undecided.set(
              id,
              `${call.operation} depends on too many open assumptions at once (${dims.join(", ")})`,
            );
        return undefined;
      }
      const results: { readonly chosen: Assume; readonly result: T }[] = [];
      const seen = new Set<string>();
      for (const open of combinations) {
        const chosen = { ...this.#closed(), ...notDefault(open) } as Assume;
        const key = JSON.stringify(Object.entries(chosen).sort());
        const one = known.get(key) ?? (await watched(chosen));
        known.set(key, one);
        for (const id of one.touched) seen.add(id);
        results.push({ chosen: { ...this.#closed(), ...open } as Assume, result: one.result });
        if (isEnough?.(one.result)) break;
      }
      const touched = [...seen].filter((id) => choosable.has(id));
      const kind = this.#kindOf(story.at(-1)!)!;
      const depends = this.#dependsOn.get(kind) ?? new Set();
      this.#dependsOn.set(kind, depends);
      for (const id of touched) {
        this.#touched.add(id);
        depends.add(id);
      }
      const more = touched.filter((id) => this.#isOpen(id) && !dims.includes(id));
      if (more.length === 0) return { dims, results };
      dims = [...dims, ...more].sort();
    }
  }

  #isOpen(id: string): boolean {
    return (this.#left.get(id)?.length ?? 1) > 1;
  }

  /** The decided assumptions. */
  #closed(): Readonly<Record<string, string>> {
    const all = [...this.#left].flatMap(([id, left]) => (left.length === 1 ? [[id, left[0]!] as const] : []));
    return notDefault(Object.fromEntries(all));
  }

  #combinations(dims: readonly string[]): readonly Readonly<Record<string, string>>[] | undefined {
    let all: readonly Readonly<Record<string, string>>[] = [{}];
    for (const id of dims) {
      all = all.flatMap((one) => this.#left.get(id)!.map((choice) => ({ ...one, [id]: choice })));
      if (all.length > COMBINATIONS_MAX) return undefined;
    }
    return all;
  }

  /** Withdraws a conclusion that other calls contradict. */
  async #check(): Promise<void> {
    const checked = new Set<string>();
    for (const call of this.#calls) {
      if (call.outcome.kind !== "success") continue;
      const kind = this.#kindOf(call);
      if (kind === undefined || checked.has(kind)) continue;
      checked.add(kind);
      const story = logStoryOf(this.#calls, call)!;
      if (this.#isTried(kind, story)) await this.#checkOne(story, call);
    }
  }

  async #checkOne(story: readonly LogCall[], call: LogCall): Promise<void> {
    const explained = (chosen: Assume) => isExplained({ replayer: this.#replayer, codes: this.#codes, chosen, story });
    const tried = await this.#overCombinations(story, explained);
    if (!tried || tried.results.some(({ result }) => result !== false)) return;
    for (const [id, { choice }] of this.#settled())
      for (const other of choosable.get(id)!.filter((one) => one !== choice))
        for (const { chosen } of tried.results)
          if (await explained({ ...chosen, [id]: other } as Assume)) {
            this.#withdrawn.add(id);
            this.#find(id, `the calls disagree: some answer as ${choice} does, one as ${other} does`, call);
          }
  }
}

/** The choices that a lane would not make by itself. */
const notDefault = (chosen: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(chosen).filter(([id, choice]) => defaultPolicy[id as keyof Policy] !== choice));
