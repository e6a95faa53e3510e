import { PAGE_SIZE } from "../../../app/views/list-pages.js";
import type { Visit } from "../context.js";
import { queryWith, textOf } from "../frame/filter.js";
import type { Sorts } from "../frame/parts.js";

/** A column that can be sorted by. */
export interface SortColumn<R> {
  readonly head: string;
  readonly of: (row: R) => string | number | undefined;
}

/** A list's sortable columns, by their names in URLs. */
export type SortColumns<R> = Readonly<Record<string, SortColumn<R>>>;

/** The sorting that a URL asks for: `sort=amount`, or `sort=-amount` for the largest first. */
export interface Sorting<R> {
  readonly name: string;
  readonly isDescending: boolean;
  readonly column: SortColumn<R>;
}

/** Undefined for the stored order, newest first. */
export function sortingOf<R>(visit: Visit, columns: SortColumns<R>): Sorting<R> | undefined {
  const asked = textOf(visit, "sort") ?? "";
  const name = asked.replace(/^-/, "");
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column && { name, column, isDescending: asked.startsWith("-") };
}

/** Rows without a value come last. Rows with equal values stay in their order, newest first. */
export function sorted<R>(rows: readonly R[], { column, isDescending }: Sorting<R>): readonly R[] {
  const side = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.of(one), column.of(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return side * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en"));
  });
}

/** One page of the sorted rows, and the start of the next page. */
export function partOf<R>(rows: readonly R[], from: number): { readonly items: readonly R[]; readonly next?: number } {
  const end = from + PAGE_SIZE;
  return { items: rows.slice(from, end), ...(end < rows.length && { next: end }) };
}

/** The link of each heading. The first click sorts the largest first, the next one reverses the order. */
export function sortsOf<R>({ query }: Visit, columns: SortColumns<R>, sorting: Sorting<R> | undefined): Sorts {
  const { before: _, skip: __, ...rest } = query;
  return Object.fromEntries(
    Object.entries(columns).map(([name, { head }]) => {
      const isThis = sorting?.name === name;
      const href = queryWith(rest, { sort: isThis && sorting.isDescending ? name : `-${name}` });
      const order = !isThis ? undefined : sorting.isDescending ? ("descending" as const) : ("ascending" as const);
      return [head, { name, href, order }];
    }),
  );
}
