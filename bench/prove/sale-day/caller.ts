import { Agent, request } from "undici";
import type { Random } from "../random.js";
import { type Nodes, reached } from "./nodes.js";

const ANSWER_MAX_MS = 120_000;
const TRIES_MAX = 50;

/** An answer that did not come, or says nothing about what happened. */
export class Lost extends Error {}
/** An answer that should not be. */
export class Wrong extends Error {}

export interface Answer {
  readonly http: number;
  readonly text: string;
  readonly location: string;
}

export interface Asking {
  readonly method: "GET" | "POST" | "PUT";
  /** Below the lane's address. */
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

/** Calls of all shops and shoppers. */
export class Caller {
  calls = 0;
  lost = 0;
  /** Answers 503 that no rule gave. */
  unavailable = 0;
  readonly tookMs: number[] = [];
  readonly #agent = new Agent({ headersTimeout: ANSWER_MAX_MS, bodyTimeout: ANSWER_MAX_MS, connections: 128 });

  constructor(
    readonly nodes: Nodes,
    readonly random: Random,
  ) {}

  /** Throws Lost without an answer, and of a 5xx that a rule gave; throws Wrong of any other 5xx. */
  async ask(lane: number, { method, path, body, type = "application/json" }: Asking): Promise<Answer> {
    const began = performance.now();
    try {
      return await reached(async (isFirst) => {
        const node = isFirst ? this.nodes.for(lane, this.random) : this.nodes.any(this.random);
        const {
          statusCode,
          headers,
          body: answered,
        } = await request(`${node}/lane/${nameOf(lane)}${path}`, {
          method,
          dispatcher: this.#agent,
          ...(body !== undefined && { body, headers: { "content-type": type } }),
        });
        const text = await answered.text();
        if (statusCode >= 500) this.#failed(statusCode, headers["x-sandbox-rule"], text, path);
        return { http: statusCode, text, location: String(headers.location ?? "") };
      });
    } catch (error) {
      if (error instanceof Wrong) throw error;
      this.lost++;
      throw error instanceof Lost ? error : new Lost(String(error));
    } finally {
      this.calls++;
      this.tookMs.push(performance.now() - began);
    }
  }

  #failed(http: number, rule: unknown, text: string, path: string): never {
    if (rule === undefined && http !== 503) throw new Wrong(`${path} answers ${http} ${text.slice(0, 300)}`);
    if (rule === undefined) this.unavailable++;
    throw new Lost(`${http} ${text.slice(0, 200)}`);
  }

  /** What changes nothing may be asked again. */
  async surely(lane: number, asking: Asking): Promise<Answer> {
    for (let tries = 1; ; tries++)
      try {
        return await this.ask(lane, asking);
      } catch (error) {
        if (!(error instanceof Lost) || tries === TRIES_MAX) throw error;
      }
  }

  /** A call of the payment API. An answer that is cut in its midst is lost. */
  async pay(lane: number, path: string, params: object): Promise<Paid> {
    const body = JSON.stringify({
      request: JSON.stringify({ merchantId: merchantOf(lane), ...params }),
      signature: "",
    });
    const { text } = await this.ask(lane, { method: "POST", path: `/${path}`, body });
    try {
      return JSON.parse(text) as Paid;
    } catch {
      this.lost++;
      throw new Lost(`the answer is cut: ${text.slice(0, 100)}`);
    }
  }

  /** What became of an order; undefined if there is none. */
  async lookedUp(lane: number, merchantReference: string): Promise<Paid["order"]> {
    for (let tries = 1; ; tries++)
      try {
        const { responseCode, order } = await this.pay(lane, "direct/query", { merchantReference });
        if (responseCode === "2001") return undefined;
        if (responseCode !== "0000") throw new Wrong(`a query of ${merchantReference} answers ${responseCode}`);
        return order;
      } catch (error) {
        if (!(error instanceof Lost) || tries === TRIES_MAX) throw error;
      }
  }

  async control(lane: number, method: Asking["method"], path: string, body?: object) {
    const asking = { method, path: `/_sandbox/${path}`, ...(body && { body: JSON.stringify(body) }) };
    const { http, text } = await this.surely(lane, asking);
    if (http >= 300) throw new Wrong(`${method} ${path} in ${nameOf(lane)} answers ${http} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

export interface Paid {
  readonly responseCode: string;
  readonly checkoutUrl?: string;
  readonly order?: {
    readonly id: number;
    readonly status: string;
    readonly amount: number;
    readonly netAmount: number;
  };
}

export const nameOf = (lane: number): string => `shop-${lane}`;
export const merchantOf = (lane: number): number => 500 + lane;
