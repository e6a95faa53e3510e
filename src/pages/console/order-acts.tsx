import type { OrderJson } from "../../app/views/order-schema.js";
import { declineNames } from "../../scenario/outcomes.js";
import { Act, ActForm, type Action, Field } from "./actions.js";

/** What a tester does with an order: as its shopper, as time, and as its merchant. */
export const OrderActs = ({ order }: { order: OrderJson }) => {
  const isOpen = order.status === "OPEN";
  return (
    <section aria-label="What can be done with it" class="js" id="acts">
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
        <Act testid="order-refund" does={reversal(order, "refund", { amount: paidFor(order) })}>
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
          <button type="submit" data-testid="order-refund-part">
            Refund a part
          </button>
        </ActForm>
        <Act testid="order-void" does={reversal(order, "void", {})}>
          Void
        </Act>
      </div>
    </section>
  );
};

const simulation = ({ id }: OrderJson, action: string): Action => ({
  method: "POST",
  path: `orders/${id}/simulate`,
  body: { action },
  code: `await lane.simulate(${id}, "${action}")`,
});

/** What is left of the payment; before it is paid, or when nothing is left, what was asked for. */
const paidFor = ({ amount, netAmount }: OrderJson): number => netAmount || amount;

/** As the merchant would call it, signed: what the service refuses is answered here as it would be there. */
function reversal(
  { id, merchantId, origin }: OrderJson,
  what: "refund" | "void",
  more: { readonly amount?: number },
): Action {
  const family =
    origin === "direct" ? "direct" : what === "void" && origin.startsWith("token") ? "tokenization" : "hosted-checkout";
  const path = `${family}/${what}`;
  return { method: "MERCHANT", path, body: { merchantId, orderId: id, ...more }, code: merchantCode(path) };
}

/** The library line of a signed call. */
export const merchantCode = (path: string): string =>
  `await lane.fetch("/${path}", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(await lane.sign({body})) })`;
