import type { Instant, MinorUnits } from "../../../core/domain/money.js";
import type { Order } from "../../../core/domain/order.js";
import { isDeclineName, SUCCESS_CODE } from "../../../core/facts/codes.js";
import type { FaultName, Placement, Then } from "../../../core/scenario/rule/rule.js";
import { onlyReads } from "../../../core/scenario/values/operations.js";
import type { Arrival } from "../../../lane/ports/explanation.js";

/** The time and place of a fact. */
interface Seen {
  /** Milliseconds of real time since the start of the run. */
  readonly ms: number;
  /** Time on the lane's clock. */
  readonly at: Instant;
  /** The lane's number by first use. 0 is the first. */
  readonly lane: number;
  readonly orderId: number | undefined;
  readonly reference: string | undefined;
}

/** A call of the shop, or an act of a shopper or of time. */
export interface CallFact extends Seen {
  readonly kind: "call";
  readonly id: number;
  readonly operation: string;
  readonly by: "shop" | "shopper" | "time";
  readonly merchantId: number | undefined;
  readonly userId: string | undefined;
  readonly tokenId: number | undefined;
  readonly amount: MinorUnits | undefined;
  readonly http: number;
  readonly responseCode: string;
  readonly message: string | undefined;
  /** The text of `request`, and of the answer before any fault. */
  readonly request: string;
  readonly response: string;
  /** The fault that hit the answer. Undefined if the answer arrived. */
  readonly fault: FaultName | undefined;
  readonly placed: Placement | undefined;
  /**
   * When the client had noticed that its connection was cut, or was found to have given up. Undefined: the client waited
   * to the end.
   */
  readonly leftMs: number | undefined;
  readonly isMutated: boolean;
  /** True if it contained a status that the shop can't know. */
  readonly isEvolved?: boolean;
  /** The order's status before the call. */
  readonly orderStatus: string | undefined;
  /** How it came in: on which connection, and whether its bytes came before. */
  readonly arrival?: Arrival | undefined;
  /** The refusal or decline that ended it. */
  readonly ended: string | undefined;
  /** True if a rule could have applied to the call. False if the call was refused before the rules were tried. */
  readonly asksRules: boolean;
  /** What a refused call of the first run looked up, and the next step, as `why` says them. */
  readonly advice?: string | undefined;
  /** The effects of the user's own rule. */
  readonly effects: Then | undefined;
}

/** One attempt to notify the shop. */
export interface NotificationFact extends Seen {
  readonly kind: "notification";
  readonly id: number;
  readonly about: "payment" | "token";
  readonly attempt: number;
  /** The falsified part. Undefined if it is genuine. */
  readonly forged: string | undefined;
  /** The sent body. */
  readonly body: string;
  readonly says: Readonly<Record<string, string>>;
  /** HTTP status of the shop's answer. Null if none came. */
  readonly status: number | null;
  readonly answer: string;
  readonly tookMs: number;
  /**
   * When its result was known: its end, or a moment later. In milliseconds of real time since the start of the run.
   * `ms` and `tookMs` don't add up to its end: the request left some time after `ms`.
   */
  readonly handledMs: number;
  readonly why: string | null;
}

/** Money that moved. */
export interface MoneyFact extends Seen {
  readonly kind: "money";
  readonly what: "charged" | "refunded" | "voided";
  readonly amount: MinorUnits;
  readonly currency: Order["currency"];
  /** The call that moved it. */
  readonly call: number;
}

/** The shopper's browser opened one of the order's addresses. */
export interface RedirectFact extends Seen {
  readonly kind: "redirect";
  readonly to: "success" | "fail" | "cancel";
  readonly status: number | null;
}

export type Fact = CallFact | NotificationFact | MoneyFact | RedirectFact;

/** When it had certainly ended, in milliseconds of real time since the start of the run. */
export const endedAtMs = (fact: Fact): number => (fact.kind === "notification" ? fact.handledMs : fact.ms);

/** A notification as it was created, whether or not it was sent. */
export interface FrozenNotification {
  readonly id: number;
  readonly about: "payment" | "token";
  readonly orderId: number | undefined;
  /** The call that caused it. */
  readonly causedBy: number;
  readonly isHttp: boolean;
}

/** The facts of one lane of a run. */
export interface LaneFacts {
  /** The lane's number by first use. 0 is the first. */
  readonly index: number;
  readonly name: string;
  /** A number that the same lane has in every run. 0 is the default lane. */
  readonly slot: number;
  /** Oldest first. */
  readonly facts: readonly Fact[];
  readonly orders: readonly Order[];
  readonly notifications: readonly FrozenNotification[];
  /** When the run ended, on the lane's clock. */
  readonly now: Instant;
}

export const shopCallsOf = (lane: Pick<LaneFacts, "facts">): readonly CallFact[] =>
  callsOf(lane).filter(({ by }) => by === "shop");

export const callsOf = ({ facts }: Pick<LaneFacts, "facts">): readonly CallFact[] =>
  facts.filter((fact) => fact.kind === "call");

/** The facts of all lanes of a run. */
export const factsIn = ({ lanes }: { readonly lanes: readonly Pick<LaneFacts, "facts">[] }): readonly Fact[] =>
  lanes.flatMap(({ facts }) => facts);

type OfOperation = Pick<CallFact, "operation">;
export const isQuery = ({ operation }: OfOperation): boolean => operation.endsWith("/query");
export const isCharge = ({ operation }: OfOperation): boolean => /\/(sale|recurring)$/.test(operation);
export const isRefund = ({ operation }: OfOperation): boolean => operation.endsWith("/refund");
export const isVoid = ({ operation }: OfOperation): boolean => operation.endsWith("/void");
/** A refund or a void. */
export const givesBack = (call: OfOperation): boolean => isRefund(call) || isVoid(call);
/** True if the service refused to do it. A declined card is no refusal: the service tried, and a shop must learn the result. */
export const isRefused = (call: CallFact): boolean =>
  call.by === "shop" &&
  !onlyReads(call.operation) &&
  !["", SUCCESS_CODE].includes(call.responseCode) &&
  !isDeclineName(call.ended ?? "");
