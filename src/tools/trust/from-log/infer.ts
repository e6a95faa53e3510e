import { assumptions, defaultPolicy, type Policy } from "../../../core/facts/assumptions.js";
import type { AnswerName } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { LearntCodes } from "../calibrate/results/learnt-codes.js";
import { isSuccessful, type LogCall } from "../recording/log-call.js";
import type { Replayer } from "../replay/replayer.js";
import { isExplained, possibleAnswers } from "./explain.js";
import { storyKindOf, storyShapeOf } from "./kinds.js";
import { readingsOf } from "./readings.js";
import { logStoryOf } from "./stories.js";

/** By assumption: everything that the sandbox can do. */
export const choosable: ReadonlyMap<string, readonly string[]> = new Map(
  assumptions
    .filter(({ id, choices }) => choices.length > 1 && id !== "response-codes")
    .map(({ id, choices }) => [id, choices]),
);

/** Choices by assumption. */
type ChoiceSet = Readonly<Record<string, string>>;

/** If there are more combinations of open choices than this, a call stays undecided. */
const COMBINATIONS_MAX = 64;
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

/** What a log says of an assumption so far. */
interface Belief {
  /** The choices that are still possible. */
  left: readonly string[];
  /** The calls that excluded a choice. */
  readonly calls: Set<LogCall>;
  /** True if some answer in the log depends on it. */
  isTouched: boolean;
  /** True if calls of the log disagree about it. */
  isWithdrawn: boolean;
  /** Why nothing was concluded. */
  undecided?: string;
}

/** The conclusions from a log. Compares each call with every combination of the choices on which its answer depends. */
export class Inference {
  readonly #calls: readonly LogCall[];
  readonly #replayer: Replayer;
  readonly codes = new LearntCodes({ isCautious: true });
  readonly beliefs = new Map(
    [...choosable].map(([id, left]): [string, Belief] => [
      id,
      { left, calls: new Set(), isTouched: false, isWithdrawn: false },
    ]),
  );
  readonly findings = new Map<string, { readonly text: string; readonly calls: Set<LogCall> }>();

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
    return JSON.stringify([...this.beliefs.values()].map(({ left }) => left)) + this.codes.state();
  }

  #basis({ dependsOn }: Kind): string {
    const left = [...dependsOn].map((id) => this.beliefs.get(id)?.left);
    return JSON.stringify([left, this.codes.state()]);
  }

  /** The choices of assumptions that have only one left. */
  get #decided(): ChoiceSet {
    return Object.fromEntries(
      [...this.beliefs].flatMap(([id, { left }]) => (left.length === 1 ? [[id, left[0]!]] : [])),
    );
  }

  #read(call: LogCall): void {
    for (const [id, shown] of readingsOf(call)) {
      const belief = this.beliefs.get(id)!;
      belief.isTouched = true;
      if ("finding" in shown) this.#find(id, shown.finding, [call]);
      if ("choice" in shown) this.#keep(id, new Set([shown.choice]), [call]);
    }
  }

  /** Excludes all choices but these. If none is left then, the calls disagree, and nothing is excluded. */
  #keep(id: string, fitting: ReadonlySet<string | undefined>, calls: readonly LogCall[]): void {
    const belief = this.beliefs.get(id)!;
    const left = belief.left.filter((choice) => fitting.has(choice));
    if (left.length === 0) this.#withdraw(id, "the calls disagree: no choice fits all of them", calls);
    else {
      belief.left = left;
      for (const call of calls) belief.calls.add(call);
    }
  }

  #withdraw(id: string, why: string, calls: readonly LogCall[]): void {
    this.beliefs.get(id)!.isWithdrawn = true;
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
      if (this.beliefs.get(id)!.left.some((choice) => !fitting.has(choice))) this.#keep(id, fitting, kind.calls);
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
      const combinations = this.#combinations(dims);
      if (combinations === undefined) {
        const why = `${story.at(-1)!.operation} depends on too many open assumptions at once (${dims.join(", ")})`;
        for (const belief of dims.map((id) => this.beliefs.get(id)!)) if (isOpen(belief)) belief.undecided = why;
        return undefined;
      }
      const results: { readonly chosen: ChoiceSet; readonly result: T }[] = [];
      const seen = new Set<string>();
      for (const open of combinations) {
        const closed = notDefault(this.#decided);
        const chosen = { ...closed, ...notDefault(open) };
        const key = JSON.stringify(Object.entries(chosen).sort());
        let one = known.get(key);
        if (!one) {
          this.#replayer.takeTouched();
          one = { result: await run(chosen), touched: this.#replayer.takeTouched() };
          known.set(key, one);
        }
        for (const id of one.touched) if (this.beliefs.has(id)) seen.add(id);
        results.push({ chosen: { ...closed, ...open }, result: one.result });
        if (isEnough(one.result)) break;
      }
      for (const id of seen) {
        this.beliefs.get(id)!.isTouched = true;
        dependsOn.add(id);
      }
      const more = [...seen].filter((id) => isOpen(this.beliefs.get(id)!) && !dims.includes(id));
      if (more.length === 0) return { dims, results };
      dims = [...dims, ...more].sort();
    }
  }

  /** Each combination of the assumptions' choices that are left. Undefined if there are too many. */
  #combinations(ids: readonly string[]): readonly ChoiceSet[] | undefined {
    let all: readonly ChoiceSet[] = [{}];
    for (const id of ids) {
      all = all.flatMap((one) => this.beliefs.get(id)!.left.map((choice) => ({ ...one, [id]: choice })));
      if (all.length > COMBINATIONS_MAX) return undefined;
    }
    return all;
  }

  /** Withdraws conclusions that other calls contradict. */
  async #check(kind: Kind): Promise<void> {
    const tried = await this.#explained(kind);
    if (!tried || tried.results.some(({ result }) => result !== false)) return;
    for (const [id, belief] of this.beliefs) {
      if (!isSettled(belief)) continue;
      const choice = belief.left[0]!;
      for (const other of choosable.get(id)!.filter((one) => one !== choice))
        for (const { chosen } of tried.results)
          if (await isExplained(this.#search(kind, { ...chosen, [id]: other }))) {
            const why = `the calls disagree: some answer as ${choice} does, one as ${other} does`;
            this.#withdraw(id, why, [kind.story.at(-1)!]);
          }
    }
  }
}

const isOpen = ({ left }: Belief): boolean => left.length > 1;
export const isSettled = (belief: Belief): boolean => belief.isTouched && !belief.isWithdrawn && !isOpen(belief);

/** The choices that a lane would not make by itself. */
const notDefault = (chosen: ChoiceSet): ChoiceSet =>
  Object.fromEntries(Object.entries(chosen).filter(([id, choice]) => defaultPolicy[id as keyof Policy] !== choice));

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
