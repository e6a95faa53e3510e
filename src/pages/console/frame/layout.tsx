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
  readonly children?: Child;
}

/** A whole document. */
export function ConsoleLayout({ visit, title, heading = title, mark, section, how, children }: LayoutProps) {
  const { lane, home, nonce } = visit;
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{`${title} · ${lane.name} · payment-sandbox`}</title>
          <link rel="icon" href="data:," />
          <style nonce={nonce}>{raw(consoleStyles)}</style>
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
          <Header visit={visit} section={section} />
          <main id="main">
            <h1>
              {heading} {mark}
            </h1>
            {children}
          </main>
          <footer>
            <How how={how} />
            <p>
              An unofficial sandbox. Times are UTC. Unpublished behaviour is a guess, marked as such:{" "}
              <a href={`${home}/assumptions`}>assumptions</a>.{" "}
              <a href={`${visit.root}/_sandbox/docs/`}>The documentation</a>.{" "}
              <span class="js">Press ? for the keys.</span>
            </p>
          </footer>
          <Dialogs />
          <script nonce={nonce}>{raw(consoleScript())}</script>
        </body>
      </html>
    </>
  );
}

const Header = ({ visit, section }: Pick<LayoutProps, "visit" | "section">) => (
  <header>
    <div class="top">
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
    </div>
    <Clock visit={visit} />
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
  </header>
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
  ["j, k", "down and up the list"],
  ["Enter", "opens the entry"],
  ["Esc", "out of a field"],
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
