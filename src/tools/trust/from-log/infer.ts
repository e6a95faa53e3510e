import type { AnswerName } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { LearntCodes } from "../calibrate/results/learnt-codes.js";
import { isSuccessful, type LogCall } from "../recording/log-call.js";
import type { Replayer } from "../replay/replayer.js";
import { isExplained, possibleAnswers } from "./explain.js";
import { storyKindOf, storyShapeOf } from "./kinds.js";
import { type ChoiceSet, choosable, notDefault, OpenChoices } from "./open-choices.js";
import { readingsOf } from "./readings.js";
import { logStoryOf } from "./stories.js";

/** Of stories that differ in amounts and texts alone, so many kinds are replayed: a log of 100 MB may have 50,000. */
const KINDS_OF_SHAPE_MAX = 40;
/** Each round decides assumptions, so that the next round can decide more calls. */
const ROUNDS_MAX = 5;

/** Calls of one kind, which show the same. */
interface Kind {
  /** Everything in the log about the orders of the first call, oldest first. It ends with this call. */
  readonly story: readonly LogCall[];
  readonly calls: LogCall[];
  /** Assumptions on which its answer depends. */
  readonly dependsOn: Set<string>;
  /** Everything on which a conclusion depended when it was last examined. Saves a third of the time. */
  basis?: string;
}

export interface SettledByLog {
  readonly choice: string;
  /** The calls that excluded the other choices. */
  readonly calls: readonly LogCall[];
}

/** The conclusions from a log. Compares each call with every combination of the choices on which its answer depends. */
export class Inference {
  readonly #calls: readonly LogCall[];
  readonly #replayer: Replayer;
  readonly codes = new LearntCodes({ isCautious: true });
  /** Assumptions on which some answer in the log depends. */
  readonly touched = new Set<string>();
  readonly findings = new Map<string, { readonly text: string; readonly calls: Set<LogCall> }>();
  /** By assumption: why nothing was concluded. */
  readonly undecided = new Map<string, string>();
  readonly #choices = new OpenChoices();
  /** By assumption: the calls that excluded a choice. */
  readonly #evidence = new Map<string, Set<LogCall>>();
  readonly #withdrawn = new Set<string>();

  constructor(calls: readonly LogCall[], replayer: Replayer) {
    this.#calls = calls;
    this.#replayer = replayer;
  }

  async run(): Promise<void> {
    for (const call of this.#calls) this.#read(call);
    const kinds = kindsIn(this.#calls);
    for (let round = 0, before = ""; round < ROUNDS_MAX && before !== this.#state(); round++) {
      before = this.#state();
      for (const kind of kinds) if (kind.basis !== this.#basis(kind)) await this.#look(kind);
    }
    for (const kind of kinds) if (isSuccessful(kind.story.at(-1)!)) await this.#check(kind);
  }

  #state(): string {
    return this.#choices.state() + this.codes.state();
  }

  #basis({ dependsOn }: Kind): string {
    const left = [...dependsOn].map((id) => this.#choices.of(id));
    return JSON.stringify([left, this.codes.state()]);
  }

  /** The decided assumptions. */
  get settled(): ReadonlyMap<string, SettledByLog> {
    const all = Object.entries(this.#choices.decided).filter(
      ([id]) => this.touched.has(id) && !this.#withdrawn.has(id),
    );
    return new Map(all.map(([id, choice]) => [id, { choice, calls: [...(this.#evidence.get(id) ?? [])] }]));
  }

  #read(call: LogCall): void {
    for (const [id, shown] of readingsOf(call)) {
      this.touched.add(id);
      if ("finding" in shown) this.#find(id, shown.finding, [call]);
      if ("choice" in shown)
        this.#exclude(
          id,
          choosable.get(id)!.filter((other) => other !== shown.choice),
          [call],
        );
    }
  }

  #exclude(id: string, excluded: readonly string[], calls: readonly LogCall[]): void {
    if (!this.#choices.exclude(id, excluded)) {
      this.#withdraw(id, "the calls disagree: no choice fits all of them", calls);
      return;
    }
    const evidence = this.#evidence.get(id) ?? new Set();
    this.#evidence.set(id, evidence);
    for (const call of calls) evidence.add(call);
  }

  #withdraw(id: string, why: string, calls: readonly LogCall[]): void {
    this.#withdrawn.add(id);
    this.#find(id, why, calls);
  }

  #find(about: string, text: string, calls: readonly LogCall[]): void {
    const found = this.findings.get(about) ?? { text, calls: new Set() };
    this.findings.set(about, found);
    for (const call of calls) found.calls.add(call);
  }

  async #look(kind: Kind): Promise<void> {
    const { outcome } = kind.story.at(-1)!;
    if (outcome.kind === "refused" && !this.codes.isKnown(outcome.code)) await this.#learn(kind, outcome.code);
    else await this.#decide(kind);
    kind.basis = this.#basis(kind);
  }

  /** Learns the meaning of a code, if every combination refuses the call for exactly one and the same reason. */
  async #learn(kind: Kind, code: string): Promise<void> {
    const seen = await this.#overCombinations(
      kind,
      (chosen) => possibleAnswers(this.#search(kind, chosen)),
      // In this case nothing can be learnt, whatever the other combinations show.
      (result) => result === undefined || result.size > 1,
    );
    if (seen === undefined || seen.results.some(({ result }) => result === undefined)) return;
    const all = [...new Set(seen.results.flatMap(({ result }) => [...(result ?? [])]))];
    const [name] = all.filter((one): one is AnswerName => one !== "success");
    if (name === undefined && all.length > 0) this.codes.unasked(code);
    if (name === undefined || all.length > 1) return;
    for (const { outcome } of kind.calls) if (outcome.kind === "refused") this.codes.see(name, outcome);
  }

  async #decide(kind: Kind): Promise<void> {
    const tried = await this.#explained(kind);
    if (tried === undefined) return;
    const { dims, results } = tried;
    // Undefined means too many unseen events to try, so the combination stays possible.
    const possible = results.filter(({ result }) => result !== false);
    if (possible.length === 0) {
      const { operation } = kind.story.at(-1)!;
      this.#find(`log.${operation}`, `no choice explains the answer to ${operation}`, kind.calls);
      return;
    }
    for (const id of dims) {
      const fitting = new Set(possible.map(({ chosen }) => chosen[id]));
      const excluded = this.#choices.of(id).filter((choice) => !fitting.has(choice));
      if (excluded.length > 0) this.#exclude(id, excluded, kind.calls);
    }
  }

