import { type AnswerName, allCodes } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { objectOf } from "../../../package/json.js";
import type { SandboxOptions } from "../../library/types.js";
import { answerDifferences, type Side, spokenDifferences } from "../compare/differences.js";
import { type Both, Shadow } from "../compare/shadow.js";
import { choosable } from "../from-log/open-choices.js";
import { FAULT_STATUSES } from "../import/history.js";
import { operationOf, paramsIn, type Recorded } from "../recording/exchange.js";
import { Cleaner } from "./clean.js";
import { claimOf, type Remedy, remedyOf, type ShownCall, type SpokenAs, type WrongGuess } from "./issue.js";
import { isNearer, isOnlySpoken, kindOf, type Replayed, relatedTo } from "./replayed.js";

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
  await using first = await Shadow.start(options);
  return await new Search(recorded, first, options).guesses();
}

class Search {
  readonly #calls: readonly number[];
  readonly #guesses: WrongGuess[] = [];
  readonly #unexplained = new Set<number>();
  readonly #cleaner = new Cleaner();
  readonly #codes = new Map<string, SpokenAs>();
  #chosen: Assume = {};
  #lanes = 0;

  constructor(
    readonly recorded: readonly Recorded[],
    readonly first: Shadow,
    readonly options: SandboxOptions,
  ) {
    // An outage is no guess.
    this.#calls = recorded.flatMap(({ response }, i) => (FAULT_STATUSES.includes(response?.status ?? 0) ? [] : [i]));
  }

  async guesses(): Promise<readonly WrongGuess[]> {
    while (this.#lanes < LANES_MAX && this.#unexplained.size < UNEXPLAINED_MAX) {
      const differing = (await this.#replayed(this.#calls, this.#chosen)).find((one) => this.#isOpen(one));
      if (differing === undefined) break;
      await this.#explain(differing);
    }
    return this.#guesses;
  }

  async #explain(seen: Replayed): Promise<void> {
    const shown = await this.#shrunk(seen);
    const last = shown.at(-1)!;
    const chosen = await this.#choiceFor(shown);
    if (chosen) {
      this.#chosen = { ...this.#chosen, ...chosen.choices };
      for (const [id, choice] of Object.entries(chosen.choices)) this.#note(id, String(choice), shown, chosen.seen);
      return;
    }
    const name = this.#codeOf(last);
    if (name !== undefined) return this.#noteCode(name, shown);
    this.#unexplained.add(seen.index);
    this.#noteUnexplained(shown);
  }

