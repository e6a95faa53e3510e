import { PAGE_SIZE } from "../../../../lane/views/list-pages.js";
import type { ConsoleVisit } from "../context.js";
import { queryWith, textOf } from "../frame/filter.js";
import { columnsIn, type Sorts, type TableColumns } from "../frame/table.js";

/** The sorting that a URL asks for: `sort=amount`, or `sort=-amount` for the largest first. */
export interface Sorting<R> {
  /** The heading of the column. */
  readonly head: string;
  readonly by: (row: R) => string | number | undefined;
  readonly isDescending: boolean;
}

/** A column's name in URLs: the first word of its heading. */
const nameOf = (head: string): string => head.toLowerCase().split(" ")[0]!;

/** Undefined for the stored order, newest first. */
export function sortingOf<R>(visit: ConsoleVisit, columns: TableColumns<R>): Sorting<R> | undefined {
  const asked = textOf(visit, "sort") ?? "";
  const found = columnsIn(columns).find(({ head }) => nameOf(head) === asked.replace(/^-/, ""));
  return found?.by && { head: found.head, by: found.by, isDescending: asked.startsWith("-") };
}

/** Rows without a value come last. Rows with equal values stay in their order, newest first. */
export function sorted<R>(rows: readonly R[], { by, isDescending }: Sorting<R>): readonly R[] {
  const side = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return side * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en"));
  });
}

/** One page of the sorted rows, and the start of the next page. */
export function pageOfRows<R>(
  rows: readonly R[],
  from: number,
): { readonly items: readonly R[]; readonly next?: number } {
  const end = from + PAGE_SIZE;
  return { items: rows.slice(from, end), ...(end < rows.length && { next: end }) };
}

/** The link of each heading. The first click sorts the largest first, the next one reverses the order. */
export function sortsOf<R>({ query }: ConsoleVisit, columns: TableColumns<R>, sorting: Sorting<R> | undefined): Sorts {
  const { before: _, skip: __, ...rest } = query;
  const sortable = columnsIn(columns).filter(({ by }) => by);
  return Object.fromEntries(
    sortable.map(({ head }) => {
      const name = nameOf(head);
      const isThis = sorting?.head === head;
      const href = queryWith(rest, { sort: isThis && sorting.isDescending ? name : `-${name}` });
      const order = !isThis ? undefined : sorting.isDescending ? ("descending" as const) : ("ascending" as const);
      return [head, { name, href, order }];
    }),
  );
}
