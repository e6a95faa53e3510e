import type { Instant, MinorUnits } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import type { FaultName, Placement, Then } from "../../scenario/rule.js";

/** When and where something was seen. */
interface Seen {
  /** Real time since the run began. */
  readonly ms: number;
  /** On the lane's clock. */
  readonly at: Instant;
  /** By first use; 0 is the first. */
  readonly lane: number;
  readonly orderId: number | undefined;
  readonly reference: string | undefined;
}

/** A call of the shop, or what a shopper or time did. */
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
  /** The text of `request`, and of the answer that was made. */
  readonly request: string;
  readonly response: string;
  /** What became of the answer; undefined: it arrived. */
  readonly fault: FaultName | undefined;
  readonly placed: Placement | undefined;
  /** Where the connection was cut: when its client knew or had given up. Undefined: it waited to the end. */
  readonly leftMs: number | undefined;
  readonly isMutated: boolean;
  /** Of the order before the call. */
  readonly orderStatus: string | undefined;
  /** The refusal or decline that ended it. */
  readonly ended: string | undefined;
  /** Whether rules were asked: what is refused before that is not counted by them. */
  readonly asksRules: boolean;
  /** What a rule of the user's own did to it. */
  readonly effects: Then | undefined;
}

/** One try to tell the shop something. */
export interface NoticeFact extends Seen {
  readonly kind: "notice";
  readonly id: number;
  readonly about: "payment" | "token";
  readonly attempt: number;
  /** What was made false; undefined: it is genuine. */
  readonly forged: string | undefined;
  /** The body as it was sent. */
  readonly body: string;
  readonly says: Readonly<Record<string, string>>;
  /** HTTP status of the shop's answer; null: none came. */
  readonly status: number | null;
  readonly answer: string;
  readonly tookMs: number;
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

export type Fact = CallFact | NoticeFact | MoneyFact | RedirectFact;

/** When it was over, in real time since the run began. */
export const endOf = (fact: Fact): number => (fact.kind === "notice" ? fact.ms + fact.tookMs : fact.ms);

/** A notification as it was frozen, whether or not it was sent. */
export interface FrozenNotice {
  readonly id: number;
  readonly about: "payment" | "token";
  readonly orderId: number | undefined;
  /** The call that caused it. */
  readonly causedBy: number;
  readonly isHttp: boolean;
}

/** What happened in one lane of a run. */
export interface LaneFacts {
  /** By first use; 0 is the first. */
  readonly index: number;
  readonly name: string;
  /** The same lane has the same in another run: 0 is the default lane. */
  readonly slot: number;
  /** Oldest first. */
  readonly facts: readonly Fact[];
  readonly orders: readonly Order[];
  readonly notices: readonly FrozenNotice[];
  /** When the run ended, on the lane's clock. */
  readonly now: Instant;
}

export const callsOf = ({ facts }: Pick<LaneFacts, "facts">): readonly CallFact[] =>
  facts.filter((fact) => fact.kind === "call");
