import type { ConsoleVisit } from "../context.js";
import { Act, ActForm, type ConsoleAction, Field, Submit } from "./actions.js";
import { At } from "./parts.js";

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
export type SectionName = (typeof sections)[number][0];

/** The bar at the top of each page. */
export const Header = ({ visit }: { visit: ConsoleVisit }) => (
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
export const SidePanel = ({ visit, section }: { visit: ConsoleVisit; section: SectionName }) => (
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
    <ClockPanel visit={visit} />
  </aside>
);

export const ClockPanel = ({ visit: { now, isFrozen } }: { visit: ConsoleVisit }) => (
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
