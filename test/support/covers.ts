import type { RowId } from "../spec/rows.js";

/**
 * Says which rows of the spec's tables the tests of this file cover: `covers("4.1 amount", …)`. Read from the source by
 * test/spec/coverage.test.ts, so that a row has a test or the suite fails; here it only makes the compiler check the ids.
 */
export function covers(..._rows: readonly RowId[]): void {}