  #search({ story }: Kind, chosen: ChoiceSet) {
    return { replayer: this.#replayer, codes: this.codes, chosen: chosen as Assume, story };
  }

  /** Under which combinations the story is as in the log. */
  #explained(kind: Kind) {
    return this.#overCombinations(kind, (chosen) => isExplained(this.#search(kind, chosen)));
  }

  /** Runs under each combination of the open choices on which the story depends. Undefined if there are too many. */
  async #overCombinations<T>(
    { story, dependsOn }: Kind,
    run: (chosen: ChoiceSet) => Promise<T>,
    isEnough: (result: T) => boolean = () => false,
  ) {
    // Each further assumption adds combinations. Keeping the results of earlier ones saves two fifths of the replays.
    const known = new Map<string, { readonly result: T; readonly touched: ReadonlySet<string> }>();
    for (let dims: readonly string[] = []; ; ) {
      const combinations = this.#choices.combinations(dims);
      if (combinations === undefined) {
        const why = `${story.at(-1)!.operation} depends on too many open assumptions at once (${dims.join(", ")})`;
        for (const id of dims) if (this.#choices.isOpen(id)) this.undecided.set(id, why);
        return undefined;
      }
      const results: { readonly chosen: ChoiceSet; readonly result: T }[] = [];
      const seen = new Set<string>();
      for (const open of combinations) {
        const closed = notDefault(this.#choices.decided);
        const chosen = { ...closed, ...notDefault(open) };
        const key = JSON.stringify(Object.entries(chosen).sort());
        let one = known.get(key);
        if (!one) {
          this.#replayer.takeTouched();
          one = { result: await run(chosen), touched: this.#replayer.takeTouched() };
          known.set(key, one);
        }
        for (const id of one.touched) if (choosable.has(id)) seen.add(id);
        results.push({ chosen: { ...closed, ...open }, result: one.result });
        if (isEnough(one.result)) break;
      }
      for (const id of seen) {
        this.touched.add(id);
        dependsOn.add(id);
      }
      const more = [...seen].filter((id) => this.#choices.isOpen(id) && !dims.includes(id));
      if (more.length === 0) return { dims, results };
      dims = [...dims, ...more].sort();
    }
  }

  /** Withdraws conclusions that other calls contradict. */
  async #check(kind: Kind): Promise<void> {
    const tried = await this.#explained(kind);
    if (!tried || tried.results.some(({ result }) => result !== false)) return;
    for (const [id, { choice }] of this.settled)
      for (const other of choosable.get(id)!.filter((one) => one !== choice))
        for (const { chosen } of tried.results)
          if (await isExplained(this.#search(kind, { ...chosen, [id]: other }))) {
            const why = `the calls disagree: some answer as ${choice} does, one as ${other} does`;
            this.#withdraw(id, why, [kind.story.at(-1)!]);
          }
  }
}

/** The answered calls of a log by their kind, except those whose story is incomplete. */
function kindsIn(calls: readonly LogCall[]): readonly Kind[] {
  const kinds = new Map<string, Kind>();
  const ofShape = new Map<string, number>();
  for (const call of calls) {
    const story = call.outcome.kind === "lost" ? undefined : logStoryOf(calls, call);
    if (!story) continue;
    const key = storyKindOf(story);
    const known = kinds.get(key);
    known?.calls.push(call);
    if (known) continue;
    const shape = storyShapeOf(story);
    const count = (ofShape.get(shape) ?? 0) + 1;
    ofShape.set(shape, count);
    if (count <= KINDS_OF_SHAPE_MAX) kinds.set(key, { story, calls: [call], dependsOn: new Set() });
  }
  return [...kinds.values()];
}
