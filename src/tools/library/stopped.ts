import type { PlainPost } from "../../server/http/in-process.js";
import type { AnswerRequest } from "./in-process.js";

/** The error of each use after `stop`. Clients of HTTP take it for a refused connection. */
export class SandboxStopped extends TypeError {
  constructor() {
    super(
      "this sandbox was stopped, by stop() or at the end of its `await using` block: start it in beforeAll, and stop it in afterAll",
      { cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }) },
    );
    this.name = "SandboxStopped";
  }
}

/** Knows if a sandbox was stopped. */
export class Lifetime {
  readonly #ended = new AbortController();

  /** Throws SandboxStopped after `end`. */
  readonly check = (): void => {
    if (this.#ended.signal.aborted) throw new SandboxStopped();
  };

  /** The same answers, until `end`. */
  guard(answer: AnswerRequest): AnswerRequest {
    const { post } = answer;
    const guarded = async (request: Request): Promise<Response> => {
      this.check();
      return answer(request);
    };
    return Object.assign(guarded, {
      check: this.check,
      ended: this.#ended.signal,
      ...(post && { post: (call: PlainPost) => (this.#ended.signal.aborted ? undefined : post(call)) }),
    });
  }

  /** Ends the lifetime and its open calls, and then does `stop`. */
  end(stop: () => Promise<void>): Promise<void> {
    if (!this.#ended.signal.aborted) this.#ended.abort(new SandboxStopped());
    return stop();
  }
}
