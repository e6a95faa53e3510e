import { SUCCESS_CODE } from "../../core/facts/codes.js";
import { doerOf } from "../../core/scenario/values/operations.js";
import { acceptedForgery } from "../ports/attempt-failures.js";
import type { Exchange } from "../ports/exchange.js";
import type { RecordedMove } from "../ports/lane-record.js";
import type { Notice, OutboxEntry } from "../ports/outbox.js";
import type { Attempt, Movement } from "../ports/store.js";
import { answerMessageOf } from "./message-of-answer.js";
import { remarksOf } from "./remarks.js";

/** What an entry of the stream tells of. `time`: a move of the clock, a settlement, an expiry. */
export const streamKinds = ["call", "shopper", "notification", "attempt", "money", "time"] as const;
export type StreamKind = (typeof streamKinds)[number];

/** The lists of a store that the stream is merged from. */
export type StreamSource = "calls" | "notifications" | "attempts" | "money" | "clock";

type Told =
  | { readonly source: "calls"; readonly of: Exchange }
  | { readonly source: "notifications"; readonly of: Notice }
  | { readonly source: "attempts"; readonly of: Attempt }
  | { readonly source: "money"; readonly of: Movement }
  | { readonly source: "clock"; readonly of: RecordedMove };

/** Something that happened in a lane. */
export type StreamEntry = Told & {
  readonly kind: StreamKind;
  /** On the lane's clock. */
  readonly at: number;
  /** Its place in its source: an id, or a notification's id and the number of the attempt. */
  readonly key: string;
  /** The id of the call that it belongs to, or that came before it. Undefined: not known. */
  readonly after: number | undefined;
  readonly orderId: number | undefined;
  readonly merchantId: number | undefined;
  readonly reference: string | undefined;
  readonly isFailed: () => boolean;
};

export function callEntry(of: Exchange) {
  const { operation, responseCode, signature } = of;
  const isFailed = () => responseCode !== SUCCESS_CODE || signature === "invalid" || remarksOf(of).fault !== undefined;
  const doer = doerOf(operation);
  const kind: StreamKind = doer === "shop" ? "call" : doer;
  const { id, at, merchantId, orderId, reference } = of;
  return {
    source: "calls" as const,
    of,
    kind,
    at,
    key: String(id),
    after: id,
    merchantId,
    orderId,
    reference,
    isFailed,
  };
}

/** True if the shop has not got it, and it isn't on its first way. */
const isStuck = ({ state, attemptCount }: OutboxEntry): boolean =>
  ["gave-up", "held", "dropped", "refused"].includes(state) || (state === "due" && attemptCount > 0);

const ofNotice = ({ merchantId, orderId, reference, causedBy: after }: OutboxEntry) => ({
  merchantId,
  orderId,
  reference,
  after,
});

export const noticeEntry = (of: Notice) => ({
  source: "notifications" as const,
  of,
  kind: "notification" as const,
  at: of.createdAt,
  key: String(of.id),
  isFailed: () => isStuck(of),
  ...ofNotice(of),
});

export const attemptEntry = (of: Attempt) => ({
  source: "attempts" as const,
  of,
  kind: "attempt" as const,
  at: of.at,
  key: `${of.notification.id}-${of.n}`,
  isFailed: () => of.why !== null || acceptedForgery(of.notification.effects, of) !== undefined,
  ...ofNotice(of.notification),
});

export const moneyEntry = (of: Movement) => ({
  source: "money" as const,
  of,
  kind: "money" as const,
  at: of.at,
  key: String(of.id),
  after: undefined,
  orderId: of.orderId,
  merchantId: of.merchantId,
  reference: undefined,
  isFailed: () => false,
});

export const moveEntry = (of: RecordedMove) => ({
  source: "clock" as const,
  of,
  kind: "time" as const,
  at: of.at,
  key: String(of.n),
  after: of.after,
  orderId: undefined,
  merchantId: undefined,
  reference: undefined,
  isFailed: () => false,
});

/** True if a text of the entry fits. One text to search and none copied, because ten thousand entries may be. */
export function hasText(entry: StreamEntry, wanted: RegExp): boolean {
  if (wanted.test(searchedText(entry))) return true;
  if (entry.source !== "calls" || (saysSuccess(entry) && !wanted.test("Success"))) return false;
  // Only an answer that may fit is parsed.
  const { response } = entry.of;
  return wanted.test(response) && wanted.test(answerMessageOf(response) ?? "");
}

/** True if the answer has no message but "Success", so that its text needn't be read. A rule's fault may say anything. */
const saysSuccess = ({ kind, of }: StreamEntry & { readonly source: "calls" }): boolean =>
  kind === "call" && of.responseCode === SUCCESS_CODE && of.rule === undefined;

function searchedText(entry: StreamEntry): string {
  const { reference = "", orderId = "", key } = entry;
  switch (entry.source) {
    case "calls": {
      const { operation, responseCode, rule = "" } = entry.of;
      return `${reference}\n${orderId}\nreq-${key}\n${operation}\n${responseCode}\n${rule}`;
    }
    case "notifications": {
      const { url, state, note = "" } = entry.of;
      return `${reference}\n${orderId}\n${key}\n${url}\n${state}\n${note}`;
    }
    case "attempts": {
      const { notification, status, why } = entry.of;
      return `${reference}\n${orderId}\n${key}\n${notification.url}\n${status}\n${why}`;
    }
    case "money":
      return `${orderId}\n${entry.of.why}`;
    case "clock":
      return entry.of.action;
  }
}
