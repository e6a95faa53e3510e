import { type AnswerName, allCodes } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { objectIn, objectOf } from "../../../package/json.js";
import type { SandboxOptions } from "../../library/types.js";
import { choosable } from "../from-log/infer.js";
import { logStoryOf } from "../from-log/stories.js";
import { declineIn, operationOf, paramsIn, type Recorded, tellsRefusal, tellsSuccess } from "../recording/exchange.js";
import { isOutage, logCallsOf } from "../recording/log-call.js";
import { lostCalls } from "../recording/lost-calls.js";
import { differences, isOnlySpoken, type Side } from "../replay/differences.js";
import type { BothAnswers } from "../replay/replay.js";
import { Replayer } from "../replay/replayer.js";
import { Cleaner } from "./clean.js";
import { claimOf, codeGuess, type Remedy, remedyOf, type ShownCall, type SpokenAs, type WrongGuess } from "./issue.js";
import { indicesOf, isNearer, kindOf, type Replayed } from "./replayed.js";

/** How many lanes to try at most for one report. */
const LANES_MAX = 1500;
/** How many calls that no choice explains to report at most. */
const UNEXPLAINED_MAX = 20;

/**
 * Why the sandbox answers a recording otherwise than the service did: for each reason the fewest calls that show it, and
 * the choice, the code or the rule with which the sandbox does the same. `options`: what the sandbox uses so far.
 */
export async function guessesOfRecording(
  recorded: readonly Recorded[],
  options: SandboxOptions = {},
): Promise<readonly WrongGuess[]> {
  await using replayer = await Replayer.start(options);
  return await new Search(recorded, replayer, options).guesses();
}

/** Choices, and the answers under them. */
interface Attempt {
  readonly choices: Assume;
  readonly answers: readonly Replayed[];
}

/** Choices that explain a difference, and what they explain. */
interface Found {
  readonly choices: Assume;
  readonly seen: readonly string[];
}

class Search {
  readonly #calls: readonly number[];
  readonly #lost: ReturnType<typeof lostCalls>;
  #guesses: readonly WrongGuess[] = [];
  readonly #unexplained = new Set<number>();
  readonly #cleaner = new Cleaner();
  #lanes = 0;

  constructor(
    readonly recorded: readonly Recorded[],
    readonly replayer: Replayer,
    readonly options: SandboxOptions,
  ) {
    this.#lost = lostCalls(recorded);
    // An outage is no guess.
    this.#calls = recorded.flatMap((one, i) => (isOutage(one) ? [] : [i]));
  }

  /** The choices found so far. */
  get #chosen(): Assume {
    return remedyOf(this.#guesses).assumptions;
  }

  async guesses(): Promise<readonly WrongGuess[]> {
    while (this.#lanes < LANES_MAX && this.#unexplained.size < UNEXPLAINED_MAX) {
      const all = await this.#replayed(this.#calls, this.#chosen);
      const at = all.findIndex((one) => this.#isOpen(one));
      if (at < 0) break;
      await this.#explain(all.slice(0, at + 1));
    }
    return this.#guesses;
  }

  async #explain(shown: readonly Replayed[]): Promise<void> {
    const fewest = await this.#fewest(shown);
    const found = await this.#choiceFor(fewest);
    const name = this.#newCodeIn(fewest.at(-1)!);
    if (found) this.#noteChoices(found, fewest);
    else if (name !== undefined) this.#noteCode(name, fewest);
    else if (fewest.length === shown.length) this.#noteUnexplained(fewest);
    else await this.#explainByEarlier(shown, fewest);
  }

