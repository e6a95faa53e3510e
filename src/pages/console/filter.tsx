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

/** On to older entries, and back to the newest. */
export function Pages({ visit: { query }, of }: { visit: Visit; of: ListPage<unknown> }) {
  const { before, ...rest } = query;
  const address = (more: Record<string, string>): string =>
    `?${new URLSearchParams({ ...Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== "")), ...more })}`;
  if (before === undefined && of.older === undefined) return null;
  return (
    <div class="pages">
      {before !== undefined && <a href={address({})}>Newest</a>}
      {of.older !== undefined && (
        <a href={address({ before: String(of.older) })} rel="next" data-testid="older">
          {of.isCutShort ? "Look further back" : "Older"}
        </a>
      )}
    </div>
  );
}

/** What a filter says: undefined where it was left open. */
export const textOf = ({ query }: Visit, name: string): string | undefined => query[name]?.trim() || undefined;

export function numberOf(visit: Visit, name: string): number | undefined {
  const text = textOf(visit, name);
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** One of a list; undefined for anything else. */
export const oneOf = <T extends string>(visit: Visit, name: string, known: readonly T[]): T | undefined =>
  known.find((one) => one === textOf(visit, name));
