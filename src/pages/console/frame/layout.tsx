import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { consoleScript } from "../../script.js";
import type { ConsoleVisit } from "../context.js";
import { Act, ActForm, type ConsoleAction, Field, Submit } from "./actions.js";
import type { ByHand } from "./commands.js";
import { At } from "./parts.js";
import { consoleStyles } from "./styles.js";

/** Allows only our one script and one style sheet (by nonce), and no framing. */
export const consoleHeaders = (nonce: string): Record<string, string> => ({
  "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
});

const sections = [
  ["", "Overview"],
  ["stream", "Activity"],
  ["orders", "Orders"],
  ["requests", "Requests"],
  ["call", "New call"],
  ["notifications", "Notifications"],
  ["rules", "Rules and scenarios"],
  ["merchants", "Merchants and tokens"],
  ["assumptions", "Assumptions"],
  ["snapshots", "Snapshots"],
] as const;
type SectionName = (typeof sections)[number][0];

interface LayoutProps {
  readonly visit: ConsoleVisit;
  readonly title: string;
  /** Left out: the title. */
  readonly heading?: string;
  /** Shown beside the heading. */
  readonly mark?: Child;
  readonly section: SectionName;
  readonly how: ByHand;
  /** A list, beside which the page's own content stands as the detail. Without content the list stands alone. */
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
        <Clock visit={visit} />
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
          <style nonce={nonce}>{raw(consoleStyles())}</style>
          <noscript>
            <style nonce={nonce}>{raw(".js{display:none!important}")}</style>
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
            <Side visit={visit} section={section} />
            {main}
          </div>
          <Dialogs />
          <script nonce={nonce}>{raw(consoleScript())}</script>
        </body>
      </html>
    </>
  );
}

const titleOf = ({ lane }: ConsoleVisit, title: string): string => `${title} · ${lane.name} · payment-sandbox`;

/** The list at the left, its detail at the right, and a divider that can be dragged. */
function Main({ visit, title, heading = title, mark, how, list, children }: LayoutProps) {
  const content = (
    <>
      <h1>
        {heading} {mark}
      </h1>
      {children}
      <Foot visit={visit} how={how} />
    </>
  );
  if (list === undefined) return <main id="main">{content}</main>;
  const isAlone = visit.open === undefined;
  return (
    <main id="main" class={isAlone ? "panes alone" : "panes"}>
      <div id="list" class="pane" tabindex={-1}>
        {isAlone && <h1>{heading}</h1>}
        {list}
        {isAlone && <Foot visit={visit} how={how} />}
      </div>
      {!isAlone && (
        <>
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
            <a class="back" href={backTo(visit)} data-testid="back">
              Back to the list
            </a>
            {content}
          </article>
        </>
      )}
    </main>
  );
}

/** The list alone, with the same filter. */
function backTo({ home, open = "", isInStream, query }: ConsoleVisit): string {
  const kept = new URLSearchParams(query).toString();
  return `${home}/${isInStream ? "stream" : open.split("/")[0]}${kept && `?${kept}`}`;
}

const Foot = ({ visit, how }: Pick<LayoutProps, "visit" | "how">) => (
  <footer>
    <How how={how} />
    <p>
      An unofficial sandbox. Times are UTC. Unpublished behaviour is a guess, marked as such:{" "}
      <a href={`${visit.home}/assumptions`}>assumptions</a>.{" "}
      <a href={`${visit.root}/_sandbox/docs/`}>The documentation</a>. <span class="js">Press ? for the keys.</span>
    </p>
  </footer>
);

const Header = ({ visit }: Pick<LayoutProps, "visit">) => (
  <header>
    <strong>
      <a href={visit.home}>payment-sandbox</a>
    </strong>
    <span class="lane">
      <i>lane </i>
      <a href={`${visit.home}#lanes`} data-testid="lane">
        {visit.lane.name}
      </a>
    </span>
    <form method="get" action={visit.home} class="find">
      <input name="find" aria-label="Find" placeholder="req-12, order, reference, checkoutUrl" required />
      <button type="submit">Find</button>
    </form>
    <button type="button" class="js" data-testid="palette-open" data-opens="palette">
      Go to <kbd>Ctrl K</kbd>
    </button>
    <button type="button" class="js live" data-testid="live" aria-pressed="true">
      <i /> Live
      <span id="waiting" />
    </button>
    <label class="menu">
      <input type="checkbox" data-testid="menu" />
      Menu
    </label>
    <Act
      text="Reset"
      testid="reset"
      class="reset"
      does={{
        call: "POST reset",
        code: "await lane.reset()",
        ask: `Reset lane ${visit.lane.name}? Its orders, rules, clock and journal go.`,
      }}
    />
  </header>
);

