import type { IncomingMessage } from "node:http";
import type { HangUpHow } from "../../../core/scenario/effects/faults.js";
import type { Choices } from "../../../lane/choices.js";
import type { Lane } from "../../../lane/lane.js";
import { failureOf } from "../../../lane/ports/store-errors.js";
import { readTraceparent } from "../../../lane/traces/trace-context.js";
import type { BodyText } from "../../../package/bounded-body.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { endpoints } from "../endpoints/index.js";
import { refusalAnswer } from "../ladder/refusal.js";
import { type AnswerOptions, answerCall, type LaneReply } from "./answer-call.js";
import { arrivalOf } from "./arrival.js";
import { unrecordedHeaders } from "./debug-headers.js";
import { answerLost } from "./lost-answers.js";
import {
  callerBy,
  clientLeft,
  isHeldBack,
  type Outgoing,
  respond,
  untilSent,
  watchWait,
  whenLeft,
} from "./response.js";
import { watchUnread } from "./unread-answers.js";
import {
  answerWrongCall,
  hintOn,
  isAskedByBrowsers,
  isByShop,
  type WrongCall,
  type WrongCallName,
  withEntrance,
} from "./wrong-call.js";

export interface ReplyOptions extends AnswerOptions {
  /** Admits each call before its lane is made. Throws QuotaExceeded. Undefined if no team has a quota. */
  readonly quotas?: { readonly admitCall: (lane: string, operation: string) => Promise<() => void> } | undefined;
  readonly hasDebugHeaders: boolean;
  /** Called for each defect, with the request id if there is one. */
  readonly onDefect: (defect: unknown) => void;
}

/** The lanes of a server, by their valid names. */
interface WireLanes {
  /** The lane, if it is open. */
  readonly get: (name: string) => Lane | undefined;
  /** The lane, created if needed. */
  readonly ready: (name: string) => Promise<Lane>;
  /** A lane that the call must not create. */
  readonly ifMade: (name: string) => Promise<Lane | undefined>;
  readonly choices: Pick<Choices, "ofServer">;
}

/** A call as it came in, whichever transport brought it. */
export interface WireCall {
  readonly method: string;
  /** The name of its lane. */
  readonly lane: string;
  /** The path inside the lane, without its query and a slash at its end. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Its body. Undefined if it is over 1 MB. */
  readonly body: () => Promise<BodyText | undefined>;
  /** Node's own messages. Absent for a call inside this process. */
  readonly incoming?: IncomingMessage | undefined;
  readonly outgoing?: Outgoing | undefined;
  /** Aborted when a caller inside this process gives up. */
  readonly signal?: AbortSignal | undefined;
}

/** What a transport has to send. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How to cut the connection instead. `over` is to be called once the client has noticed or has given up. */
  readonly fault?: { readonly how: HangUpHow; readonly over: () => void };
}

/** A reply of the lane that answered. */
interface Answered extends LaneReply {
  /** Headers besides the reply's own. */
  readonly more?: WireAnswer["headers"] | undefined;
}

/** The media type of a valid body. A charset may follow. */
export const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** The payment API: one answer for a call, whichever transport brought it. It throws nothing. */
export class PaymentApi {
  readonly #options: ReplyOptions;
  readonly #lanes: WireLanes;
  readonly #byPath = new Map<string, Endpoint>(endpoints.map((endpoint) => [`/${endpoint.path}`, endpoint]));

  constructor(options: ReplyOptions, lanes: WireLanes) {
    this.#options = options;
    this.#lanes = lanes;
  }

  /** True if the path is an endpoint's. */
  knows(path: string): boolean {
    return this.#byPath.has(path);
  }

