import type { Child } from "hono/jsx";
import { followable } from "../addresses.js";
import { Layout, type Visit } from "../layout.js";
import { texts } from "../text/index.js";
import { Mark, Tick } from "./parts.js";
import { TestPanel } from "./test-panel.js";
import type { HostedView, PageLook } from "./view.js";

interface OutcomePageProps {
  readonly visit: Visit;
  /** Absent if the page must not show anything about a session. */
  readonly view: HostedView | undefined;
  /** Used instead of the view's own look. */
  readonly look?: PageLook;
  readonly title: string;
  readonly sign: Child;
  /** Shown above the sign. */
  readonly above?: Child;
  readonly note?: string | undefined;
  /** For browser tests. `isError` marks the note as an error. */
  readonly testid?: string | undefined;
  readonly status?: string | undefined;
  readonly isError?: boolean | undefined;
  /** True if screen readers should announce it at once. */
  readonly isNews?: boolean | undefined;
  readonly payee?: string | undefined;
  readonly refresh?: { readonly seconds: number; readonly to: string } | undefined;
  readonly children?: Child;
}

/** A page without a form: a sign, the outcome, and a link to continue. */
export function OutcomePage(props: OutcomePageProps) {
  const { visit, view, title, payee, refresh, look = view?.options ?? {} } = props;
  const testPanel = view && <TestPanel view={view} visit={visit} />;
  return (
    <Layout visit={visit} title={title} look={look} payee={payee} refresh={refresh} testPanel={testPanel}>
      <div class="card mid" data-testid={props.testid} data-status={props.status}>
        {props.above}
        <div class="head" role={props.isNews ? "status" : undefined}>
          {props.sign}
          <h1>{title}</h1>
          {props.note && <p data-testid={props.isError ? "error" : undefined}>{props.note}</p>}
        </div>
        {props.children}
      </div>
    </Layout>
  );
}

const COUNTDOWN_S = 3;

interface SuccessPageProps {
  readonly view: HostedView;
  readonly visit: Visit;
  readonly title: string;
  readonly note?: string;
  readonly children: Child;
}

/**
 * The success page. It counts down and then redirects to the merchant, by script, or without scripts by the browser's
 * refresh.
 */
export function SuccessPage({ view, visit, title, note, children }: SuccessPageProps) {
  const url = followable(view.callbackUrl.success);
  return (
    <OutcomePage
      visit={visit}
      view={view}
      title={title}
      sign={<Tick />}
      note={note}
      testid="result"
      status={view.status}
      isNews
      refresh={url === undefined ? undefined : { seconds: COUNTDOWN_S, to: url }}
    >
      {children}
      <div class="go">
        {url && (
          <a class="btn" href={url} data-testid="continue" data-countdown={COUNTDOWN_S}>
            {texts[visit.language].continueLabel} <span data-seconds="">(00:0{COUNTDOWN_S})</span>
          </a>
        )}
      </div>
    </OutcomePage>
  );
}

/** The page for an unknown session or a defect. It shows nothing about any order. */
export function BarePage({ visit, kind }: { readonly visit: Visit; readonly kind: "unknown" | "failed" }) {
  const t = texts[visit.language];
  return (
    <OutcomePage
      visit={visit}
      view={undefined}
      look={{ showLang: false }}
      title={kind === "unknown" ? t.unknownTitle : t.failedTitle}
      sign={<Mark kind="stop" />}
      note={kind === "unknown" ? t.unknownNote : t.failedNote}
      testid="ended"
      status={kind}
      isError
    />
  );
}
