import { adviceForNotification, signedTextOf } from "../../../../lane/explain/notification-advice.js";
import { idsOf } from "../../../../lane/traces/trace-context.js";
import { notificationJson } from "../../../../lane/views/order-json.js";
import type { NotificationJson } from "../../../../lane/views/schemas/notification-schema.js";
import { indented } from "../../../../package/json-text.js";
import type { ConsoleVisit } from "../context.js";
import { Act } from "../frame/actions.js";
import { readByHand } from "../frame/commands.js";
import { ConsoleLayout } from "../frame/layout.js";
import { At, FactList, OrderLink, RequestLink, Section, StateBadge } from "../frame/parts.js";

/** What the shop said to the newest attempt. */
export const lastAnswer = (attempts: NotificationJson["attempts"]): string | undefined => {
  const last = attempts.at(-1);
  return last && [`${last.n}: ${last.status ?? "no answer"}`, last.why ?? last.warning].filter(Boolean).join(", ");
};

interface NotificationPageProps {
  readonly visit: ConsoleVisit;
  readonly entry: Parameters<typeof notificationJson>[0];
}

/** One notification: what the shop answered to each attempt, and what to do about it. */
export function NotificationPage({ visit, entry }: NotificationPageProps) {
  const row = notificationJson(entry);
  const trace = row.traceparent === undefined ? undefined : <code>{idsOf(row.traceparent).traceId}</code>;
  return (
    <ConsoleLayout
      visit={visit}
      title={`Notification ${row.id}`}
      mark={<StateBadge of={row.state} />}
      section="notifications"
      how={readByHand(visit, `notifications/${row.id}`, `await lane.notifications({ orderId: ${row.orderId} })`)}
      isEntry
    >
      <p class="lead">{[row.kind, row.merchantReference, row.note].filter((one) => one !== undefined).join(" · ")}</p>
      <p class="advice" data-testid="advice">
        {adviceForNotification(row)}
      </p>
      <NotificationActs of={row} />
      <Section title="About" id="about">
        <FactList
          of={{
            To: row.url,
            Order: row.orderId === undefined ? undefined : <OrderLink visit={visit} id={row.orderId} />,
            "Caused by": row.causedBy && <RequestLink visit={visit} id={row.causedBy} />,
            Next: row.nextAt ? <At at={row.nextAt} of={visit} /> : undefined,
            Trace: trace,
          }}
        />
      </Section>
      <Section title="Attempts" id="attempts" note="each with what was sent, and what the shop answered">
        <div class="acts stacked">
          {row.attempts.length === 0 ? <p class="m">None yet.</p> : <AttemptList of={row} />}
        </div>
      </Section>
    </ConsoleLayout>
  );
}

/** Buttons of a notification: send it now, release a held one, or hold a waiting one. In a list there is no room for Hold. */
export const NotificationActs = ({ of: { id, state }, isInList }: { of: NotificationJson; isInList?: boolean }) => (
  <div class="row">
    <NotificationAct id={id} act="resend" text="Resend" />
    {state === "held" && <NotificationAct id={id} act="release" text="Release" />}
    {state === "due" && !isInList && <NotificationAct id={id} act="hold" text="Hold" />}
  </div>
);

const NotificationAct = ({ id, act, text }: { id: number; act: "resend" | "release" | "hold"; text: string }) => (
  <Act
    text={text}
    testid={`notification-${act}`}
    label={`${text} notification ${id}`}
    does={{ call: `POST notifications/${id}/${act}`, code: `await lane.${act}(${id})` }}
  />
);

const AttemptList = ({ of: row }: { of: NotificationJson }) => {
  const { attempts, id } = row;
  const signedText = signedTextOf(row);
  return (
    <>
      {attempts.map((a) => (
        <details data-key={`attempt-${id}-${a.n}`} open>
          <summary>
            {`${a.n}: ${a.status ?? "no answer"}, ${a.durationMs} ms`}
            {(a.why ?? a.warning) && ` (${a.why ?? a.warning})`}
          </summary>
          <pre>{`${a.at}\n\nsent\n${indented(a.request)}\n\nanswered\n${a.body}`}</pre>
        </details>
      ))}
      {signedText !== undefined && (
        <details data-key={`signed-${id}`}>
          <summary>The text that was signed</summary>
          <pre>{signedText}</pre>
        </details>
      )}
    </>
  );
};
