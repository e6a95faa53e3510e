import type { Child } from "hono/jsx";
import { formatInstant, type Instant } from "../../../../core/domain/money.js";
import { relative } from "../../islands/console/times.js";
import type { ConsoleVisit } from "../context.js";
import { queryWith } from "./filter.js";
import { dayOf } from "./table.js";

/** An instant on the lane's clock, and how long ago that is. A script keeps the second part up to date. */
export function At({ at, of }: { at: number | string; of?: ConsoleVisit }) {
  const { ms, iso, whole } = timeOf(at);
  return (
    <time class="t" datetime={iso}>
      {whole}
      {of && (
        <small data-at={String(ms)} class="ago">
          {relative(ms, of.now)}
        </small>
      )}
    </time>
  );
}

/** An instant of a list: the time alone if it is the lane's present day. The whole of it shows under the pointer. */
export function ShortTime({ at, of, isExact }: { at: string | number; of: ConsoleVisit; isExact?: boolean }) {
  const { ms, iso, whole } = timeOf(at);
  return (
    <time class="t" datetime={iso} title={whole}>
      {whole.slice(dayOf(ms) === dayOf(of.now) ? 11 : 0, isExact ? undefined : 19)}
    </time>
  );
}

/** `whole` is like 2026-01-05 02:00:00.000, UTC. */
function timeOf(at: number | string) {
  const ms = typeof at === "number" ? at : Date.parse(at);
  const iso = formatInstant(ms as Instant);
  return { ms, iso, whole: iso.slice(0, 23).replace("T", " ") };
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
export const StateBadge = ({ of, tone }: { of: string; tone?: string | undefined }) => (
  <span class={`b ${tone ?? tones[of] ?? ""}`.trim()}>{of}</span>
);

/** A response code. Any code but 0000 is shown as a refusal or decline. No code means that no answer was sent. */
export const Code = ({ of }: { of: string }) =>
  of === "" ? <StateBadge of="lost" /> : <StateBadge of={of} tone={of === "0000" ? "ok" : "bad"} />;

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

/** Copies a text that is made when it is asked for. Without a script, the link shows it. */
export const CopyLink = ({ href, says, testid }: { href: string; says: string; testid: string }) => (
  <a class="button" href={href} data-copies data-testid={testid}>
    {says}
  </a>
);

interface FoldedProps extends Required<Pick<SectionProps, "title" | "id">> {
  readonly visit: ConsoleVisit;
  readonly note?: string;
  readonly class?: string;
  readonly children: () => Child;
}

/** A section of one line until it is opened by its address, and not made before. Several may be open. */
export function Folded({ visit: { query }, title, id, note, class: more = "", children }: FoldedProps) {
  const open = query.open?.split(",") ?? [];
  const isOpen = open.includes(id);
  const others = open.filter((one) => one !== id);
  return (
    <section id={id} data-testid={id} class={`folded ${more}`.trim()}>
      <h2>
        <a
          class="fold"
          href={`${queryWith(query, { open: [...others, ...(isOpen ? [] : [id])].join(",") })}#${id}`}
          aria-expanded={isOpen ? "true" : "false"}
        >
          {title} {note !== undefined && <small>{note}</small>}
        </a>
      </h2>
      {isOpen && children()}
    </section>
  );
}

interface LinkProps<Id> {
  readonly visit: ConsoleVisit;
  readonly id: Id;
}

/** The link of a list's row. It opens the entry beside the list, and keeps the list's filter. */
export function EntryLink({ visit, path, text }: { visit: ConsoleVisit; path: string; text: string }) {
  const kept = new URLSearchParams(visit.query).toString();
  return <a href={`${visit.home}/${visit.isInStream ? "stream/" : ""}${path}${kept && `?${kept}`}`}>{text}</a>;
}

export const OrderLink = ({ visit, id }: LinkProps<number | undefined>) =>
  id === undefined ? <>–</> : <a href={`${visit.home}/orders/${id}`}>{id}</a>;

export const RequestLink = ({ visit, id }: LinkProps<string>) => <a href={`${visit.home}/requests/${id}`}>{id}</a>;

/** One side of a difference. */
export const Value = ({ of }: { of: string | undefined }) =>
  of === undefined ? <span class="m">absent</span> : <code>{of}</code>;

export const FactList = ({ of }: { of: Readonly<Record<string, Child | undefined>> }) => (
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
