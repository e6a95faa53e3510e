import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { relative, spelt } from "../islands/console/times.js";
import type { Visit } from "./context.js";

/** An instant on the lane's clock, and how long ago that is. A script keeps the second part true. */
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

/** A state, coloured where the word says good or bad. */
export const Badge = ({ of, tone }: { of: string; tone?: string | undefined }) => (
  <span class={`b ${tone ?? tones[of] ?? ""}`.trim()}>{of}</span>
);

/** Any code but 0000 is a refusal or a decline; none is an answer that never left. */
export const Code = ({ of }: { of: string }) =>
  of === "" ? <Badge of="lost" /> : <Badge of={of} tone={of === "0000" ? "ok" : "bad"} />;

interface SectionProps {
  readonly title: string;
  readonly id?: string;
  readonly note?: string | undefined;
  /** Stands at the right of the title. */
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

interface TableProps {
  /** What the table holds, for who cannot see where it stands. */
  readonly of: string;
  readonly heads: readonly string[];
  /** Said instead of a table without rows: what to do next. */
  readonly empty: Child;
  readonly rows: readonly Child[];
}

/** Heads that begin with # stand over numbers. On a phone each row is a card: its cells say their heads. */
export const Table = async ({ of, heads, empty, rows }: TableProps) =>
  rows.length === 0 ? (
    <p class="e">{empty}</p>
  ) : (
    <div class="wide" tabindex={0}>
      <table>
        <caption class="vh">{of}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" class={head.startsWith("#") ? "n" : undefined}>
                {headOf(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{await Promise.all(rows.map((row) => withHeads(row, heads)))}</tbody>
      </table>
    </div>
  );

/** Each cell carries its head for the style sheet: no text of ours or of others holds a tag. */
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

export const money = (amount: number): string => amount.toFixed(2);

/** JSON with line breaks; a text that is none, as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
