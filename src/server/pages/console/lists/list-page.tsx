import type { FC } from "hono/jsx";
import type { Lane } from "../../../../lane/lane.js";
import { COLLECTED_MAX, type ListPage } from "../../../../lane/views/list-pages.js";
import { type Period, periodOf } from "../../../../lane/views/period.js";
import type { ConsoleVisit } from "../context.js";
import { type ByHand, readByHand, readList } from "../frame/commands.js";
import {
  ascending,
  Filter,
  given,
  newest,
  numberOf,
  Pages,
  type QueryFilters,
  type QueryValues,
  queryWith,
  textOf,
  valuesOf,
} from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section } from "../frame/parts.js";
import type { Sorts, TableColumns } from "../frame/table.js";
import { type Exported, type ExportedValue, exportedOf } from "./export.js";
import { pageOfRows, type Sorting, sorted, sortingOf, sortsOf } from "./sorting.js";

/** A list with its own page. Newest entries come first until a column is chosen. */
interface ListOf<T, R, F extends QueryFilters> {
  /** Its name in the URL, in the control API and in the library. */
  readonly name: "stream" | "orders" | "requests" | "notifications";
  readonly title: string;
  /** Names the members that free text searches. */
  readonly hint: string;
  readonly filters: F;
  readonly read: (lane: Lane, part: Part & QueryValues<F>) => Promise<ListPage<T, string | number>>;
  readonly rowOf: (one: T, visit: ConsoleVisit) => R;
  readonly columns: (visit: ConsoleVisit) => TableColumns<R>;
  readonly Rows: FC<RowsProps<R>>;
  readonly exported: (row: R) => Readonly<Record<string, ExportedValue>>;
  /** Shown before the list. */
  readonly Above?: FC<{ visit: ConsoleVisit }> | undefined;
}

/** The part of a list to read. */
interface Part {
  readonly find: string | undefined;
  readonly before: string | undefined;
  readonly period: Period | undefined;
  /** How many entries at most. Left out: one page. */
  readonly size?: number | undefined;
}

export interface RowsProps<R> {
  readonly visit: ConsoleVisit;
  readonly rows: readonly R[];
  readonly sorts?: Sorts | undefined;
}

/** A list, as a page and as a file. */
export interface ListPages {
  readonly Page: FC<{ visit: ConsoleVisit }>;
  readonly exported: (visit: ConsoleVisit) => Promise<Exported>;
}

export function listPages<T, R, F extends QueryFilters>(list: ListOf<T, R, F>): ListPages {
  const { name, title, hint, filters, read, rowOf, columns, Rows, exported, Above } = list;
  const partOfAddress = (visit: ConsoleVisit): Part & QueryValues<F> => ({
    ...valuesOf(visit, filters),
    find: textOf(visit, "find"),
    before: textOf(visit, "before"),
    period: periodOf(textOf(visit, "from"), textOf(visit, "to")),
  });
  const allRows = async (visit: ConsoleVisit) => {
    const part = { ...partOfAddress(visit), before: undefined, size: COLLECTED_MAX };
    const { items, next } = await read(visit.lane, part);
    return { rows: items.map((one) => rowOf(one, visit)), isCutShort: next !== undefined };
  };
  const pageOf = async (visit: ConsoleVisit, sorting: Sorting<R> | undefined) => {
    if (!sorting) {
      const page = await read(visit.lane, partOfAddress(visit));
      return { ...page, items: page.items.map((one) => rowOf(one, visit)) };
    }
    const { rows, isCutShort } = await allRows(visit);
    return { next: undefined, isCutShort, ...pageOfRows(sorted(rows, sorting), numberOf(visit, "skip") ?? 0) };
  };
  const Pane: FC<{ visit: ConsoleVisit }> = async ({ visit }) => {
    const sorting = sortingOf(visit, columns(visit));
    const page = await pageOf(visit, sorting);
    const limits = sorting ? `only the newest ${COLLECTED_MAX} are sorted` : "only the newest were searched";
    return (
      <>
        {Above && <Above visit={visit} />}
        <Section
          title={`${title}, ${sorting ? `by ${sorting.head.toLowerCase()}` : "newest first"}`}
          id={name}
          note={page.isCutShort ? limits : undefined}
          tools={<ExportLinks visit={visit} name={name} />}
        >
          <button type="button" id="new-entries" class="first" data-testid="new-entries" hidden />
          <Filter visit={visit} hint={hint} filters={filters} hasPeriod />
          <Rows visit={visit} rows={page.items} sorts={sortsOf(visit, columns(visit), sorting)} />
          <Pages
            visit={visit}
            of={{ ...page, isCutShort: page.isCutShort && !sorting }}
            by={sorting ? "skip" : "before"}
            words={sorting ? ascending : newest}
          />
        </Section>
      </>
    );
  };
  return {
    Page: ({ visit }) => {
      const how = name === "stream" ? eventsByHand(visit) : readList(visit, name, given(visit, filters));
      return <ConsoleLayout visit={visit} title={title} section={name} how={how} list={<Pane visit={visit} />} />;
    },
    exported: async (visit) => {
      const { rows, isCutShort } = await allRows(visit);
      const sorting = sortingOf(visit, columns(visit));
      const all = (sorting ? sorted(rows, sorting) : rows).map(exported);
      return exportedOf({ name, laneName: visit.lane.name, rows: all, isCutShort, format: textOf(visit, "format") });
    },
  };
}

/** The control API has no merged list, but tells of the same as it happens. */
const eventsByHand = (visit: ConsoleVisit): ByHand => {
  const { curl } = readByHand(visit, "events", "");
  return { curl: curl.replace("curl ", "curl -N "), code: "await lane.requests()" };
};

const ExportLinks = ({ visit: { home, query }, name }: { visit: ConsoleVisit; name: string }) => {
  const { before: _, skip: __, ...rest } = query;
  return (
    <span class="row">
      {["csv", "json"].map((format) => (
        <a
          class="button"
          href={`${home}/${name}/export${queryWith(rest, { format })}`}
          download
          data-testid={`export-${format}`}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
};