  /** The fewest calls that show the difference: only the last one has another answer. */
  async #shrunk(seen: Replayed): Promise<readonly Replayed[]> {
    const shows = async (calls: readonly number[]): Promise<readonly Replayed[] | undefined> => {
      const all = await this.#replayed(calls, this.#chosen);
      const isSame = all.at(-1)?.index === seen.index && kindOf(all.at(-1)!.lines) === kindOf(seen.lines);
      return isSame && all.slice(0, -1).every((one) => !this.#isOpen(one)) ? all : undefined;
    };
    const earlier = this.#calls.filter((index) => index <= seen.index);
    let fewest: readonly number[] = relatedTo(this.recorded, earlier);
    let shown = await shows(fewest);
    if (!shown) {
      fewest = earlier;
      shown = await shows(fewest);
    }
    if (!shown) return [seen];
    // Halves first, so that a long recording doesn't need a lane for each of its calls.
    for (let size = Math.ceil((fewest.length - 1) / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let from = 0; from < fewest.length - 1 && this.#lanes < LANES_MAX; ) {
        const fewer = fewest.filter((_, at) => at < from || at >= Math.min(from + size, fewest.length - 1));
        const tried = await shows(fewer);
        if (tried) [fewest, shown] = [fewer, tried];
        else from += size;
      }
    return shown;
  }

  /**
   * The choice that brings the last answer nearest to the service's and leaves the earlier ones equal. Two at once only if
   * no single one does.
   */
  async #choiceFor(shown: readonly Replayed[]) {
    const { lines } = shown.at(-1)!;
    const indices = shown.map(({ index }) => index);
    const singles = this.#candidates(shown);
    const nearer: { readonly choices: Assume; readonly left: readonly string[] }[] = [];
    const changed: { readonly choices: Assume; readonly restsOn: readonly Replayed[] }[] = [];
    const attempt = async (choices: Assume): Promise<void> => {
      const tried = await this.#replayed(indices, { ...this.#chosen, ...choices });
      if (tried.slice(0, -1).some((one) => this.#isOpen(one))) return;
      const left = tried.at(-1)!.lines;
      if (isNearer(tried.at(-1)!, shown.at(-1)!)) nearer.push({ choices, left });
      else if (kindOf(left) !== kindOf(lines)) changed.push({ choices, restsOn: tried });
    };
    for (const choices of singles) await attempt(choices);
    if (nearer.length === 0)
      for (const { choices, restsOn } of [...changed])
        for (const more of this.#candidates(restsOn, choices))
          if (this.#lanes < LANES_MAX) await attempt({ ...choices, ...more });
    const [best, ...others] = await this.#best(nearer);
    if (best === undefined) return undefined;
    const gone = lines.filter((line) => !best.left.includes(line));
    const also = others.map(({ choices }) => choiceText(choices)).join("; ");
    return { choices: best.choices, seen: [...gone, ...(also === "" ? [] : [`the calls fit ${also} too`])] };
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
  async #best<T extends { readonly choices: Assume }>(all: readonly T[]): Promise<readonly T[]> {
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
    await using shadow = await this.first.another(chosen);
    const all: Replayed[] = [];
    for (const index of calls) {
      const recorded = this.recorded[index]!;
      const both = await shadow.both(recorded);
      if (both) all.push({ ...both, recorded, index, lines: this.#linesOf(both) });
    }
    return all;
  }

  #isOpen = ({ index, lines }: Replayed): boolean => lines.length > 0 && !this.#unexplained.has(index);

  /** The differences that no code found so far explains. */
  #linesOf({ there, here, isOtherOrder }: Both): readonly string[] {
    const other = isOtherOrder ? ["the order of an earlier answer on one side, another order on the other"] : [];
    const lines = [...answerDifferences(there, here), ...spokenDifferences(there, here), ...other];
    const name = this.#nameOf(here);
    const known = name === undefined ? undefined : this.#codes.get(name);
    return known && isOnlySpoken(there, here) && known.code === there.body.responseCode ? [] : lines;
  }

  /** The outcome that the sandbox gives, by its code. Undefined if two share it. */
  #nameOf({ body }: Side): AnswerName | undefined {
    const own = objectOf(this.options.responseCodes) ?? {};
    const names = (Object.keys(allCodes) as AnswerName[]).filter(
      (name) => String(objectOf(own[name])?.code ?? allCodes[name].code) === body.responseCode,
    );
    return names.length === 1 ? names[0] : undefined;
  }

  #codeOf = (last: Replayed): AnswerName | undefined => {
    const name = isOnlySpoken(last.there, last.here) ? this.#nameOf(last.here) : undefined;
    return name !== undefined && !this.#codes.has(name) ? name : undefined;
  };

  #note(id: string, choice: string, shown: readonly Replayed[], lines: readonly string[]): void {
    const old = this.#guesses.findIndex(({ about }) => about === id);
    if (old >= 0) this.#guesses.splice(old, 1);
    const calls = this.#shown(shown);
    const seen = [choice, ...lines.map((line) => this.#cleaner.sentence(line))];
    const before = (this.options.assumptions as Record<string, string> | undefined)?.[id];
    this.#guesses.push({
      about: id,
      says: claimOf(id, before),
      seen,
      calls,
      remedy: { assumptions: { [id]: choice } },
    });
  }

  #noteCode(name: AnswerName, shown: readonly Replayed[]): void {
    const { there, here } = shown.at(-1)!;
    const calls = this.#shown(shown);
    const message = typeof there.body.message === "string" ? there.body.message.split(":")[0]! : undefined;
    // A message with a reference or a name would make the sandbox repeat it to everybody.
    const spoken: SpokenAs = {
      code: String(there.body.responseCode),
      ...(message !== undefined && !this.#cleaner.isPersonal(message) && { message }),
    };
    this.#codes.set(name, spoken);
    this.#guesses.push({
      about: `responseCodes.${name}`,
      says: this.#cleaner.sentence(`${here.body.responseCode} ${String(here.body.message ?? "").split(":")[0]}`),
      seen: [`${spoken.code} ${spoken.message ?? ""}`.trimEnd()],
      calls,
      remedy: { responseCodes: { [name]: spoken } },
    });
  }

  #noteUnexplained(shown: readonly Replayed[]): void {
    const { recorded, there, lines } = shown.at(-1)!;
    const operation = operationOf(recorded.path);
    const calls = this.#shown(shown);
    const seen = lines.map((line) => this.#cleaner.sentence(line));
    this.#guesses.push({ about: operation, says: "", seen, calls, remedy: this.#ruleFor(operation, there) });
  }

  /** A rule can refuse a call that the sandbox accepts, and no other way round. */
  #ruleFor(operation: string, { http, body }: Side): Remedy {
    const { responseCode, message = "" } = body;
    if (http !== 200 || typeof responseCode !== "string" || responseCode === "0000") return {};
    const outcome = { responseCode, message: this.#cleaner.sentence(String(message)) };
    return { rule: { name: `${operation} as the service`, when: { operation }, then: { outcome } } };
  }

  #shown = (shown: readonly Replayed[]): readonly ShownCall[] =>
    shown.map(({ recorded, there, here, lines }) => {
      const params = paramsIn(recorded.request);
      const request = `${operationOf(recorded.path)} ${this.#cleaner.json(JSON.stringify(params))}`;
      const said = ({ http, body }: Side) => `${http} ${this.#cleaner.json(JSON.stringify(body))}`;
      return { request, there: said(there), ...(lines.length > 0 && { here: said(here) }) };
    });
}

/** The config under which a sandbox answers as these guesses say. */
export function optionsUnder(guesses: readonly WrongGuess[], options: SandboxOptions = {}): SandboxOptions {
  const { assumptions, responseCodes, rules } = remedyOf(guesses);
  return {
    ...options,
    assumptions: { ...options.assumptions, ...assumptions },
    responseCodes: { ...(objectOf(options.responseCodes) as object), ...responseCodes },
    ...(rules.length > 0 && { scenario: { name: "as the service does", rules } as never }),
  };
}

const choiceText = (choices: Assume): string =>
  Object.entries(choices)
    .map(([id, choice]) => `${id}: ${choice}`)
    .join(", ");
