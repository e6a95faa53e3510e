import type { Child } from "hono/jsx";
import type { ConsoleVisit } from "../context.js";

/** A column of a table. One with `by` can be sorted by a click. */
interface Column<R> {
  /** Left out: the column's name. */
  readonly head?: string;
  /** Left out: the value to sort by. */
  readonly cell?: (row: R) => Child;
  readonly by?: (row: R) => string | number | undefined;
  /** Hidden if the list is narrow. `rare`: unless it is wide. */
  readonly isExtra?: boolean | "rare";
}

/**
 * Columns by heading. A function gives the cells. `#` marks a column of numbers, `~` one of long texts, which may break
 * anywhere, `*` one that takes the room that is left in a dense table.
 */
export type TableColumns<R> = Readonly<Record<string, Column<R> | ((row: R) => Child)>>;

/** The columns of a table, in order. */
export const columnsIn = <R,>(columns: TableColumns<R>) =>
  Object.entries(columns).map(([name, column]) => ({
    head: name.replace(/^[#~*]/, ""),
    ...(typeof column === "function" ? { cell: column } : column),
    kind: kindOf(name, typeof column === "function" ? undefined : column.isExtra),
  }));

/** The day of an instant, in days since the epoch. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

const kinds: Readonly<Record<string, string>> = { "#": "n", "~": "x", "*": "fill" };

const kindOf = (name: string, isExtra: boolean | "rare" = false): string | undefined =>
  classes(kinds[name.charAt(0)], isExtra && (isExtra === "rare" ? "rare" : "extra"));

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(" ") || undefined;

interface HeadLink {
  readonly name: string;
  readonly href: string;
  readonly order?: "ascending" | "descending" | undefined;
}

/** The links of the columns that can be sorted by, by heading. */
export type Sorts = Readonly<Record<string, HeadLink>>;

interface RowVersions<R> {
  readonly visit: ConsoleVisit;
  /** All that a row shows, as a text. */
  readonly of: (row: R) => string;
}

/** What the cells of a table depend on besides a row's data: its name, the address, the lane's day. */
const shared = ({ query, now }: ConsoleVisit, table: string): string =>
  `${table} ${JSON.stringify(query)} ${dayOf(now)} `;

const DAY_MS = 86_400_000;

/** FNV-1a, 32 bits. */
export function hash(text: string): string {
  let code = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) code = Math.imul(code ^ text.charCodeAt(n), 0x01000193);
  return (code >>> 0).toString(36);
}

interface TableProps<R> {
  /** The table's caption, for screen readers. */
  readonly of: string;
  readonly columns: TableColumns<R>;
  readonly rows: readonly R[];
  /** The attributes of a row. */
  readonly row?: (row: R) => Readonly<Record<string, string | undefined>>;
  readonly sorts?: Sorts | undefined;
  /** Shown instead of an empty table. It suggests the next step. */
  readonly empty: Child;
  /** Marks each row with a version, and leaves out the cells of those that the browser shows already. */
  readonly versions?: RowVersions<R> | undefined;
  /** One line for each row: longer texts are cut, and shown whole under the pointer. */
  readonly isDense?: boolean;
}

/** On a phone, each row becomes a card whose cells repeat their headings. A cell without a value shows a dash. */
export function DataTable<R>(props: TableProps<R>) {
  const { of, columns, rows, row: attributes, sorts = {}, empty, isDense, versions } = props;
  if (rows.length === 0) return <p class="e">{empty}</p>;
  const all = columnsIn(columns).map((column) => ({ ...column, none: classes(column.kind, "none") }));
  const same = versions && shared(versions.visit, of);
  return (
    <div class={isDense ? "wide dense" : "wide"} tabindex={0}>
      <table>
        <caption class="vh">{of}</caption>
        <thead class={Object.keys(sorts).length > 0 ? "sorts" : undefined}>
          <tr>
            {all.map(({ head, kind }) => (
              <Head head={head} kind={kind} sort={sorts[head]} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const own = attributes?.(row);
            const version = versions && hash(same + versions.of(row));
            if (versions?.visit.shown.has(`${own?.["data-key"]}:${version}`))
              return <tr data-key={own?.["data-key"]} data-same />;
            return (
              <tr {...own} data-v={version}>
                {all.map(({ head, kind, none, cell, by }) => {
                  const value = (cell ?? by)?.(row);
                  return (
                    <td data-head={isDense ? undefined : head} class={value === undefined ? none : kind}>
                      {value ?? (isDense ? "" : "–")}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const marks = { ascending: " ↑", descending: " ↓" } as const;

const Head = ({ head, kind, sort }: { head: string; kind: string | undefined; sort: HeadLink | undefined }) => (
  <th scope="col" class={classes(...(kind ?? "").split(" ").filter((one) => one !== "x"))} aria-sort={sort?.order}>
    {sort ? (
      <a href={sort.href} data-testid={`sort-${sort.name}`}>
        {head}
        {sort.order && <span aria-hidden="true">{marks[sort.order]}</span>}
      </a>
    ) : (
      head
    )}
  </th>
);
