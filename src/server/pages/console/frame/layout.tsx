import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { Html } from "../../jsx-runtime.js";
import type { ConsoleVisit } from "../context.js";
import { assetPath } from "./assets.js";
import type { ByHand } from "./commands.js";
import { Dialogs } from "./dialogs.js";
import { queryWith } from "./filter.js";
import { ClockPanel, Header, type SectionName, SidePanel } from "./side.js";
import { hash } from "./table.js";

/** Allows only our one script and one style sheet (by nonce), and no framing. */
export const consoleHeaders = (nonce: string): Record<string, string> => ({
  "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
});

interface LayoutProps {
  readonly visit: ConsoleVisit;
  readonly title: string;
  /** Left out: the title. */
  readonly heading?: string;
  /** Shown beside the heading. */
  readonly mark?: Child;
  readonly section: SectionName;
  readonly how: ByHand;
  /** True for an entry. The script puts its list beside it. */
  readonly isEntry?: boolean;
  /** A list that stands alone. */
  readonly list?: Child;
  readonly children?: Child;
}

/** A whole document, or the parts that change if the page's script asks for those. */
export function ConsoleLayout(props: LayoutProps) {
  const { visit, title } = props;
  const { lane, home, nonce } = visit;
  const section = visit.isInStream ? "stream" : props.section;
  const main = <Main {...props} />;
  if (visit.isPart)
    return (
      <>
        {raw("<!doctype html>")}
        <title>{titleOf(visit, title)}</title>
        <ClockPanel visit={visit} />
        {main}
      </>
    );
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{titleOf(visit, title)}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" nonce={nonce} href={assetPath(home, "style.css")} />
          <noscript>
            <style nonce={nonce}>{raw(WITHOUT_SCRIPT)}</style>
          </noscript>
        </head>
        <body
          data-control={home.slice(0, -"/ui".length)}
          data-base={lane.baseUrl}
          data-home={home}
          data-section={section}
        >
          <a class="skip" href="#main">
            Skip to the content
          </a>
          <Header visit={visit} />
          <div class="frame">
            <SidePanel visit={visit} section={section} />
            {main}
          </div>
          <Dialogs />
          <script nonce={nonce} src={assetPath(home, "script.js")} />
        </body>
      </html>
    </>
  );
}

const WITHOUT_SCRIPT =
  ".js{display:none!important}.panes{display:block!important;overflow:auto!important}.back{display:inline-block!important}";

const titleOf = ({ lane }: ConsoleVisit, title: string): string => `${title} · ${lane.name} · payment-sandbox`;

/** A list, or an entry: then the script puts the list at its left, with a divider that can be dragged. */
function Main({ visit, title, heading = title, mark, section, how, isEntry, list, children }: LayoutProps) {
  const head = (
    <h1>
      {heading} {mark}
    </h1>
  );
  const foot = <Foot visit={visit} how={how} />;
  if (list !== undefined)
    return (
      <main id="main" class="panes alone">
        <div id="list" class="pane" tabindex={-1}>
          {head}
          {list}
          {foot}
        </div>
      </main>
    );
  const content = (
    <>
      {head}
      <Versioned visit={visit}>
        {children}
        {foot}
      </Versioned>
    </>
  );
  if (!isEntry) return <main id="main">{content}</main>;
  return (
    <main id="main" class="panes">
      <div id="list" class="pane js" tabindex={-1} data-same />
      <hr
        id="divider"
        class="js"
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuemin={25}
        aria-valuemax={75}
        aria-valuenow={56}
        tabindex={0}
        data-testid="divider"
      />
      <article id="detail" class="pane" data-testid="detail" aria-label={title} tabindex={-1}>
        <a class="back" href={listOf(visit, section)} data-testid="back">
          Back to the list
        </a>
        {content}
      </article>
    </main>
  );
}

/** Marks each part that has an id with a version, and leaves out the contents of those that the browser shows already. */
async function Versioned({ visit, children }: { visit: ConsoleVisit; children?: Child }) {
  const parts: readonly unknown[] = await Promise.all(([children] as unknown[]).flat(Number.POSITIVE_INFINITY));
  return parts.map((part) => {
    const text = part instanceof Html ? part.text : "";
    const [start, tag, id] = /^<(\w+) [^>]*?\bid="([\w-]+)"/.exec(text) ?? [];
    if (start === undefined) return part as Child;
    // The browser keeps relative times up to date while the clock runs.
    const version = hash(visit.isFrozen ? text : text.replace(/(class="ago">)[^<]*/g, "$1"));
    if (visit.shown.has(`${id}:${version}`)) return raw(`<${tag} id="${id}" data-same></${tag}>`);
    return raw(`${start} data-v="${version}"${text.slice(start.length)}`);
  });
}

/** The list of an entry, with the same filter. */
const listOf = ({ home, isInStream, query }: ConsoleVisit, section: SectionName): string =>
  `${home}/${isInStream ? "stream" : section}${queryWith(query, { open: "" })}`;

const Foot = ({ visit, how }: Pick<LayoutProps, "visit" | "how">) => (
  <footer id="foot">
    <How how={how} />
    <p>
      An unofficial sandbox. Times are UTC. Unpublished behaviour is a guess, marked as such:{" "}
      <a href={`${visit.home}/assumptions`}>assumptions</a>.{" "}
      <a href={`${visit.root}/_sandbox/docs/`}>The documentation</a>. <span class="js">Press ? for the keys.</span>
    </p>
  </footer>
);

/** The commands of the page, or those of the action under the pointer or done last. */
const How = ({ how: { curl, code, isCopiedAbove } }: { how: ByHand }) => (
  <section class="how" aria-label="The same by hand" id="how">
    <div class="head">
      <h2>
        By hand <small id="how-of">what this page shows</small>
      </h2>
      <span class="js">
        <button type="button" data-testid={isCopiedAbove ? undefined : "copy-curl"} data-copy="curl">
          Copy curl
        </button>{" "}
        <button type="button" data-testid={isCopiedAbove ? undefined : "copy-code"} data-copy="code">
          Copy code
        </button>
      </span>
    </div>
    <pre id="curl" tabindex={0}>
      {curl}
    </pre>
    <pre id="code" tabindex={0}>
      {code}
    </pre>
  </section>
);
