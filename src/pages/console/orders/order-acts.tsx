import type { OrderJson } from "../../../app/views/schemas/order-schema.js";
import { declineNames } from "../../../scenario/values/outcomes.js";
import { signedCode } from "../../islands/console/command-text.js";
import { Act, ActForm, type ConsoleAction, Field, Submit } from "../frame/actions.js";
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
        <Act text="Pay" testid="order-pay" isOff={!isOpen} does={simulation(order, "pay")} />
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
          <Submit text="Decline" testid="order-decline" isOff={!isOpen} />
        </ActForm>
        <Act text="Cancel" testid="order-cancel" isOff={!isOpen} does={simulation(order, "cancel")} />
        <Act text="Expire" testid="order-expire" isOff={!isOpen} does={simulation(order, "expire")} />
        <Act
          text="Settle"
          testid="order-settle"
          isOff={order.status !== "SUCCESS"}
          does={simulation(order, "settle")}
        />
        <Act
          text="Refund in full"
          testid="order-refund"
          isOff={!isPaid}
          does={reversal(order, "refund", { amount: paidFor(order) })}
        />
        <ActForm label="Refund a part" does={reversal(order, "refund", {})}>
          <Field
            name="amount"
            label={`Amount, ${order.currency}`}
            type="number"
            within={{ min: 0.01, max: paidFor(order), step: 0.01 }}
            testid="refund-amount"
            isRequired
          />
          <Submit text="Refund a part" testid="order-refund-part" isOff={!isPaid} />
        </ActForm>
        <Act
          text="Refund too much"
          testid="order-refund-too-much"
          isOff={!isPaid}
          label={`Refund too much: ${twoDecimals(tooMuchFor(order))} ${order.currency} answers 2005`}
          does={reversal(order, "refund", { amount: tooMuchFor(order) })}
        />
        <Act
          text="Void"
          testid="order-void"
          isOff={order.status !== "SUCCESS" && !isOpen}
          does={reversal(order, "void", {})}
        />
      </div>
    </section>
  );
};

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
