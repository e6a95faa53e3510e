import { readId } from "../../../../lane/ports/name.js";
import type { ListPage } from "../../../../lane/views/list-pages.js";
import type { ConsoleVisit } from "../context.js";
import { Field } from "./actions.js";

/** A filter of the control API: its field on the page, and its value in the page's URL. */
interface QueryFilter<V> {
  readonly label: string;
  /** The values to choose from. Left out: a text field. */
  readonly of?: readonly string[];
  readonly read: (visit: ConsoleVisit, name: string) => V | undefined;
}

export type QueryFilters = Readonly<Record<string, QueryFilter<unknown>>>;
export type QueryValues<F extends QueryFilters> = { readonly [name in keyof F]: ReturnType<F[name]["read"]> };

export const textFilter = (label: string): QueryFilter<string> => ({ label, read: textOf });
export const numberFilter = (label: string): QueryFilter<number> => ({ label, read: numberOf });
/** Ignores values that are not in the list. */
export const choiceFilter = <T extends string>(label: string, of: readonly T[]): QueryFilter<T> => ({
  label,
  of,
  read: (visit, name) => of.find((one) => one === textOf(visit, name)),
});

interface FilterProps {
  readonly visit: ConsoleVisit;
  /** Names the members that free text searches. */
  readonly hint: string;
  readonly filters?: QueryFilters;
  /** True for lists that can be limited to days on the lane's clock, both included. */
  readonly hasPeriod?: boolean;
}

/** The filter box of a list: free text in sight, and the control API's filters folded until one is used. */
export const Filter = ({ visit, hint, filters = {}, hasPeriod }: FilterProps) => {
  const folded = [...Object.keys(filters), ...(hasPeriod ? ["from", "to"] : [])];
  const isUsed = folded.some((name) => textOf(visit, name) !== undefined);
  return (
    <form method="get" class="filter acts" aria-label="Filter">
      <Field name="find" label="Filter" value={visit.query.find} hint={hint} testid="filter" />
      {folded.length > 0 && (
        <details open={isUsed} data-key="filters">
          <summary>More filters</summary>
          <div class="row">
            {Object.entries(filters).map(([name, { label, of }]) => (
              <Field
                name={name}
                label={label}
                value={visit.query[name]}
                options={of && [["", "any"] as const, ...of.map((one) => [one, one] as const)]}
              />
            ))}
            {hasPeriod && (
              <>
                <Field name="from" label="From day" type="date" value={visit.query.from} />
                <Field name="to" label="To day" type="date" value={visit.query.to} />
              </>
            )}
          </div>
        </details>
      )}
      <button type="submit">Apply</button>
      {isFiltered(visit) && (
        <a class="button" href="?">
          Show all
        </a>
      )}
    </form>
  );
};

export const isFiltered = ({ query }: ConsoleVisit): boolean => Object.keys(query).length > 0;

interface PagesProps {
  readonly visit: ConsoleVisit;
  readonly of: Pick<ListPage<unknown>, "isCutShort"> & { readonly next: string | number | undefined };
  /** The name of the key in the URL, because a page may have several lists. */
  readonly by?: string;
  readonly words?: { readonly first: string; readonly more: string };
  /** The page with the whole list, if this page shows only its beginning. */
  readonly path?: string | undefined;
}

export const newest = { first: "Newest", more: "Older" } as const;
export const ascending = { first: "From the first", more: "More" } as const;

/** The URL's query with some parameters changed. Omits empty ones. */
export const queryWith = (query: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(Object.entries({ ...query, ...more }).filter(([, value]) => value !== ""))}`;

/** Links to the next entries of a list, and back to its beginning. */
export function Pages({ visit: { query }, of: { next, isCutShort }, by = "before", words = newest, path }: PagesProps) {
  const { [by]: behind, ...rest } = path === undefined ? query : {};
  const address = (more: Record<string, string>): string => `${path ?? ""}${queryWith(rest, more)}`;
  if (behind === undefined && next === undefined) return null;
  return (
    <div class="pages">
      {behind !== undefined && <a href={address({})}>{words.first}</a>}
      {next !== undefined && (
        <a href={address({ [by]: String(next) })} rel="next" data-testid={by === "before" ? "older" : `more-${by}`}>
          {isCutShort ? "Look further" : words.more}
        </a>
      )}
    </div>
  );
}

/** The values of a page's filters. */
export const valuesOf = <F extends QueryFilters>(visit: ConsoleVisit, filters: F): QueryValues<F> =>
  Object.fromEntries(Object.entries(filters).map(([name, { read }]) => [name, read(visit, name)])) as QueryValues<F>;

/** The filters in the page's URL, in the form that the control API and the library accept. */
export const given = (visit: ConsoleVisit, filters: QueryFilters): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, { read }]) => {
      const [text, value] = [textOf(visit, name), read(visit, name)];
      return text === undefined ? [] : [[name, typeof value === "number" ? value : text]];
    }),
  );

/** The text of a filter. Undefined if it is empty. */
export const textOf = ({ query }: ConsoleVisit, name: string): string | undefined => query[name]?.trim() || undefined;

export const numberOf = (visit: ConsoleVisit, name: string): number | undefined => readId(textOf(visit, name));
