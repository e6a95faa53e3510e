import type { LaneFacts } from "../observe/facts.js";
import { type MutationPoint, mutantAt, numberedCall, type PlannedMutant } from "./mutant.js";
import { forgedForUnpaid } from "./notifications.js";
import type { PublicKey, Variant } from "./variant.js";

/** A forged notification of the first order arrives at a shop that has no public key, or a wrong one. */
export function keylessMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  const [first] = forgedForUnpaid(lane, targets);
  if (!first) return [];
  const { target, rules } = first;
  const keyless = (change: string, about: string, keys: readonly PublicKey[]): PlannedMutant =>
    mutantAt(target, {
      family: "keyless",
      change,
      about: `The shop ${about}, nobody paid the order of ${numberedCall(target)}, and a forged notification says so.`,
      rules,
      variants: keys.map((publicKey): Variant => ({ steps: [], holds: "none", publicKey })),
    });
  return [
    keyless("missing", "has no public key of the service", [{ kind: "unset" }, { kind: "no-file" }]),
    keyless("wrong", "has a public key that is not the service's", [{ kind: "others" }, { kind: "unreadable" }]),
  ];
}
