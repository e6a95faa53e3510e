import type { Child } from "hono/jsx";
import { declineNames } from "../../../../core/scenario/values/outcomes.js";
import type { OrderJson } from "../../../../lane/views/schemas/order-schema.js";
import { signedCode } from "../../islands/console/command-text.js";
import { Act, ActForm, type ConsoleAction, Field, Submit } from "../frame/actions.js";
import { twoDecimals } from "../frame/parts.js";

/** What a tester can do to an order now: act as its shopper or its merchant, or as time. The rest says why not. */
export const OrderActs = ({ order }: { order: OrderJson }) => {
  const all = actsOn(order);
  const [possible, others] = [all.filter(({ whyNot }) => !whyNot), all.filter(({ whyNot }) => whyNot)];
  return (
    <section aria-label="Actions" class="js" id="acts">
      <div class="head">
        <h2>
          Possible now <small>as the shopper, as time, as the merchant</small>
        </h2>
      </div>
      <div class="acts">
        {possible.length === 0 ? (
          <p class="m">Nothing: the order has come to its end.</p>
        ) : (
          possible.map(({ act }) => act)
        )}
      </div>
      {others.length > 0 && (
        <details data-key="not-possible">
          <summary>Not possible now</summary>
          <div class="acts not-possible">
            {others.map(({ act, whyNot }) => (
              <div class="row">
                {act} <span class="m">{whyNot}</span>
              </div>
            ))}
          </div>
        </details>
      )}
    </section>
  );
};

interface PossibleAct {
  readonly act: Child;
  /** Undefined: it is possible now. */
  readonly whyNot: string | undefined;
}

/** A refunded order is settled, too: what is left of it is paid out. */
function whyNotSettled({ status, settledTime }: OrderJson): string | undefined {
  if (settledTime !== undefined) return "the order is settled already";
  const isPaid = status === "SUCCESS" || status === "REFUNDED";
  return isPaid ? undefined : `the order is ${status}: only a paid one is settled`;
}

function actsOn(order: OrderJson): readonly PossibleAct[] {
  const { status, currency } = order;
  const asShopper = status === "OPEN" ? undefined : `the order is ${status}: only an OPEN one can be paid`;
  const isPaid = status === "SUCCESS" || status === "SETTLED";
  const asRefund = isPaid ? undefined : `the order is ${status}: only a paid one can be refunded, once`;
  const asVoid = status === "SUCCESS" || status === "OPEN" ? undefined : `the order is ${status}: too late for a void`;
  const act = (props: Omit<Parameters<typeof Act>[0], "isOff">, whyNot: string | undefined): PossibleAct => ({
    act: <Act {...props} isOff={whyNot !== undefined} />,
    whyNot,
  });
  return [
    act({ text: "Pay", testid: "order-pay", does: simulation(order, "pay") }, asShopper),
    {
      act: (
        <ActForm
          label="Decline a payment"
          does={{ ...simulation(order, "decline"), code: `await lane.simulate(${order.id}, {body})` }}
        >
          <Field
            name="reason"
            label="Reason"
            testid="decline-reason"
            options={declineNames.map((name) => [name, name] as const)}
          />
          <Submit text="Decline" testid="order-decline" isOff={asShopper !== undefined} />
        </ActForm>
      ),
      whyNot: asShopper,
    },
    act({ text: "Cancel", testid: "order-cancel", does: simulation(order, "cancel") }, asShopper),
    act({ text: "Expire", testid: "order-expire", does: simulation(order, "expire") }, asShopper),
    act({ text: "Settle", testid: "order-settle", does: simulation(order, "settle") }, whyNotSettled(order)),
    act(
      {
        text: "Refund in full",
        testid: "order-refund",
        does: reversal(order, "refund", { amount: paidFor(order) }),
      },
      asRefund,
    ),
    {
      act: (
        <ActForm label="Refund a part" does={reversal(order, "refund", {})}>
          <Field
            name="amount"
            label={`Amount, ${currency}`}
            type="number"
            within={{ min: 0.01, max: paidFor(order), step: 0.01 }}
            testid="refund-amount"
            isRequired
          />
          <Submit text="Refund a part" testid="order-refund-part" isOff={!isPaid} />
        </ActForm>
      ),
      whyNot: asRefund,
    },
    act(
      {
        text: "Refund too much",
        testid: "order-refund-too-much",
        label: `Refund too much: ${twoDecimals(tooMuchFor(order))} ${currency} answers 2005`,
        does: reversal(order, "refund", { amount: tooMuchFor(order) }),
      },
      asRefund,
    ),
    act({ text: "Void", testid: "order-void", does: reversal(order, "void", {}) }, asVoid),
  ];
}

const simulation = ({ id }: OrderJson, action: string): ConsoleAction => ({
  call: `POST orders/${id}/simulate`,
  body: { action },
  code: `await lane.simulate(${id}, "${action}")`,
});

/** The amount left of the payment. The original amount if the order is unpaid or nothing is left. */
const paidFor = ({ amount, netAmount }: OrderJson): number => netAmount || amount;

/** One more than the remaining amount, in the currency's main unit. */
const tooMuchFor = (order: OrderJson): number => Math.round((paidFor(order) + 1) * 100) / 100;

/** Sent and signed like the merchant's own call, so that the service's refusals appear as they are. */
function reversal(
  { id, merchantId, origin }: OrderJson,
  what: "refund" | "void",
  more: { readonly amount?: number },
): ConsoleAction {
  const family =
    origin === "direct" ? "direct" : what === "void" && origin.startsWith("token") ? "tokenization" : "hosted-checkout";
  const path = `${family}/${what}`;
  return { call: `MERCHANT ${path}`, body: { merchantId, orderId: id, ...more }, code: signedCode(path) };
}