  /** The same difference can have a cause in calls without which it shows, too, such as the one that made the order. */
  async #explainByEarlier(shown: readonly Replayed[], fewest: readonly Replayed[]): Promise<void> {
    const found = await this.#choiceOf(await this.#attempts(shown, this.#candidates(shown.slice(-1))), shown);
    if (found) this.#noteChoices(found, await this.#fewest(shown, found.choices));
    else this.#noteUnexplained(fewest);
  }

  /** The fewest calls that show the difference of the last one: no other has another answer. `choices` explain it. */
  async #fewest(shown: readonly Replayed[], choices?: Assume): Promise<readonly Replayed[]> {
    const seen = shown.at(-1)!;
    const isSame = (tried: readonly Replayed[]): boolean => {
      const last = tried.at(-1);
      if (last?.index !== seen.index || last.here.body.responseCode !== seen.here.body.responseCode) return false;
      return kindOf(last.lines) === kindOf(seen.lines) && this.#isOnlyLastOpen(tried);
    };
    const isShown = async (tried: readonly Replayed[]): Promise<boolean> => {
      if (!isSame(tried) || choices === undefined) return isSame(tried);
      const [explained] = await this.#attempts(tried, [choices]);
      return explained !== undefined && isNearer(explained.answers.at(-1)!, tried.at(-1)!);
    };
    const story = await this.#replayed(this.#storyOf(seen.index), this.#chosen);
    let fewest = (await isShown(story)) ? story : shown;
    // Halves first, so that a long recording doesn't need a lane for each of its calls. The latest first, because an
    // earlier call may be needed only by a later one.
    for (let size = Math.ceil((fewest.length - 1) / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let end = fewest.length - 1; end > 0 && this.#lanes < LANES_MAX; end -= size) {
        const fewer = fewest.toSpliced(Math.max(0, end - size), Math.min(size, end));
        const tried = await this.#replayed(indicesOf(fewer), this.#chosen);
        if (await isShown(tried)) fewest = tried;
      }
    return fewest;
  }

  /** The calls about the orders of one. Empty if the recording doesn't have all of them. */
  #storyOf(index: number): readonly number[] {
    const history = logCallsOf(this.recorded);
    const call = history.find(({ recorded }) => recorded === this.recorded[index]);
    return (call && logStoryOf(history, call))?.map(({ recorded }) => this.recorded.indexOf(recorded)) ?? [];
  }

  /**
   * The choice that brings the last answer nearest to the service's and leaves the earlier ones equal. Two at once only if
   * no single one does.
   */
  async #choiceFor(shown: readonly Replayed[]): Promise<Found | undefined> {
    const before = shown.at(-1)!;
    const singles = await this.#attempts(shown, this.#candidates(shown));
    const found = await this.#choiceOf(singles, shown);
    if (found) return found;
    const changed = singles.filter(({ answers }) => kindOf(answers.at(-1)!.lines) !== kindOf(before.lines));
    const pairs = changed.flatMap(({ choices, answers }) =>
      this.#candidates(answers, choices).map((more): Assume => ({ ...choices, ...more })),
    );
    return this.#choiceOf(await this.#attempts(shown, pairs), shown);
  }

  /** The best of the attempts that bring the last answer nearer to the service's. */
  async #choiceOf(attempts: readonly Attempt[], shown: readonly Replayed[]): Promise<Found | undefined> {
    const before = shown.at(-1)!;
    const [best, ...others] = await this.#best(attempts.filter(({ answers }) => isNearer(answers.at(-1)!, before)));
    if (best === undefined) return undefined;
    const gone = before.lines.filter((line) => !best.answers.at(-1)!.lines.includes(line));
    const also = others.map(({ choices }) => choiceText(choices)).join("; ");
    return { choices: best.choices, seen: [...gone, ...(also === "" ? [] : [`the calls fit ${also} too`])] };
  }

  /** The answers under each of these choices, if they leave all but the last one equal. */
  async #attempts(shown: readonly Replayed[], all: readonly Assume[]): Promise<readonly Attempt[]> {
    const attempts: Attempt[] = [];
    for (const choices of all) {
      if (this.#lanes >= LANES_MAX) break;
      const answers = await this.#replayed(indicesOf(shown), { ...this.#chosen, ...choices });
      if (this.#isOnlyLastOpen(answers)) attempts.push({ choices, answers });
    }
    return attempts;
  }

  /** Every other choice of the assumptions on which the answers depend, or that were chosen before. */
  #candidates(shown: readonly Replayed[], beside: Assume = {}): readonly Assume[] {
    const restsOn = new Set([...shown.flatMap((one) => [...one.restsOn]), ...Object.keys(this.#chosen)]);
    const now: Readonly<Record<string, string | undefined>> = { ...this.options.assumptions, ...this.#chosen };
    return [...choosable]
      .filter(([id]) => restsOn.has(id) && !(id in beside))
      .flatMap(([id, choices]) =>
        choices.filter((choice) => choice !== (now[id] ?? choices[0])).map((choice): Assume => ({ [id]: choice })),
      );
  }

  /** Those under which the recording differs least. */
  async #best(all: readonly Attempt[]): Promise<readonly Attempt[]> {
    if (all.length < 2) return all;
    const counts: number[] = [];
    for (const { choices } of all) {
      const replayed = await this.#replayed(this.#calls, { ...this.#chosen, ...choices });
      counts.push(replayed.reduce((sum, { lines }) => sum + lines.length, 0));
    }
    return all.filter((_, i) => counts[i] === Math.min(...counts));
  }

  /** Repeats some calls of the recording in a new lane. */
  async #replayed(calls: readonly number[], chosen: Assume): Promise<readonly Replayed[]> {
    this.#lanes++;
    const replay = await this.replayer.lane(chosen);
    const all: Replayed[] = [];
    for (const [index, recorded] of this.recorded.slice(0, (calls.at(-1) ?? -1) + 1).entries()) {
      const body = this.#lost.get(recorded);
      if (body) await replay.lost(recorded, body);
      const both = calls.includes(index) ? await replay.both(recorded) : undefined;
      if (both) all.push({ ...both, index, lines: this.#linesOf(both) });
    }
    return all;
  }

  #isOpen = ({ index, lines }: Replayed): boolean => lines.length > 0 && !this.#unexplained.has(index);
  #isOnlyLastOpen = (all: readonly Replayed[]): boolean => !all.slice(0, -1).some(this.#isOpen);

  #linesOf({ there, here, isOtherOrder }: BothAnswers): readonly string[] {
    const name = this.#nameOf(here);
    const known = name && remedyOf(this.#guesses).responseCodes[name];
    if (known && isOnlySpoken(there, here) && known.code === there.body.responseCode) return [];
    const other = isOtherOrder ? ["the order of an earlier answer on one side, another order on the other"] : [];
    return [...differences(there, here), ...other];
  }

  /** The outcome that the sandbox gives, by its code. Undefined if two share it. */
  #nameOf({ body }: Side): AnswerName | undefined {
    const own = objectOf(this.options.responseCodes) ?? {};
    const names = (Object.keys(allCodes) as AnswerName[]).filter(
      (name) => String(objectOf(own[name])?.code ?? allCodes[name].code) === body.responseCode,
    );
    return names.length === 1 ? names[0] : undefined;
  }

  /** The outcome whose code or message differs, if nothing else does and it isn't known yet. */
  #newCodeIn({ there, here }: Replayed): AnswerName | undefined {
    const name = isOnlySpoken(there, here) ? this.#nameOf(here) : undefined;
    return name !== undefined && !(name in remedyOf(this.#guesses).responseCodes) ? name : undefined;
  }

  #noteChoices({ choices, seen }: Found, shown: readonly Replayed[]): void {
    const calls = this.#shown(shown);
    const before = (this.options.assumptions ?? {}) as Record<string, string>;
    for (const [id, choice] of Object.entries(choices as Record<string, string>)) {
      this.#guesses = this.#guesses.filter(({ about }) => about !== id);
      const says = claimOf(id, before[id]);
      this.#note({
        about: id,
        says,
        seen: [choice, ...this.#clean(seen)],
        calls,
        remedy: { assumptions: { [id]: choice } },
      });
    }
  }

  #noteCode(name: AnswerName, shown: readonly Replayed[]): void {
    const calls = this.#shown(shown);
    const { there, here } = shown.at(-1)!;
    const message = typeof there.body.message === "string" ? there.body.message.split(":")[0]! : undefined;
    // A message with a reference or a name would make the sandbox repeat it to everybody.
    const isKept = message !== undefined && !this.#cleaner.isPersonal(message);
    const spoken: SpokenAs = { code: String(there.body.responseCode), ...(isKept && { message }) };
    const [says = ""] = this.#clean([`${here.body.responseCode} ${String(here.body.message ?? "").split(":")[0]}`]);
    this.#note(codeGuess(name, { says, spoken, calls }));
  }

  #noteUnexplained(shown: readonly Replayed[]): void {
    const calls = this.#shown(shown);
    const { index, there, lines } = shown.at(-1)!;
    this.#unexplained.add(index);
    const about = operationOf(this.recorded[index]!.path);
    this.#note({ about, says: "", seen: this.#clean(lines), calls, remedy: this.#ruleFor(about, there) });
  }

  #note(guess: WrongGuess): void {
    this.#guesses = [...this.#guesses, guess];
  }

  /** Must come before the sentences about these calls, because they may name their values. */
  #shown = (shown: readonly Replayed[]): readonly ShownCall[] =>
    shown.map(({ index, there, here, lines }) => {
      const { path, request } = this.recorded[index]!;
      const said = ({ http, body }: Side) => `${http} ${this.#cleaner.json(JSON.stringify(body))}`;
      const params = this.#cleaner.json(JSON.stringify(paramsIn(request)));
      const ours = lines.length > 0 && { here: said(here) };
      return { request: `${operationOf(path)} ${params}`, there: said(there), ...ours };
    });

  #clean = (lines: readonly string[]): readonly string[] => lines.map((line) => this.#cleaner.sentence(line));

  /**
   * A rule can refuse a call that the sandbox accepts, and no other way round. It refuses every call of the operation, so there is none for
   * a decline, which is the outcome of one call, nor if the service accepted another one.
   */
  #ruleFor(operation: string, { http, body }: Side): Remedy {
    if (http !== 200 || !tellsRefusal(body) || declineIn(body) !== undefined || this.#isAccepted(operation)) return {};
    const { responseCode, message = "" } = body;
    const outcome = { responseCode, message: this.#cleaner.sentence(String(message)) };
    return { rule: { name: `${operation} as the service`, when: { operation }, then: { outcome } } };
  }

  #isAccepted = (operation: string): boolean =>
    this.recorded.some(
      ({ path, response }) => operationOf(path) === operation && tellsSuccess(objectIn(response?.body ?? "") ?? {}),
    );
}

const choiceText = (choices: Assume): string =>
  Object.entries(choices)
    .map(([id, choice]) => `${id}: ${choice}`)
    .join(", ");
