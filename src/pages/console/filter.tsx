import type { Child } from "hono/jsx";
import type { ListPage } from "../../app/views/list-pages.js";
import { Field } from "./actions.js";
import type { Visit } from "./context.js";

/** The filter box of a list: free text, and the filters of the control API. Enter applies it. */
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

/** A filter that is chosen from a list, or left open. */
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
  /** What the key is called in the address; a page may have several lists. */
  readonly by?: string;
  readonly words?: { readonly first: string; readonly more: string };
  /** The page that has the whole list, where this one shows its beginning. */
  readonly path?: string | undefined;
}

export const newest = { first: "Newest", more: "Older" } as const;
export const ascending = { first: "From the first", more: "More" } as const;

/** On to the next entries of a list, and back to its beginning. */
export function Pages({ visit: { query }, of: { next, isCutShort }, by = "before", words = newest, path }: PagesProps) {
  const { [by]: behind, ...rest } = path === undefined ? query : {};
  const address = (more: Record<string, string>): string =>
    `${path ?? ""}?${new URLSearchParams({ ...Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== "")), ...more })}`;
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

/** The filters of the control API that an address has, as both that API and the library take them. */
export function given(visit: Visit, names: readonly string[]): Readonly<Record<string, string | number>> {
  const found = names.flatMap((name) => {
    const text = textOf(visit, name);
    if (text === undefined) return [];
    return [[name, numbers.has(name) ? (numberOf(visit, name) ?? text) : text] as const];
  });
  return Object.fromEntries(found);
}

const numbers = new Set(["merchantId", "orderId", "before"]);

/** What a filter says: undefined where it was left open. */
export const textOf = ({ query }: Visit, name: string): string | undefined => query[name]?.trim() || undefined;

export function numberOf(visit: Visit, name: string): number | undefined {
  const text = textOf(visit, name);
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** One of a list; undefined for anything else. */
export const oneOf = <T extends string>(visit: Visit, name: string, known: readonly T[]): T | undefined =>
  known.find((one) => one === textOf(visit, name));
