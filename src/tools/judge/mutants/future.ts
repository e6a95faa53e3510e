import type { Rule } from "../../../core/scenario/rule/rule.js";
import { isRefused, type LaneFacts } from "../observe/facts.js";
import { type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";

/** Possible answers of a later version of the service, once for each operation that the shop calls. */
export function futureMutants(lane: LaneFacts, points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const ofShop = points.filter(({ call }) => call.by === "shop");
  const firsts = [...Map.groupBy(ofShop, ({ call }) => call.operation).values()].map(
    (all) => all.find(({ call }) => !isRefused(call)) ?? all[0]!,
  );
  return [...firsts.flatMap(answersAt), ...notificationsIn(lane, points)];
}

const future = (point: MutationPoint, change: string, about: string, then: Rule["then"]): PlannedMutant =>
  mutantAt(point, { family: "future", change, about, rules: [ruleAt(point, then)] });

const evolutions = [
  ["extra-member", "has new members"],
  ["unknown-status", "has an unknown status"],
  ["member-order", "has its members in a different order"],
] as const;

function answersAt(point: MutationPoint): readonly PlannedMutant[] {
  const name = numberedCall(point);
  const hasStatus = point.call.response.includes('"status"');
  return [
    ...evolutions
      .filter(([evolve]) => hasStatus || evolve !== "unknown-status")
      .map(([evolve, what]) => future(point, evolve, `The answer to ${name} ${what}.`, { evolve })),
    future(point, "unknown-code", `${name} was refused with an unknown response code.`, { outcome: NEW_CODE }),
    future(point, "slow", `The answer to ${name} came after ${SLOW} of real time.`, { delay: SLOW }),
  ];
}

const SLOW = "800ms";
const NEW_CODE = { responseCode: "7391", message: "not possible at present" };

/** The first notification with one more field, which the signature covers. */
function notificationsIn(lane: LaneFacts, points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const told = points.find(({ call }) =>
    lane.notifications.some(({ causedBy, isHttp, about }) => isHttp && about === "payment" && causedBy === call.id),
  );
  if (!told) return [];
  const about = `The notification of ${numberedCall(told)} has a new field, covered by the signature.`;
  return [future(told, told.call.by === "shop" ? "extra-field" : "extra-member", about, { notify: { extra: true } })];
}
