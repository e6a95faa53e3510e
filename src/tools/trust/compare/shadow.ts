import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { objectIn } from "../../../package/json.js";
import type { SandboxOptions } from "../../library/types.js";
import { operationOf, paramsIn, type Recorded } from "../recording/exchange.js";
import type { Repeated, Replay } from "../replay/replay.js";
import { Replayer } from "../replay/replayer.js";
import { answerDifferences, type Side, spokenDifferences } from "./differences.js";

/** Two answers to one call. */
export interface Both extends Repeated {
  readonly there: Side;
  /** The assumptions on which the lane's answer depends, except the ones that the lane itself chose. */
  readonly restsOn: ReadonlySet<string>;
}

/** Repeats recorded calls in a lane, and compares the answers. */
export class Shadow implements AsyncDisposable {
  readonly #replayer: Replayer;
  readonly #replay: Replay;
  readonly #end: () => Promise<void>;

  private constructor(replayer: Replayer, replay: Replay, end: () => Promise<void>) {
    this.#replayer = replayer;
    this.#replay = replay;
    this.#end = end;
  }

  /** `options`: the choices and codes that the sandbox should use. */
  static async start(options: SandboxOptions = {}): Promise<Shadow> {
    const replayer = await Replayer.start(options);
    return new Shadow(replayer, await replayer.lane(), () => replayer[Symbol.asyncDispose]());
  }

  /** A new lane of the same sandbox, with other choices. */
  async another(chosen: Assume): Promise<Shadow> {
    const replay = await this.#replayer.lane(chosen);
    return new Shadow(this.#replayer, replay, () => replay.lane.drop());
  }

  /** The differences between the service's answer and the lane's, one line each. Undefined if there is no answer. */
  async differs(recorded: Recorded): Promise<readonly string[] | undefined> {
    const both = await this.both(recorded);
    return both && [...answerDifferences(both.there, both.here), ...spokenDifferences(both.there, both.here)];
  }

  /** The service's answer and the lane's. Undefined if there is no answer. */
  async both({ method, path, request, response, at }: Recorded): Promise<Both | undefined> {
    const params = paramsIn(request);
    if (method !== "POST" || params === undefined || response === undefined) return undefined;
    const there = { http: response.status, body: objectIn(response.body) ?? {} };
    const call = { operation: operationOf(path), params, body: there.body, at: Date.parse(at) };
    this.#replayer.takeTouched();
    const repeated = await this.#replay.step(call);
    return repeated && { there, ...repeated, restsOn: this.#replayer.takeTouched() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}
