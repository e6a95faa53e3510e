import type { AnswerName } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { LearntCodes } from "../calibrate/results/learnt-codes.js";
import type { Replayer } from "../replay/replayer.js";
import { isExplained, possibleAnswers } from "./explain.js";
import { storyKindOf, storyShapeOf } from "./kinds.js";
import type { LogCall } from "./log-call.js";
import { type ChoiceSet, choosable, notDefault, OpenChoices } from "./open-choices.js";
import { readingsOf } from "./readings.js";
import { logStoryOf } from "./stories.js";

/** Of stories that differ in amounts and texts alone, so many kinds are replayed: a log of 100 MB may have 50,000. */
const KINDS_OF_SHAPE_MAX = 40;
/** Each round decides assumptions, so that the next round can decide more calls. */
const ROUNDS_MAX = 5;

/** A call with everything in the log about its orders. */
interface Story {
  /** Oldest first. The last is `call`. */
  readonly story: readonly LogCall[];
  readonly call: LogCall;
  readonly kind: string;
}

export interface SettledByLog {
  readonly choice: string;
  /** The calls that excluded the other choices. */
  readonly calls: readonly LogCall[];
}

/** Adds another call to the evidence. */
type Again = (call: LogCall) => unknown;

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
  /** By kind of story, if all its assumptions are decided. */
  readonly #done = new Map<string, Again>();
  /** For each kind of story, the state in which it was last examined. Saves a third of the time. */
  readonly #lookedAt = new Map<string, string>();
  readonly #kinds = new Map<LogCall, string | undefined>();
  /** The kinds that were replayed, by shape. */
  readonly #tried = new Map<string, Set<string>>();
  readonly #dependsOn = new Map<string, Set<string>>();

  constructor(calls: readonly LogCall[], replayer: Replayer) {
    this.#calls = calls;
    this.#replayer = replayer;
  }

  async run(): Promise<void> {
    for (const call of this.#calls) this.#read(call);
    for (let round = 0, before = ""; round < ROUNDS_MAX && before !== this.#state(); round++) {
      before = this.#state();
      const known = new Map<string, Again>();
      for (const call of this.#calls) await this.#look(call, known);
    }
    await this.#check();
  }

  #state(): string {
    return this.#choices.state() + this.codes.state();
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
      if ("finding" in shown) this.#find(id, shown.finding, call);
      if ("choice" in shown)
        this.#exclude(
          id,
          choosable.get(id)!.filter((other) => other !== shown.choice),
          call,
        );
    }
  }

  #exclude(id: string, excluded: readonly string[], call: LogCall): void {
    if (this.#choices.exclude(id, excluded)) valueIn(this.#evidence, id, newSet<LogCall>).add(call);
    else this.#withdraw(id, "the calls disagree: no choice fits all of them", call);
  }

  #withdraw(id: string, why: string, call: LogCall): void {
    this.#withdrawn.add(id);
    this.#find(id, why, call);
  }

  #find(about: string, text: string, call: LogCall): void {
    valueIn(this.findings, about, () => ({ text, calls: new Set<LogCall>() })).calls.add(call);
  }

  /** Examines a call, unless an equal call was examined, because that would show the same. */
  async #look(call: LogCall, known: Map<string, Again>): Promise<void> {
    const kind = call.outcome.kind === "lost" ? undefined : this.#kindOf(call);
    if (kind === undefined) return;
    const again = this.#done.get(kind) ?? known.get(kind);
    if (again) return void again(call);
    if (this.#lookedAt.get(kind) === this.#basis(kind)) return;
    const story = this.#storyToReplay(call, kind);
    if (!story) return;
    if (call.outcome.kind === "refused" && !this.codes.isKnown(call.outcome.code)) await this.#learn(story, known);
    else await this.#decide(story, known);
    this.#lookedAt.set(kind, this.#basis(kind));
  }

  /** Undefined if the call's story is incomplete. Cached, because a call is examined in several rounds. */
  #kindOf(call: LogCall): string | undefined {
    return valueIn(this.#kinds, call, () => {
      const story = logStoryOf(this.#calls, call);
      return story && storyKindOf(story);
    });
  }

  /** Undefined if enough kinds were tried that differ from this one only in their amounts and texts. */
  #storyToReplay(call: LogCall, kind: string): Story | undefined {
    const story = logStoryOf(this.#calls, call)!;
    const tried = valueIn(this.#tried, storyShapeOf(story), newSet<string>);
    if (!tried.has(kind) && tried.size >= KINDS_OF_SHAPE_MAX) return undefined;
    tried.add(kind);
    return { story, call, kind };
  }

  /** Everything on which a conclusion from this kind of story depends. */
  #basis(kind: string): string {
    const left = [...(this.#dependsOn.get(kind) ?? [])].map((id) => this.#choices.of(id).join("|"));
    return JSON.stringify([left, this.codes.state()]);
  }

  /** Learns the meaning of a code, if every combination refuses the call for exactly one and the same reason. */
  async #learn(of: Story, known: Map<string, Again>): Promise<void> {
    const seen = await this.#overCombinations(
      of,
      (chosen) => possibleAnswers(this.#search(of, chosen)),
      // In this case nothing can be learnt, whatever the other combinations show.
      (result) => result === undefined || result.size > 1,
    );
    if (seen === undefined || seen.results.some(({ result }) => result === undefined)) return;
    const all = [...new Set(seen.results.flatMap(({ result }) => [...(result ?? [])]))];
    const [name] = all.filter((one): one is AnswerName => one !== "success");
    if (name === undefined) {
      if (all.length > 0 && of.call.outcome.kind === "refused") this.codes.unasked(of.call.outcome.code);
    } else if (all.length === 1) {
      const again: Again = ({ outcome }) => outcome.kind === "refused" && this.codes.see(name, outcome);
      again(of.call);
      known.set(of.kind, again);
    }
  }

  async #decide(of: Story, known: Map<string, Again>): Promise<void> {
    const tried = await this.#explained(of);
    if (tried === undefined) return;
    const { dims, results } = tried;
    // Undefined means too many unseen events to try, so the combination stays possible.
    const possible = results.filter(({ result }) => result !== false);
    if (possible.length === 0) {
      const { operation } = of.call;
      this.#find(`log.${operation}`, `no choice explains the answer to ${operation}`, of.call);
      return;
    }
    const shown = dims.filter((id) => {
      const fitting = new Set(possible.map(({ chosen }) => chosen[id]));
      const excluded = this.#choices.of(id).filter((choice) => !fitting.has(choice));
      if (excluded.length > 0) this.#exclude(id, excluded, of.call);
      return excluded.length > 0;
    });
    const isDone = dims.every((id) => !this.#choices.isOpen(id));
    (isDone ? this.#done : known).set(of.kind, (other) => {
      for (const id of shown) this.#evidence.get(id)?.add(other);
    });
  }

  #search({ story }: Story, chosen: ChoiceSet) {
    return { replayer: this.#replayer, codes: this.codes, chosen: chosen as Assume, story };
  }

  /** Under which combinations the story is as in the log. */
  #explained(of: Story) {
    return this.#overCombinations(of, (chosen) => isExplained(this.#search(of, chosen)));
  }

  /** Runs under each combination of the open choices on which the story depends. Undefined if there are too many. */
  async #overCombinations<T>(
    { call, kind }: Story,
    run: (chosen: ChoiceSet) => Promise<T>,
    isEnough: (result: T) => boolean = () => false,
  ) {
    // Each further assumption adds combinations. Keeping the results of earlier ones saves two fifths of the replays.
    const known = new Map<string, { readonly result: T; readonly touched: ReadonlySet<string> }>();
    const depends = valueIn(this.#dependsOn, kind, newSet<string>);
    for (let dims: readonly string[] = []; ; ) {
      const combinations = this.#choices.combinations(dims);
      if (combinations === undefined) {
        const why = `${call.operation} depends on too many open assumptions at once (${dims.join(", ")})`;
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
        depends.add(id);
      }
      const more = [...seen].filter((id) => this.#choices.isOpen(id) && !dims.includes(id));
      if (more.length === 0) return { dims, results };
      dims = [...dims, ...more].sort();
    }
  }

  /** Withdraws a conclusion that other calls contradict. */
  async #check(): Promise<void> {
    const checked = new Set<string>();
    for (const call of this.#calls) {
      const kind = call.outcome.kind === "success" ? this.#kindOf(call) : undefined;
      if (kind === undefined || checked.has(kind)) continue;
      checked.add(kind);
      const story = this.#storyToReplay(call, kind);
      if (story) await this.#checkOne(story);
    }
  }

  async #checkOne(of: Story): Promise<void> {
    const tried = await this.#explained(of);
    if (!tried || tried.results.some(({ result }) => result !== false)) return;
    for (const [id, { choice }] of this.settled)
      for (const other of choosable.get(id)!.filter((one) => one !== choice))
        for (const { chosen } of tried.results)
          if (await isExplained(this.#search(of, { ...chosen, [id]: other })))
            this.#withdraw(id, `the calls disagree: some answer as ${choice} does, one as ${other} does`, of.call);
  }
}

const newSet = <T>(): Set<T> => new Set();

/** The value of a key, which is made if there is none. */
function valueIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  return map.get(key)!;
}