/** Always in sight: the pages of the lane, and its clock. */
const Side = ({ visit, section }: Pick<LayoutProps, "visit" | "section">) => (
  <aside class="side" id="side" aria-label="The lane">
    <nav aria-label="Pages of the lane">
      {sections.map(([path, name]) => (
        <a
          href={path === "" ? visit.home : `${visit.home}/${path}`}
          data-testid={path === "call" ? "new-call" : `nav-${path === "" ? "overview" : path}`}
          aria-current={path === section ? "page" : undefined}
        >
          {name}
          <b class="new" data-new={path} hidden />
        </a>
      ))}
    </nav>
    <Clock visit={visit} />
  </aside>
);

const Clock = ({ visit: { now, isFrozen } }: { visit: ConsoleVisit }) => (
  <div class="clock" id="clock" data-now={String(now)} data-mode={isFrozen ? "frozen" : "wall"}>
    <span>
      Clock{" "}
      <b data-testid="clock-now">
        <At at={now} /> {isFrozen ? "(frozen)" : "(runs)"}
      </b>
    </span>
    <ActForm label="Move the clock" does={clockMove("advance", "advance({by})")}>
      <Field name="by" label="by" value="1h" hint="such as 20m, 2h or 1d" testid="clock-by" isRequired />
      <Submit text="Advance" testid="clock-advance" />
    </ActForm>
    <Act text="Freeze" testid="clock-freeze" does={clockMove("freeze", "freeze()")} />
    <Act text="Resume" testid="clock-resume" does={clockMove("resume", "resume()")} />
    <details class="js">
      <summary>More</summary>
      <div class="row">
        <ActForm label="Set the clock" does={clockMove("set", "set({at})")}>
          <Field name="at" label="to" value={new Date(now).toISOString()} testid="clock-at" isRequired />
          <Submit text="Set" testid="clock-set" />
        </ActForm>
        <Act text="Run until idle" testid="clock-idle" does={clockMove("run-until-idle", "runUntilIdle()")} />
      </div>
    </details>
  </div>
);

const clockMove = (action: string, code: string): ConsoleAction => ({
  call: "PUT clock",
  body: { action },
  code: `await lane.clock.${code}`,
});

/** The commands of the page, or those of the action under the pointer or done last. */
const How = ({ how: { curl, code } }: { how: ByHand }) => (
  <section class="how" aria-label="The same by hand" id="how">
    <div class="head">
      <h2>
        By hand <small id="how-of">what this page shows</small>
      </h2>
      <span class="js">
        <button type="button" data-testid="copy-curl" data-copy="curl">
          Copy curl
        </button>{" "}
        <button type="button" data-testid="copy-code" data-copy="code">
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

const keys = [
  ["/", "to the filter"],
  ["j, k", "down and up the list; an open detail follows"],
  ["Enter", "opens the entry beside the list"],
  ["Esc", "out of a field, back to the row"],
  ["Ctrl K", "go to a page, act, or look something up"],
  ["F6", "to the next part of the page"],
  ["?", "this list"],
] as const;

const Dialogs = () => (
  <>
    <p role="status" aria-live="polite" id="said" class="said" data-testid="said" />
    <dialog id="ask" aria-labelledby="ask-text">
      <form method="dialog">
        <p id="ask-text" />
        <div class="row">
          <button type="submit" value="no">
            Keep it
          </button>
          <button type="submit" value="yes" class="risky" data-testid="confirm">
            Yes, do it
          </button>
        </div>
      </form>
    </dialog>
    <dialog id="palette" aria-label="Go to" data-testid="palette">
      <input
        type="search"
        aria-label="Go to, act, or look up"
        placeholder="a page, a button, an id, or words of the docs"
      />
      <ul />
    </dialog>
    <dialog id="keys" aria-labelledby="keys-title" data-testid="keys">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" value="no">
          Close
        </button>
      </form>
    </dialog>
  </>
);
