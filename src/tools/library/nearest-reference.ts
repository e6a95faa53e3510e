import { distance } from "fastest-levenshtein";
import { foldedSpelling, lettersOf } from "../../lane/explain/lookup/order-not-found.js";
import { ControlClient, type ControlTarget } from "./control-client.js";

/** How many orders back to search. */
const SEARCHED = 1000;

/**
 * Says that nothing has this reference. Names the call that should have made its order, else the newest order whose reference is
 * spelled nearly so.
 */
export async function unknownReference(target: ControlTarget, what: string, reference: string): Promise<string> {
  const api = new ControlClient(target);
  const { requests } = await api.call("GET /requests", { query: { merchantReference: reference, limit: SEARCHED } });
  const made = requests.find(({ operation }) => /\/(create|sale|recurring)$/.test(operation));
  if (made !== undefined) {
    const { operation, responseCode, id } = made;
    const end = responseCode === "" ? "was cut" : `was refused (${responseCode})`;
    return `${what} at ${target.base}: its ${operation} ${end}: why ${id}`;
  }
  const { orders } = await api.call("GET /orders", { query: { limit: SEARCHED } });
  const known = orders.map(({ merchantReference }) => merchantReference);
  const like = (fold: (one: string) => string) =>
    known.find((one) => fold(one) !== "" && fold(one) === fold(reference));
  const near = like(foldedSpelling) ?? like(lettersOf) ?? known.find((one) => isNear(one, reference));
  return near === undefined
    ? `${what} at ${target.base}: check the lane (--lane), and the reference`
    : `${what} at ${target.base}: did you mean ${near}? If not, check the lane (--lane)`;
}

/** From so many letters on, two may differ. */
const LONG = 8;

/** True if a letter is wrong, missing or too many. Very short references are all near each other. */
function isNear(known: string, reference: string): boolean {
  const shorter = Math.min(known.length, reference.length);
  return shorter >= 3 && distance(known, reference) <= (shorter < LONG ? 1 : 2);
}