  async answer(call: WireCall): Promise<WireAnswer> {
    try {
      const endpoint = this.#byPath.get(call.path);
      const isCall = endpoint !== undefined && call.method === "POST";
      const { quotas } = this.#options;
      // Before the lane is made: a refused call changes nothing.
      const over = quotas && (await quotas.admitCall(call.lane, isCall ? endpoint.path : "none"));
      let answered: Answered | WireAnswer;
      try {
        answered = isCall
          ? await this.#answerIn(call, endpoint)
          : await this.#refuseUnmade(call, endpoint ? "wrong-method" : "unknown-path");
      } finally {
        over?.();
      }
      if (!("reply" in answered)) return answered;
      const leaving = this.#leaving(call, answered);
      return leaving instanceof Promise ? await leaving : leaving;
    } catch (defect) {
      this.#options.onDefect(defect);
      // The provider would never send it, so it has the control API's form.
      const { http, headers = {}, ...body } = failureOf(defect);
      return { status: http, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
    }
  }

  /** Answers a call of an endpoint in its lane, which it makes. */
  async #answerIn(call: WireCall, endpoint: Endpoint): Promise<Answered> {
    const lane = this.#lanes.get(call.lane) ?? (await this.#lanes.ready(call.lane));
    const { headers } = call;
    if (!JSON_TYPE.test(headers["content-type"] ?? "")) return this.#refuse(call, lane, "wrong-content-type");
    const body = await call.body();
    if (body === undefined) return this.#refuse(call, lane, "body-too-large");
    return await answerCall(lane, this.#options, endpoint, {
      body: body.text,
      notUtf8: body.notUtf8,
      forcedOutcome: headers["x-sandbox-outcome"],
      traceparent: readTraceparent(headers.traceparent),
      arrival: arrivalOf(call.incoming, headers["user-agent"]),
    });
  }

  /** Refuses a call that creates no lane unless the shop made it. If the lane doesn't exist, the call isn't recorded. */
  async #refuseUnmade(call: WireCall, name: "unknown-path" | "wrong-method"): Promise<Answered | WireAnswer> {
    const wrong: WrongCall = { name, method: call.method, path: call.path };
    const hint = hintOn(call.lane, wrong);
    const lane = isAskedByBrowsers(call)
      ? undefined
      : await (isByShop(wrong, hint) ? this.#lanes.ready(call.lane) : this.#lanes.ifMade(call.lane));
    if (lane) return this.#refuse(call, lane, name);
    const { detail, isEntrance = false } = hint;
    const warning = isEntrance ? withEntrance(hint.warning) : hint.warning;
    const { http, body } = refusalAnswer(this.#lanes.choices.ofServer, name, { detail });
    const ofLane = this.#options.hasDebugHeaders ? unrecordedHeaders(call.lane, warning) : undefined;
    return { status: http, headers: { ...extra[name], ...ofLane, "Content-Type": "application/json" }, body };
  }

  async #refuse(call: WireCall, lane: Lane, name: WrongCallName): Promise<Answered> {
    const { method, path, incoming, headers } = call;
    const wrong: WrongCall = {
      ...{ name, method, path },
      contentType: headers["content-type"],
      body: method === "POST" && name !== "body-too-large" ? (await call.body())?.text : undefined,
      traceparent: readTraceparent(headers.traceparent),
      arrival: arrivalOf(incoming, headers["user-agent"]),
    };
    return { lane, reply: await answerWrongCall(lane, this.#options, wrong), more: extra[name] };
  }

  /** A promise only if the answer has to wait. A call's notifications are sent once its answer was sent or cut. */
  #leaving({ outgoing, signal }: WireCall, { lane, reply, more }: Answered): WireAnswer | Promise<WireAnswer> {
    const { hasDebugHeaders, watch } = this.#options;
    const { release } = reply;
    if (release && outgoing) whenLeft(outgoing, release);
    const caller = outgoing || !signal ? undefined : callerBy(signal);
    const client = outgoing ?? caller;
    const noticeLeft = () => {
      clientLeft(lane, reply);
      watch?.wasCut?.(lane, reply.requestId);
    };
    if (client) watchWait(client, reply, noticeLeft);
    const leave = (): WireAnswer => {
      const response = respond(lane, reply, hasDebugHeaders);
      caller?.handedOver();
      if (response.kind === "hang-up") {
        const over = () => {
          answerLost(lane, reply);
          watch?.wasCut?.(lane, reply.requestId);
          if (!outgoing) release?.();
        };
        return { status: 200, headers: {}, body: reply.body || SUCCESS, fault: { how: response.how, over } };
      }
      if (client?.destroyed) noticeLeft();
      else if (outgoing?.socket) watchUnread(outgoing.socket, () => clientLeft(lane, reply));
      if (release && !outgoing) setImmediate(release);
      const headers = { ...response.headers, ...more, "Content-Type": response.contentType };
      return { status: response.http, headers, body: response.body };
    };
    return isHeldBack(reply) ? untilSent(lane, reply, client).then(leave) : leave();
  }
}

/** The text to truncate if there is no answer. */
const SUCCESS = '{"responseCode":"0000","message":"Success"}';

const extra: Readonly<Partial<Record<WrongCallName, WireAnswer["headers"]>>> = {
  "wrong-method": { Allow: "POST" },
  "body-too-large": { Connection: "close" },
};
