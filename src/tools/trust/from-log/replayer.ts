import { type AnswerName, allCodes, SUCCESS_CODE } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import type { ChoiceWatcher } from "../../../lane/choices.js";
import { silentLog } from "../../../lane/ports/log.js";
import type { Json } from "../../../package/json.js";
import { startServer } from "../../../server/server.js";
import { ControlClient, unlessRefused } from "../../library/control-client.js";
import { laneClient } from "../../library/lane-client.js";
import { settingsOf } from "../../library/settings-of.js";
import type { SandboxLane } from "../../library/types.js";
import { FLOAT, repeatedIn } from "../compare/lane-call.js";
import { storedCardOf } from "../import/shopper.js";
import { NO_ID, orderIn } from "../recording/exchange.js";
import type { UnseenAct } from "./acts.js";
import { type LogCall, writtenReference } from "./log-call.js";
import { userAndToken } from "./stories.js";

/** The sandbox's answer to a call of the log. */
export type Replayed =
  | { readonly kind: "success"; readonly body: Json; readonly isSameOrder: boolean }
  | { readonly kind: "refused"; readonly name: AnswerName }
  /** The act before the call is impossible here, or the call was not made. */
  | { readonly kind: "impossible" | "skipped" };

const FIRST_MERCHANT = 1_000_000;
const names = new Map(Object.entries(allCodes).map(([name, { code }]) => [code, name as AnswerName]));

/** A sandbox in which stories are replayed, each for a merchant of its own. */
export class Replayer implements AsyncDisposable {
  readonly #server: Awaited<ReturnType<typeof startServer>>;
  readonly #lanes = new Map<string, { readonly lane: SandboxLane; chosen: string }>();
  readonly #touched: Set<string>;
  #merchants = FIRST_MERCHANT;

  private constructor(server: Awaited<ReturnType<typeof startServer>>, touched: Set<string>) {
    this.#server = server;
    this.#touched = touched;
  }

  static async start(): Promise<Replayer> {
    const settings = await settingsOf({ port: 0, signature: "off", magic: false });
    const touched = new Set<string>();
    const choiceWatcher: ChoiceWatcher = (id) => touched.add(id);
    return new Replayer(await startServer(settings, silentLog, { choiceWatcher }), touched);
  }

  /** The assumptions on which answers have depended since the last call of this method, except the chosen ones. */
  takeTouched(): ReadonlySet<string> {
    const taken = new Set(this.#touched);
    this.#touched.clear();
    return taken;
  }

  /** A new merchant in a lane with these choices. */
  async world(chosen: Assume): Promise<ReplayWorld> {
    // A lane does not report its own choices, so each set of chosen assumptions has its own lane.
    const key = Object.keys(chosen).sort().join();
    const kept = this.#lanes.get(key) ?? { lane: await this.#newLane(), chosen: "{}" };
    this.#lanes.set(key, kept);
    // Skips choices that are already set, because setting them took a third of an inference's time, and half of the
    // replays use the same choices as the previous one.
    const text = JSON.stringify(chosen);
    if (text !== kept.chosen) await kept.lane.assume(chosen);
    kept.chosen = text;
    const merchantId = this.#merchants++;
    await kept.lane.putMerchant(merchantId, { unsettledBalance: FLOAT });
    return new ReplayWorld(kept.lane, merchantId);
  }

  async #newLane(): Promise<SandboxLane> {
    const { url, fetch } = this.#server;
    const name = `l${this.#lanes.size}`;
    const base = `${url}/lane/${name}`;
    const lane = laneClient(name, base, new ControlClient({ base, fetch }), fetch);
    await lane.clock.freeze();
    return lane;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
  }
}

/** A merchant for whom a story is replayed. */
export class ReplayWorld {
  readonly #lane: SandboxLane;
  readonly #merchantId: number;
  readonly #ids = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  readonly #deleted = new Set<string>();
  /** The time of the last call, on the service's clock. */
  #at: number | undefined;

  constructor(lane: SandboxLane, merchantId: number) {
    this.#lane = lane;
    this.#merchantId = merchantId;
  }

