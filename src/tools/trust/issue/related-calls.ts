import { objectIn } from "../../../package/json.js";
import { orderIn, paramsIn, type Recorded } from "../recording/exchange.js";

/** The last of some calls, and the earlier ones about its orders and cards. */
export function relatedTo(recorded: readonly Recorded[], calls: readonly number[]): readonly number[] {
  const named = new Set<string>();
  const related = calls.toReversed().filter((index) => {
    const names = namesIn(recorded[index]!);
    const isRelated = index === calls.at(-1) || names.some((name) => named.has(name));
    if (isRelated) for (const name of names) named.add(name);
    return isRelated;
  });
  return related.toReversed();
}

function namesIn({ request, response }: Recorded): readonly string[] {
  const { orderId, parentOrderId, merchantReference, userId, tokenId } = paramsIn(request) ?? {};
  const order = orderIn(objectIn(response?.body ?? "") ?? {});
  return [
    ...[orderId, parentOrderId, order.id].flatMap((id) => (id === undefined ? [] : [`id ${id}`])),
    ...[merchantReference, order.merchantReference].flatMap((one) => (one === undefined ? [] : [`reference ${one}`])),
    ...(tokenId === undefined ? [] : [`token ${userId} ${tokenId}`]),
  ];
}
