import { readRequestId } from "../../../../lane/ports/exchange.js";
import { forkPointsOf } from "../../../../lane/views/history/fork-points.js";
import type { StoryStep } from "../../../../lane/views/history/order-story.js";
import type { OrderDetails } from "../../../../lane/views/schemas/order-schema.js";
import { span, spelt } from "../../islands/console/times.js";
import { DROPPED } from "../calls/fork.js";
import type { ConsoleVisit } from "../context.js";
import { RequestLink, Section, ShortTime, StateBadge } from "../frame/parts.js";

/** Pauses longer than this are shown as gaps. On a running clock, a second is long. */
const GAP_MS = 1000;

const NO_COPY =
  "No copy of the lane was kept before this call. Copies are kept while a console page of the lane is open: the newest 64 calls, in memory, not with PostgreSQL.";

/**
 * The way to fork at a step. For a notification, before the call that caused it. Nothing for events that time alone
 * caused.
 */
function Fork({ visit: { lane, home }, step, details: { order, notifications } }: ForkProps) {
  const cause = step.requestId ?? notifications.find(({ id }) => id === step.notificationId)?.causedBy;
  if (cause === undefined) return null;
  if (forkPointsOf(lane).before(readRequestId(cause) ?? 0) === undefined)
    return (
      <button type="button" class="fork js" disabled title={NO_COPY} data-testid="fork-here">
        Fork here
      </button>
    );
  const then = step.requestId === undefined ? `&then=${encodeURIComponent(DROPPED)}` : "";
  return (
    <a class="fork" href={`${home}/requests/${cause}/fork?order=${order.id}${then}`} data-testid="fork-here">
      Fork here
    </a>
  );
}

interface ForkProps {
  readonly visit: ConsoleVisit;
  readonly step: StoryStep;
  readonly details: OrderDetails;
}

/** A wait as a bar, in proportion to the order's whole time. */
const Wait = ({ ms, of, text, isOpen }: { ms: number; of: number; text: string; isOpen?: boolean }) => (
  <li class={isOpen ? "wait open" : "wait"} data-key={isOpen ? "wait-now" : undefined}>
    <span class="gap">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(0.5, (100 * ms) / of).toFixed(1)} height="6" />
      </svg>
      {text}
    </span>
  </li>
);

/** What the order waits for now. Undefined if nothing is due. */
function waitingFor({ order, notifications }: OrderDetails): string | undefined {
  const due = notifications.find(({ state, nextAt }) => state === "due" && nextAt !== null);
  if (due) return `notification ${due.id} is sent again at ${spelt(Date.parse(due.nextAt!)).slice(11, 19)}`;
  const held = notifications.find(({ state }) => state === "held");
  if (held) return `notification ${held.id} is held`;
  return order.status === "OPEN"
    ? `the shopper can pay until ${spelt(Date.parse(order.expiryTime)).slice(11, 19)}`
    : undefined;
}

interface TimelineProps {
  readonly visit: ConsoleVisit;
  readonly story: readonly StoryStep[];
  readonly details: OrderDetails;
}

export function Timeline({ visit, story, details }: TimelineProps) {
  const [first, last] = [story[0], story.at(-1)].map((step) => (step ? Date.parse(step.at) : visit.now));
  const sinceMs = Math.max(0, visit.now - last!);
  const whole = Math.max(1, visit.now - first!);
  const waits = waitingFor(details);
  return (
    <Section
      title="Timeline"
      id="timeline"
      note="calls, the shopper's steps, notifications, money, and the spans that the shop posted, oldest first"
    >
      {story.length === 0 ? (
        <p class="e">Nothing has happened by a call: a scenario gave this order.</p>
      ) : (
        <ol class="story">
          {story.map((step, i) => (
            <>
              {step.gapMs >= GAP_MS && <Wait ms={step.gapMs} of={whole} text={`${span(step.gapMs)} later`} />}
              <li
                class={`${step.kind === "span" ? "span " : ""}${step.isGood ? "good" : "wrong"}`}
                data-testid={step.kind === "span" ? "span-row" : undefined}
                data-key={`step-${i}`}
              >
                <span class="when">
                  <ShortTime at={step.at} of={visit} isExact />
                </span>
                <span class="dot" />
                <span>
                  {step.kind === "span"
                    ? `${step.from}, ${step.what}`
                    : step.from === step.to
                      ? step.what
                      : `${step.from} → ${step.to}: ${step.what}`}{" "}
                  {step.answer !== undefined && <StateBadge of={step.answer} tone={step.isGood ? "ok" : "bad"} />}{" "}
                  {step.durationMs !== undefined && <span class="m">{`${Math.round(step.durationMs)} ms `}</span>}
                  {step.issuer && <span class="m">{`issuer ${step.issuer.said} `}</span>}
                  {step.money !== undefined && <b>{step.money} </b>}
                  {step.requestId !== undefined && <RequestLink visit={visit} id={step.requestId} />}
                  {step.notificationId !== undefined && (
                    <a
                      href={`${visit.home}/notifications/${step.notificationId}`}
                    >{`notification ${step.notificationId}`}</a>
                  )}
                  <Fork visit={visit} step={step} details={details} />
                </span>
              </li>
            </>
          ))}
          {(sinceMs >= GAP_MS || waits !== undefined) && (
            <Wait
              ms={sinceMs}
              of={whole}
              text={[`${span(sinceMs)} until now`, waits].filter(Boolean).join(": ")}
              isOpen
            />
          )}
        </ol>
      )}
    </Section>
  );
}