  /** Carries out the act, then makes the call. */
  async step(call: LogCall, act: UnseenAct): Promise<Replayed> {
    if (act.instead === "skipped") return { kind: "skipped" };
    await this.#moveClock(call);
    if (act.before && !(await this.#simulated(call, act))) return { kind: "impossible" };
    await this.#storeToken(call, act);
    if (act.instead !== "declined") return this.#asked(call);
    await this.#lane.next({ outcome: "do-not-honour" });
    const replayed = await this.#asked(call);
    await this.#lane.unforce();
    return replayed.kind === "success" ? { kind: "impossible" } : replayed;
  }

  /** The clock matters only if the call contains an instant, or if an order may have expired since the last call. */
  async #moveClock({ at, params }: LogCall): Promise<void> {
    const passedMs = at - (this.#at ?? at);
    this.#at = at;
    if (params.expiryTime !== undefined) await this.#lane.clock.set(new Date(at));
    else if (passedMs >= NOTICED_MS) await this.#lane.clock.advance(`${Math.round(passedMs)}ms`);
  }

  async #simulated(call: LogCall, { before = [] }: UnseenAct): Promise<boolean> {
    const reference = writtenReference(call.parent ?? call.reference);
    const [order] = await this.#lane.orders({ merchantReference: reference, merchantId: this.#merchantId, limit: 1 });
    if (!order) return false;
    const isDone = await unlessRefused(async () => {
      for (const simulation of before) await this.#lane.simulate(order.id, simulation);
      return true;
    });
    return isDone === true;
  }

  /** Stores the card that a call names, because it was stored before the log started. Not if the log has deleted it. */
  async #storeToken(call: LogCall, { stores }: UnseenAct): Promise<void> {
    const { tokenId, userId } = call.params;
    if (tokenId === undefined || userId === undefined) return;
    const key = userAndToken(call);
    const isDelete = call.operation === "tokenization/delete-token";
    if (isDelete ? !stores : this.#tokens.has(key) || this.#deleted.has(key)) return;
    const card = storedCardOf(call.outcome.kind === "success" && call.outcome.order.cardType);
    const wanted = { merchantId: this.#merchantId, userId: String(userId), card };
    const token = await unlessRefused(() => this.#lane.putToken(wanted));
    if (!token) return;
    this.#tokens.set(key, token.tokenId);
    if (isDelete) this.#deleted.add(key);
  }

  async #asked(call: LogCall): Promise<Replayed> {
    const { body } = await repeatedIn(this.#lane, call.operation, this.#own(call));
    if (body.responseCode !== SUCCESS_CODE) {
      const name = names.get(String(body.responseCode));
      return name === undefined ? { kind: "impossible" } : { kind: "refused", name };
    }
    return { kind: "success", body, isSameOrder: this.#isSameOrder(call, body) };
  }

  #own(call: LogCall): Json {
    const { orderId, parentOrderId, tokenId } = call.params;
    const idOf = (id: unknown): number => this.#ids.get(String(id)) ?? NO_ID;
    return {
      ...call.params,
      merchantId: this.#merchantId,
      ...(orderId !== undefined && { orderId: idOf(orderId) }),
      ...(parentOrderId !== undefined && { parentOrderId: idOf(parentOrderId) }),
      ...(tokenId !== undefined && { tokenId: this.#tokens.get(userAndToken(call)) ?? NO_ID }),
    };
  }

  /** True if both answers are about the same order: a new one, or the same known one. */
  #isSameOrder({ outcome }: LogCall, body: Json): boolean {
    const [theirs, ours] = [outcome.kind === "success" ? outcome.order.id : undefined, orderIn(body).id];
    if (theirs === undefined || typeof ours !== "number") return true;
    const known = this.#ids.get(String(theirs));
    if (known !== undefined) return known === ours;
    if ([...this.#ids.values()].includes(ours)) return false;
    this.#ids.set(String(theirs), ours);
    return true;
  }
}

/** No order expires faster than this. */
const NOTICED_MS = 30_000;
