import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { relative, spelt } from "../../islands/console/times.js";
import type { Visit } from "../context.js";

/** An instant on the lane's clock, and how long ago that is. A script keeps the second part up to date. */
export function At({ at, of }: { at: number | string; of?: Visit }) {
  const ms = new Date(at).getTime();
  return (
    <time class="t" datetime={new Date(ms).toISOString()}>
      {spelt(ms)}
      {of && (
        <small data-at={String(ms)} class="ago">
          {relative(ms, of.now)}
        </small>
      )}
    </time>
  );
}

const tones: Readonly<Record<string, string>> = {
  OPEN: "info",
  SUCCESS: "ok",
  SETTLED: "ok",
  REFUNDED: "warn",
  VOIDED: "warn",
  DECLINED: "bad",
  acknowledged: "ok",
  due: "info",
  "in-flight": "info",
  held: "warn",
  dropped: "warn",
  refused: "bad",
  "gave-up": "bad",
  passed: "ok",
  fired: "warn",
  flagged: "warn",
  declined: "bad",
  lost: "bad",
  valid: "ok",
  invalid: "bad",
  "0000": "ok",
};

/** A state. It is coloured if it is good or bad. */
export const Badge = ({ of, tone }: { of: string; tone?: string | undefined }) => (
  <span class={`b ${tone ?? tones[of] ?? ""}`.trim()}>{of}</span>
);

/** A response code. Any code but 0000 is shown as a refusal or decline. No code means that no answer was sent. */
export const Code = ({ of }: { of: string }) =>
  of === "" ? <Badge of="lost" /> : <Badge of={of} tone={of === "0000" ? "ok" : "bad"} />;

interface SectionProps {
  readonly title: string;
  readonly id?: string;
  readonly note?: string | undefined;
  /** Shown to the right of the title. */
  readonly tools?: Child;
  readonly children?: Child;
}

export const Section = ({ title, id, note, tools, children }: SectionProps) => (
  <section id={id} data-testid={id}>
    <div class="head">
      <h2>
        {title} {note !== undefined && <small>{note}</small>}
      </h2>
      {tools}
    </div>
    {children}
  </section>
);

/** The columns that can be sorted by a click, by their heading. */
export type Sorts = Readonly<
  Record<
    string,
    { readonly name: string; readonly href: string; readonly order?: "ascending" | "descending" | undefined }
  >
>;

interface TableProps {
  /** The table's caption, for screen readers. */
  readonly of: string;
  readonly heads: readonly string[];
  /** The columns that can be sorted by a click. */
  readonly sorts?: Sorts | undefined;
  /** Shown instead of an empty table. It suggests the next step. */
  readonly empty: Child;
  readonly rows: readonly Child[];
}

/**
 * A heading that starts with # marks a column of numbers. On a phone, each row becomes a card whose cells repeat
 * their headings.
 */
export const Table = async ({ of, heads, empty, rows, sorts = {} }: TableProps) =>
  rows.length === 0 ? (
    <p class="e">{empty}</p>
  ) : (
    <div class="wide" tabindex={0}>
      <table>
        <caption class="vh">{of}</caption>
        <thead class={Object.keys(sorts).length > 0 ? "sorts" : undefined}>
          <tr>
            {heads.map((head) => (
              <Head head={headOf(head)} isNumber={head.startsWith("#")} sort={sorts[headOf(head)]} />
            ))}
          </tr>
        </thead>
        <tbody>{await Promise.all(rows.map((row) => withHeads(row, heads)))}</tbody>
      </table>
    </div>
  );

const marks = { ascending: " ↑", descending: " ↓" } as const;

const Head = ({ head, isNumber, sort }: { head: string; isNumber: boolean; sort: Sorts[string] | undefined }) => (
  <th scope="col" class={isNumber ? "n" : undefined} aria-sort={sort?.order}>
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

/** Adds to each cell its heading, for the style sheet. Searching for tags is safe, because all texts are escaped. */
async function withHeads(row: Child, heads: readonly string[]) {
  const cells = (await String(await row?.toString())).split(/<td(?=[ >])/);
  return raw(cells.map((cell, i) => (i === 0 ? cell : `<td data-head="${headOf(heads[i - 1])}"${cell}`)).join(""));
}

const headOf = (head = ""): string => head.replace("#", "");

export const Facts = ({ of }: { of: Readonly<Record<string, Child | undefined>> }) => (
  <dl class="facts">
    {Object.entries(of)
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

export const twoDecimals = (amount: number): string => amount.toFixed(2);

/** Formats JSON with line breaks. Returns any other text unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It may also be nested too deep to be written.
    return text;
  }
}
