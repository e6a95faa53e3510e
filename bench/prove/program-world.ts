import { silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { formToken } from "../../src/server/pages/visit.js";
import { type RunningServer, startServer } from "../../src/server/server.js";
import { callOf, codeOf, decimal } from "../../test/property/foretold.js";
import type { Model } from "../../test/property/model.js";
import { envelope } from "../../test/support/client.js";
import { FROZEN_AT } from "../../test/support/sandbox.js";
import { type Answer, Line } from "./line.js";
import { type LaneName, laneNames, operations, type ProgramStep } from "./program-steps.js";
import { bytesOf } from "./request.js";

/** The newest order of each reference: its id, and the session of its page. */
type Orders = Map<string, { readonly id: number; readonly session: string | undefined }>;

/** A server in this process, called over its sockets. */
export class ProgramWorld {
  #server: RunningServer | undefined;
  #line: Line | undefined;
  readonly #orders = new Map<LaneName, Orders>();
  readonly #saved = new Map<LaneName, Orders>();

  constructor(readonly dataDir: string) {}

  async start(): Promise<void> {
    this.#server = await startServer(
      { ...defaultSettings, port: 0, seed: 1, dataDir: this.dataDir, signature: "off" },
      silentLog,
    );
    this.#line = new Line(this.#server.port);
  }

  async stop(): Promise<void> {
    this.#line?.close();
    await this.#server?.stop();
  }

  /** All lanes as they begin, on a clock that stands. */
  async clear(): Promise<void> {
    this.#saved.clear();
    for (const lane of laneNames) await this.#reset(lane);
  }

  async #reset(lane: LaneName): Promise<void> {
    this.#orders.set(lane, new Map());
    await this.#control(lane, "POST", "reset");
    await this.#control(lane, "PUT", "clock", { action: "freeze", at: new Date(FROZEN_AT).toISOString() });
  }

  #ordersOf(lane: LaneName): Orders {
    return this.#orders.get(lane)!;
  }

  /** Takes a step; answers what was said, in the model's words. `now` is the lane's time. */
  async take({ lane, step }: ProgramStep, now: number): Promise<string> {
    switch (step.kind) {
      case "create":
      case "sale":
      case "recurring":
      case "refund":
      case "void":
      case "query":
        return this.#called(lane, step);
      case "pay": {
        const id = await this.#idOf(lane, step.reference);
        const { http } = await this.#control(lane, "POST", `orders/${id}/simulate`, {
          action: "pay",
          method: step.method,
        });
        return http === 200 ? "paid" : http === 409 || http === 404 ? "not paid" : `HTTP ${http}`;
      }
      case "page":
        return this.#onPage(lane, step);
      case "settle":
        return `settled ${JSON.parse((await this.#control(lane, "POST", "settle")).body).settled}`;
      case "advance":
        return said(
          await this.#control(lane, "PUT", "clock", { action: "advance", by: `${step.byMs}ms` }),
          200,
          "moved",
        );
      case "back": {
        const at = new Date(now - step.byMs).toISOString();
        return said(await this.#control(lane, "PUT", "clock", { action: "set", at }), 200, "moved");
      }
      case "rule": {
        const when = { operation: operations[step.operation], merchantReference: step.reference };
        const rule = { when, times: 1, then: { outcome: step.outcome } };
        return said(await this.#control(lane, "POST", "rules", rule), 201, "put");
      }
      case "unrule":
        return said(await this.#control(lane, "DELETE", "rules"), 204, "gone");
      case "reset":
        await this.#reset(lane);
        return "reset";
      case "save":
        this.#saved.set(lane, new Map(this.#ordersOf(lane)));
        return said(await this.#control(lane, "POST", "snapshots", { name: `of-${lane}` }), 201, "saved");
      case "load":
        this.#orders.set(lane, new Map(this.#saved.get(step.of)));
        return said(await this.#control(lane, "POST", `snapshots/of-${step.of}/load`), 200, "loaded");
      case "restart":
        await this.stop();
        await this.start();
        return "restarted";
    }
  }

  async #called(lane: LaneName, step: Parameters<typeof callOf>[0]): Promise<string> {
    const orders = this.#ordersOf(lane);
    const parent = step.kind === "recurring" ? step.parent : undefined;
    const parentId = parent === undefined ? undefined : await this.#idOf(lane, parent);
    const { path, params } = callOf(step, parentId);
    const { body } = await this.#ask(lane, "POST", `/${path}`, envelope(params, { signature: "" }));
    const answer = JSON.parse(body);
    if (answer.order)
      orders.set(step.reference, {
        id: answer.order.id,
        session: sessionIn(answer.checkoutUrl) ?? orders.get(step.reference)?.session,
      });
    return codeOf(body);
  }

  /** A declined sale is answered without its order, which is there all the same; 1 is the id of none. */
  async #idOf(lane: LaneName, reference: string): Promise<number> {
    const known = this.#ordersOf(lane).get(reference)?.id;
    if (known !== undefined) return known;
    const { orders } = JSON.parse((await this.#control(lane, "GET", `orders?merchantReference=${reference}`)).body);
    return orders[0]?.id ?? 1;
  }

  async #onPage(lane: LaneName, { reference, does }: Extract<ProgramStep["step"], { kind: "page" }>): Promise<string> {
    const session = this.#ordersOf(lane).get(reference)?.session ?? "x";
    const page = await this.#ask(lane, "GET", `/checkout/${session}`);
    if (page.http >= 500) return `the page answers ${page.http}`;
    const fields = {
      token: does === "forge" ? "x" : formToken(session),
      method: "CARD",
      "card-number": does === "decline" ? "4000000000000002" : "4111111111111111",
      "card-holder": "A",
      "card-expiry": "12/39",
      "card-cvc": "123",
    };
    const type = "application/x-www-form-urlencoded";
    const action = does === "cancel" ? "cancel" : "pay";
    const answer = await this.#ask(
      lane,
      "POST",
      `/checkout/${session}/${action}`,
      new URLSearchParams(fields).toString(),
      type,
    );
    if (answer.http >= 500) return `the form answers ${answer.http}`;
    return answer.http === 303 && /\/result$/.test(answer.headers.location ?? "") ? "paid" : "not paid";
  }

  /** Where the lane does not stand as the model says. */
  async differences(lane: LaneName, model: Model): Promise<readonly string[]> {
    const wrong: string[] = [];
    const differs = (what: string, found: unknown, expected: unknown): void => {
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push(`lane ${lane}: ${what} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    };
    const merchant = JSON.parse((await this.#control(lane, "GET", "merchants/3")).body);
    const { HKD, USD } = model.balance;
    differs("the balance", merchant.unsettledBalance, { HKD: decimal(HKD), USD: decimal(USD) });
    const { orders } = JSON.parse((await this.#control(lane, "GET", "orders?limit=1000")).body);
    differs("the number of orders", orders.length, model.orders.length);
    for (const expected of model.orders) {
      const { reference } = expected;
      const { body } = await this.#ask(
        lane,
        "POST",
        "/hosted-checkout/query",
        envelope({ merchantId: 3, merchantReference: reference }, { signature: "" }),
      );
      const { order } = JSON.parse(body);
      const { currency, recurring } = expected;
      differs(
        `order ${reference}`,
        order && {
          status: order.status,
          amount: order.amount,
          net: order.netAmount,
          currency: order.currency,
          recurring: order.recurring,
        },
        {
          status: model.statusOf(expected),
          amount: decimal(expected.amount),
          net: decimal(model.netOf(expected)),
          currency,
          recurring,
        },
      );
    }
    const { holds, broken } = JSON.parse((await this.#control(lane, "GET", "invariants")).body);
    if (!holds) wrong.push(`lane ${lane}: ${JSON.stringify(broken)}`);
    return wrong;
  }

  #control(lane: LaneName, method: string, path: string, body?: object): Promise<Answer> {
    return this.#ask(lane, method, `/_sandbox/${path}`, body === undefined ? "" : JSON.stringify(body));
  }

  async #ask(lane: LaneName, method: string, path: string, body = "", type = "application/json"): Promise<Answer> {
    const headers = [
      ["Host", "localhost"],
      ["Content-Type", type],
    ] as const;
    const framing = method === "GET" ? "none" : "length";
    const { answers, end } = await this.#line!.ask({
      bytes: bytesOf({ method, target: `/lane/${lane}${path}`, headers, body: Buffer.from(body), framing }),
    });
    if (!answers[0]) throw new Error(`${method} ${path} in lane ${lane}: no answer, ${end}`);
    return answers[0];
  }
}

const sessionIn = (checkoutUrl: string | undefined): string | undefined => checkoutUrl?.split("/").at(-1);
const said = ({ http, body }: Answer, right: number, word: string): string =>
  http === right ? word : `HTTP ${http} ${body}`;
