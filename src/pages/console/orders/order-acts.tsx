import type { OrderJson } from "../../../app/views/order-schema.js";
import { declineNames } from "../../../scenario/values/outcomes.js";
import { signedCode } from "../../islands/console/command-text.js";
import { Act, ActForm, type ConsoleAction, Field } from "../frame/actions.js";
import { twoDecimals } from "../frame/parts.js";

/** What a tester can do to an order: act as its shopper or its merchant, or let it expire or settle. */
export const OrderActs = ({ order }: { order: OrderJson }) => {
  const isOpen = order.status === "OPEN";
  const isPaid = order.status === "SUCCESS" || order.status === "SETTLED";
  return (
    <section aria-label="Actions" class="js" id="acts">
      <div class="head">
        <h2>
          Do <small>as the shopper, as time, as the merchant</small>
        </h2>
      </div>
      <div class="acts">
        <Act testid="order-pay" isOff={!isOpen} does={simulation(order, "pay")}>
          Pay
        </Act>
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
          <button type="submit" data-testid="order-decline" disabled={!isOpen}>
            Decline
          </button>
        </ActForm>
        <Act testid="order-cancel" isOff={!isOpen} does={simulation(order, "cancel")}>
          Cancel
        </Act>
        <Act testid="order-expire" isOff={!isOpen} does={simulation(order, "expire")}>
          Expire
        </Act>
        <Act testid="order-settle" isOff={order.status !== "SUCCESS"} does={simulation(order, "settle")}>
          Settle
        </Act>
        <Act testid="order-refund" isOff={!isPaid} does={reversal(order, "refund", { amount: paidFor(order) })}>
          Refund in full
        </Act>
        <ActForm label="Refund a part" does={reversal(order, "refund", {})}>
          <Field
            name="amount"
            label={`Amount, ${order.currency}`}
            type="number"
            within={{ min: 0.01, max: paidFor(order), step: 0.01 }}
            testid="refund-amount"
            isRequired
          />
          <button type="submit" data-testid="order-refund-part" disabled={!isPaid}>
            Refund a part
          </button>
        </ActForm>
        <Act
          testid="order-refund-too-much"
          isOff={!isPaid}
          label={`Refund too much: ${twoDecimals(tooMuchFor(order))} ${order.currency} answers 2005`}
          does={reversal(order, "refund", { amount: tooMuchFor(order) })}
        >
          Refund too much
        </Act>
        <Act testid="order-void" isOff={order.status !== "SUCCESS" && !isOpen} does={reversal(order, "void", {})}>
          Void
        </Act>
      </div>
    </section>
  );
};

const simulation = ({ id }: OrderJson, action: string): ConsoleAction => ({
  method: "POST",
  path: `orders/${id}/simulate`,
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
  return { method: "MERCHANT", path, body: { merchantId, orderId: id, ...more }, code: signedCode(path) };
}
