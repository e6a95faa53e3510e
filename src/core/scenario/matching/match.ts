import { conditions } from "../conditions/conditions.js";
import type { When } from "../conditions/when.js";
import type { Subject } from "../values/subject.js";

type Member = keyof When;

/** One compiled clause of a `when`. */
export interface Test {
  readonly member: Member;
  readonly expected: unknown;
  readonly holds: (subject: Subject) => boolean;
}

/** A clause that did not match, compared with the call's value. */
export interface Mismatch {
  readonly member: Member;
  readonly expected: unknown;
  /** The call's value, or null if it had none. */
  readonly actual: unknown;
}

export interface Clause extends Mismatch {
  readonly holds: boolean;
}

/** Compiles the clauses of a `when`, the most selective first. */
export function compileWhen(when: When): readonly Test[] {
  return members
    .filter((member) => when[member] !== undefined)
    .map((member) => ({ member, expected: when[member], holds: conditions[member].test(when[member] as never) }));
}

const members = (Object.keys(conditions) as Member[]).sort(
  (a, b) => Number(conditions[b].isSharp) - Number(conditions[a].isSharp),
);

/** The clauses that do not match. Empty if all do. */
export const mismatches = (tests: readonly Test[], subject: Subject): readonly Mismatch[] =>
  tests.filter(({ holds }) => !holds(subject)).map((test) => compared(test, subject));

/** Each clause, and whether it matches. */
export const clauses = (tests: readonly Test[], subject: Subject): readonly Clause[] =>
  tests.map((test) => ({ ...compared(test, subject), holds: test.holds(subject) }));

const compared = ({ member, expected }: Test, subject: Subject): Mismatch => ({
  member,
  expected,
  actual: conditions[member].actual(subject) ?? null,
});
