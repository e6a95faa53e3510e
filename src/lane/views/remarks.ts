import type { FaultName, Placement } from "../../core/scenario/rule/rule.js";
import type { Exchange } from "../ports/exchange.js";
import {
  type Explanation,
  lostWithoutFault,
  notesOf,
  type Resend,
  reachedClient,
  warningText,
} from "../ports/explanation.js";

/** What the journal says of a call besides its answer. */
interface Remarks {
  /** False if a fault cut or replaced the answer, if the client had left, or if the answer has not been sent. */
  readonly reachedClient: boolean;
  readonly lost?: ReturnType<typeof lostWithoutFault>;
  readonly fault?: FaultName | undefined;
  readonly placed?: Placement;
  readonly warnings?: string[];
  readonly resend?: Resend;
}

const NAMES = [
  ...['"warnings":', '"isUnwaited":', '"hasMadeMerchant":'],
  ...['"fault":', '"clientLeft":', '"isUnsent":', '"resend":'],
] as const;

/** Parses an explanation only if it has a remark, because a list may have a thousand calls. */
export function remarksOf(call: Pick<Exchange, "explain" | "merchantId" | "signature">): Remarks {
  const { explain } = call;
  if (!NAMES.some((name) => explain.includes(name))) return { reachedClient: true };
  const explanation = JSON.parse(explain) as Explanation;
  const { effects, arrival } = explanation;
  const warnings = [...(explanation.warnings ?? []).map(warningText), ...notesOf(call, explanation)];
  const lost = lostWithoutFault(explanation);
  return {
    reachedClient: reachedClient(explanation),
    ...(lost && { lost }),
    ...(effects?.fault !== undefined && { fault: effects.fault as FaultName, placed: effects.placed as Placement }),
    ...(arrival?.resend?.isLost && { fault: arrival.resend.fault, placed: "after-commit" }),
    ...(arrival?.resend && { resend: arrival.resend }),
    ...(warnings.length > 0 && { warnings }),
  };
}
