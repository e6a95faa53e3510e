import type { Child } from "hono/jsx";
import type { ListPage } from "../../../app/views/list-pages.js";
import type { Visit } from "../context.js";
import { Field } from "./actions.js";

/** The filter box of a list: free text, and the control API's filters. Enter applies it. */
export const Filter = ({ visit, hint, children }: { visit: Visit; hint: string; children?: Child }) => (
  <form method="get" class="filter acts" aria-label="Filter">
    <Field name="find" label="Filter" value={visit.query.find} hint={hint} testid="filter" />
    {children}
    <button type="submit">Apply</button>
    {Object.values(visit.query).some((value) => value !== "") && (
      <a class="button" href="?">
        Show all
      </a>
    )}
  </form>
);

/** Days on the lane's clock, both included. */
export const PeriodFields = ({ visit }: { visit: Visit }) => (
  <>
    <Field name="from" label="From day" type="date" value={visit.query.from} />
    <Field name="to" label="To day" type="date" value={visit.query.to} />
  </>
);

/** A filter with a fixed list of values and "any". */
export const Choice = ({
  visit,
  name,
  label,
  of,
}: {
  visit: Visit;
  name: string;
  label: string;
  of: readonly string[];
}) => (
  <Field
    name={name}
    label={label}
    value={visit.query[name]}
    options={[["", "any"] as const, ...of.map((one) => [one, one] as const)]}
  />
);

interface PagesProps {
  readonly visit: Visit;
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

/** The filters in the page's URL, in the form that the control API and the library accept. */
export function given(visit: Visit, names: readonly string[]): Readonly<Record<string, string | number>> {
  const found = names.flatMap((name) => {
    const text = textOf(visit, name);
    if (text === undefined) return [];
    return [[name, numbers.has(name) ? (numberOf(visit, name) ?? text) : text] as const];
  });
  return Object.fromEntries(found);
}

const numbers = new Set(["merchantId", "orderId", "before"]);

/** The text of a filter. Undefined if it is empty. */
export const textOf = ({ query }: Visit, name: string): string | undefined => query[name]?.trim() || undefined;

export function numberOf(visit: Visit, name: string): number | undefined {
  const text = textOf(visit, name);
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** The value if it is in the list. Undefined for anything else. */
export const oneOf = <T extends string>(visit: Visit, name: string, known: readonly T[]): T | undefined =>
  known.find((one) => one === textOf(visit, name));
