import type { Context } from "hono";
import { testCard } from "../../../core/facts/cards.js";
import { isRefusalName, type RefusalName } from "../../../core/facts/codes.js";
import { type InForce, inForce } from "../../../lane/choices.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Result } from "../../../lane/journal/result.js";
import type { Lane } from "../../../lane/lane.js";
import type { Exchange } from "../../../lane/ports/exchange.js";
import type { HostedView, PageRefusal, PayOutcome, SignatureFlag, TypedCard } from "./view.js";

/** A session at the instant when its page looked it up. What the shopper does applies to that state of it. */
export interface HostedSession {
  readonly lane: Lane;
  readonly view: HostedView;
}

/** What the server decides about all its pages. */
export interface ViewOptions {
  readonly hasTestPanel: boolean;
  /** The key of all processes that share the storage. Absent: each process has its own. */
  readonly sealingKey?: Buffer | undefined;
}

/** What the server sets for a request of the shopper's pages. */
export interface HostedEnv {
  readonly lane: Lane;
  /** Called for each act of the shopper. A rule may want the page's answer late or lost. */
  readonly acted?: ((reply: Reply) => void) | undefined;
}

export const envOf = (c: Context): HostedEnv => c.get("page");

/** The page's request, and its session's lane. */
interface Acting {
  readonly c: Context;
  readonly session: Pick<HostedSession, "lane">;
}

/** A card, and the result of its 3-D Secure challenge (absent before one). */
interface Tried {
  readonly card?: TypedCard | undefined;
  readonly authenticated?: boolean | undefined;
}

/** Converts MM/YY to YYYYMM. */
export const expiryDateOf = ({ expiry }: TypedCard): string => `20${expiry.slice(3, 5)}${expiry.slice(0, 2)}`;

/** True if the issuer of this card asks for 3-D Secure, and hasn't asked yet. */
export const asksChallenge = (lane: Lane, { card, authenticated }: Tried): boolean =>
  authenticated === undefined && card !== undefined && lane.hasMagicCards && testCard(card.number)?.challenge === true;

/** The browser needs the page's answer first, so notifications needn't wait until it was sent. */
async function finish({ c }: Acting, doing: Promise<Reply>): Promise<Result> {
  const done = await doing;
  done.release?.();
  envOf(c).acted?.(done);
  return done.result;
}

/** The outcome of an attempt to pay or to save a card. */
export async function payOutcome(call: Acting, paying: Promise<Reply>): Promise<PayOutcome> {
  const { lane } = call.session;
  const result = await finish(call, paying);
  if (result.kind === "declined") {
    const { message } = (await inForce(lane)).code(result.decline);
    return { kind: "declined", reason: result.decline, message };
  }
  const refusal = await refusalOf(lane, result);
  return refusal ? { kind: "refused", ...refusal } : { kind: "paid" };
}

/** Why another act of the shopper was refused. Undefined if it succeeded. */
export const refusalOfAct = async (call: Acting, acting: Promise<Reply>): Promise<PageRefusal | undefined> =>
  refusalOf(call.session.lane, await finish(call, acting));

/** The user's own message for a refusal, if configured. The page translates the built-in ones. */
function ownWords({ code }: InForce, reason: RefusalName): string | undefined {
  const { message, isUsersMessage } = code(reason);
  return isUsersMessage ? message : undefined;
}

/** What the shopper is told if a call failed. Undefined if it succeeded. A lost answer is shown as a system error. */
export async function refusalOf(lane: Lane, result: Result): Promise<PageRefusal | undefined> {
  switch (result.kind) {
    case "refused": {
      // A page's act has no envelope, so this is always one of the service's refusals.
      const reason = isRefusalName(result.reason) ? result.reason : "system-error";
      return { reason, message: ownWords(await inForce(lane), reason) };
    }
    case "forced":
      return { reason: "system-error", message: result.message };
    case "lost":
      return { reason: "system-error", message: ownWords(await inForce(lane), "system-error") };
    default:
      return undefined;
  }
}

/** The page's remark about the signature of the call that opened it. */
export function flagOf(made: Exchange | undefined): SignatureFlag {
  return made === undefined ? "unchecked" : made.signature === "no-key" ? "unsigned" : made.signature;
}
