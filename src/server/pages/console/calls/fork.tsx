import { testCards } from "../../../../core/facts/cards.js";
import { isPaymentCall, operationRow, operations } from "../../../../core/scenario/values/operations.js";
import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import { forkPointsOf } from "../../../../lane/views/history/fork-points.js";
import type { ConsoleVisit } from "../context.js";
import { ActForm, Field, Submit } from "../frame/actions.js";
import { readByHand } from "../frame/commands.js";
import { numberOf, textOf } from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section } from "../frame/parts.js";
import { ofKind } from "../lane/rule-form.js";

/** Repeats a call of an order's timeline in a copy of the lane from just before that call. */
export async function ForkPage({ visit, exchange }: { visit: ConsoleVisit; exchange: Exchange }) {
  const { lane, home } = visit;
  const id = requestId(exchange.id);
  const bytes = forkPointsOf(lane).before(exchange.id);
  const orderId = numberOf(visit, "order") ?? exchange.orderId;
  const names = await visit.context.lanes.names();
  const repeat = repeatOf(exchange);
  const how = readByHand(visit, `requests/${id}`, `await lane.request("${id}")`);
  return (
    <ConsoleLayout visit={visit} title={`Fork before ${id}`} section="orders" how={how}>
      <p class="lead">{`${exchange.operation}: a new lane begins as this one was just before the call.`}</p>
      {bytes && repeat ? (
        <Section
          title="In the new lane"
          id="fork"
          note="the call is made again there; then both orders stand side by side"
        >
          <div class="acts">
            <ActForm
              label="Fork the lane"
              class="forks"
              does={{ call: `POST requests/${id}/fork`, code: "await lane.fork(…)" }}
              data={{ "data-repeat": JSON.stringify(repeat), "data-order": String(orderId ?? "") }}
            >
              <Field
                name="lane"
                label="Name of the lane"
                testid="fork-lane"
                value={freeName(names, exchange)}
                isRequired
              />
              <Field
                name="then"
                label="The new outcome"
                type="json"
                testid="fork-then"
                value={textOf(visit, "then")}
                options={[["", "the same again"]]}
                groups={effectsFor(exchange.operation)}
              />
              <Submit text="Fork here" testid="fork-go" isFirst />
            </ActForm>
          </div>
        </Section>
      ) : (
        <p class="advice" role="alert" data-testid="fork-none">
          {repeat
            ? `No copy of the lane was kept before ${id}. Copies are kept while a console page of the lane is open: the newest 64 calls, in memory (not with PostgreSQL). Leave this page open, and do it again.`
            : `${exchange.operation} can't be done again: part of what was sent was masked or unreadable.`}{" "}
          {orderId !== undefined && <a href={`${home}/orders/${orderId}`}>Back to the order</a>}
        </p>
      )}
    </ConsoleLayout>
  );
}

const freeName = (names: readonly string[], { id }: Exchange): string => {
  for (let n = 1; ; n++) if (!names.includes(`fork-${id}-${n}`)) return `fork-${id}-${n}`;
};

/** The data with which the script repeats the call. */
interface Repeat {
  readonly method: "MERCHANT" | "POST";
  readonly path: string;
  readonly body: object;
}

const shopperActs: Readonly<Record<string, string>> = {
  "checkout/pay": "pay",
  "checkout/cancel": "cancel",
  "checkout/expire": "expire",
  "checkout/settle": "settle",
};

/** Undefined if the journal doesn't have enough data to repeat the call. */
export function repeatOf({
  operation,
  request,
  orderId,
}: Pick<Exchange, "operation" | "request" | "orderId">): Repeat | undefined {
  const action = shopperActs[operation];
  if (action !== undefined)
    return orderId === undefined ? undefined : { method: "POST", path: `orders/${orderId}/simulate`, body: { action } };
  if (!isPaymentCall(operation)) return undefined;
  try {
    const body: unknown = JSON.parse(unmasked(request));
    return typeof body === "object" && body !== null ? { method: "MERCHANT", path: operation, body } : undefined;
  } catch {
    return undefined;
  }
}

/** The journal masks card numbers. Those of test cards can be restored. */
const unmasked = (request: string): string =>
  testCards.reduce(
    (text, { number }) => text.replaceAll(`${number.slice(0, 6)}XXXXXX${number.slice(-4)}`, number),
    request,
  );

const effectText = (then: object): string => JSON.stringify(then);

/** The possible values of `then`, by kind. Declines are included only if the operation can be declined. */
function effectsFor(operation: string): Readonly<Record<string, readonly (readonly [string, string])[]>> {
  const effects = (kind: string) => ofKind(kind).map(([outcome, text]) => [effectText({ outcome }), text] as const);
  if (!operations.some((one) => one === operation)) return {};
  return {
    Approval: effects("approve"),
    ...(operationRow(operation).decline !== "never" && { Declines: effects("decline") }),
    Refusals: effects("refusal"),
    "Lost on the way": [
      [effectText({ fault: "connection-reset", placed: "before-commit" }), "connection reset, nothing happened"],
      [effectText({ fault: "connection-reset", placed: "after-commit" }), "connection reset, the money moved"],
    ],
    Notification: [
      [DROPPED, "never sent"],
      [effectText({ notify: { copies: 2 } }), "sent twice"],
      [effectText({ notify: { delay: "1h" } }), "an hour late"],
    ],
  };
}

/** The preset for a notification in the timeline. */
export const DROPPED = effectText({ notify: { drop: true } });
