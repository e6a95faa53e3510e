import type { Subject } from "../../core/scenario/values/subject.js";
import type { Named } from "../ports/store.js";

/** The operations that take money out of the unsettled balance. */
const takesMoney = /\/(?:refund|void|settle)$/;

/** What a call seems to name, so that a shared store can fetch it ahead. Nothing was checked yet. */
export function namedBy(subject: Subject, parentOrderId?: number): Named {
  const { merchantId, orderId, merchantReference, tokenId, operation } = subject;
  return {
    merchantId: merchantId === undefined ? undefined : Number(merchantId),
    orderIds: [orderId ?? parentOrderId],
    reference: merchantReference,
    tokenId,
    hasBalances: takesMoney.test(operation),
  };
}
