import { isRefused } from "../observe/facts.js";
import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";
import { isPaymentTold } from "./told.js";

/** Possible answers of a later version of the service, once for each operation that the shop calls. */
export function futureMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const ofShop = points.filter(({ call }) => call.by === "shop");
  const firsts = [...Map.groupBy(ofShop, ({ call }) => call.operation).values()].map(
    (all) => all.find(({ call }) => !isRefused(call)) ?? all[0]!,
  );
  return [...firsts.flatMap(answersAt), ...points.filter(isPaymentTold).slice(0, 1).map(withField)];
}

const evolutions = [
  ["extra-member", "has new members"],
  ["unknown-status", "has an unknown status"],
  ["member-order", "has its members in a different order"],
] as const;

const answersAt = (point: MutationPoint): readonly PlannedMutant[] => [
  ...evolutions
    .filter(([evolve]) => evolve !== "unknown-status" || point.call.response.includes('"status"'))
    .map(([evolve, what]) => mutantAt(point, `future/${evolve}`, `The answer to {call} ${what}.`, { evolve })),
  mutantAt(point, "future/unknown-code", "{call} was refused with an unknown response code.", { outcome: NEW_CODE }),
  mutantAt(point, "future/slow", `The answer to {call} came after ${SLOW} of real time.`, { delay: SLOW }),
];

const SLOW = "800ms";
const NEW_CODE = { responseCode: "7391", message: "not possible at present" };

/** A notification with one more field, which the signature covers. */
const withField = (point: MutationPoint): PlannedMutant =>
  mutantAt(point, "future/extra-field", "The notification of {call} has a new field, covered by the signature.", {
    notify: { extra: true },
  });
