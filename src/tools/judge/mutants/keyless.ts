import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";
import { forgedForUnpaid } from "./notifications.js";
import type { PublicKey } from "./variant.js";

const keys: readonly (readonly [change: string, about: string, keys: readonly PublicKey[]])[] = [
  ["missing", "has no public key of the service", [{ kind: "unset" }, { kind: "no-file" }]],
  ["wrong", "has a public key that is not the service's", [{ kind: "others" }, { kind: "unreadable" }]],
];

/** A forged notification of the first order arrives at a shop that has no public key, or a wrong one. */
export const keylessMutants = (points: readonly MutationPoint[]): readonly PlannedMutant[] =>
  forgedForUnpaid(points)
    .slice(0, 1)
    .flatMap(({ point, rules }) =>
      keys.map(([change, about, keys]) =>
        mutantAt(
          point,
          `keyless/${change}`,
          `The shop ${about}, nobody paid the order of {call}, and a forged notification says so.`,
          rules,
          { variants: keys.map((publicKey) => ({ steps: [], holds: "none", publicKey })) },
        ),
      ),
    );
