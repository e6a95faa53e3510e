import * as z from "zod";
import { adviceForNotification } from "../../../lane/explain/notification-advice.js";
import { pageAt } from "../../../lane/shopper/page-address.js";
import { InvalidInput } from "../../../package/errors.js";
import { simulateBody } from "../../../server/control-api/books/orders.js";
import { ControlClient, type ControlTarget } from "../../library/control-client.js";
import { notificationIdNamed, orderIdNamed } from "../../library/named.js";
import { lane, targetOf, tool, toolText } from "../tool.js";
import { withToolNames } from "../tool-names.js";

const AN_ORDER = "an order's id, its merchantReference, or its checkoutUrl";

export const payOrderTool = tool({
  name: "pay_order",
  title: "Pay an order as the shopper",
  about:
    "Acts as the shopper: pays (the default; on the page of add-token: saves the card), is declined or cancels. Also lets the order expire or settle. A void needs an unsettled order.",
  input: z.strictObject({
    lane,
    order: z
      .union([z.int().min(1), z.string().min(1, { abort: true })], {
        error: AN_ORDER,
      })
      .optional()
      .describe(
        "the order's id, merchantReference, or checkoutUrl (which also contains the lane); left out: settle all",
      ),
    ...simulateBody.shape,
    action: simulateBody.shape.action.default("pay"),
  }),
  isReading: false,
  run: async ({ lane: name, order, action = "pay", ...rest }, context) => {
    if (order === undefined) {
      if (action !== "settle") throw new InvalidInput(`order is missing, expected ${AN_ORDER}`);
      return toolText(await new ControlClient(targetOf(context, name)).call("POST /settle", { body: {} }));
    }
    const page = pageAt(String(order));
    const target = targetOf(context, name ?? page?.lane);
    if (page?.isCardEntry) return enterCard(String(order), { action, ...rest }, target);
    const api = new ControlClient(target);
    const params = { id: /^https?:/.test(String(order)) ? order : await orderIdNamed(target, String(order)) };
    const body = { action, ...rest };
    const answer = await api.call("POST /orders/{id}/simulate", { params, body });
    // Expiry and settlement are no calls.
    const isCall = action === "pay" || action === "decline" || action === "cancel";
    if (!isCall) return toolText(answer.order);
    const { id, merchantId } = answer.order;
    const { transactions } = await api.call("GET /orders/{id}", { params: { id } });
    return toolText({ ...(await notifiedOf(api, { orderId: id, merchantId }, transactions)), ...answer.order });
  },
});

/** Acts on the page that stores a card. To pay there is to save the card. */
async function enterCard(id: string, { action, method, ...rest }: z.input<typeof simulateBody>, target: ControlTarget) {
  const act = action === "pay" ? ("save" as const) : action;
  if (act === "expire" || act === "settle" || method !== undefined)
    throw new InvalidInput(`the page stores a card, expected action pay (saves it), decline or cancel, and no method`);
  const body = { action: act, ...rest };
  const api = new ControlClient(target);
  const page = await api.call("POST /card-entries/{id}/simulate", { params: { id }, body });
  const operation = `card-entry/${act === "cancel" ? act : "save"}`;
  return toolText({ ...(await notifiedOf(api, { operation }, page.charges)), ...page });
}

/** What became of the shopper's act: its call, the fault that hid its answer from the shopper, and why it was declined. */
async function notifiedOf(
  api: ControlClient,
  filter: { readonly operation: string } | { readonly orderId: number; readonly merchantId: number },
  charges: readonly { readonly declined?: string | undefined }[],
) {
  const [call] = (await api.call("GET /requests", { query: { ...filter, limit: 1 } })).requests;
  const { id: requestId, operation, responseCode, fault } = call ?? {};
  return { requestId, operation, responseCode, fault, declined: charges.at(-1)?.declined };
}

export const resendTool = tool({
  name: "resend",
  title: "Send a notification again",
  about: "Sends a notification (webhook) to the shop now, whatever its state.",
  input: z.strictObject({
    lane,
    id: z
      .union([z.int().min(1), z.string().min(1, { abort: true })], {
        error: "a notification's id, such as 7 or notification-7, or its order's merchantReference",
      })
      .describe("such as notification-7, or a merchantReference"),
  }),
  isReading: false,
  run: async ({ lane: name, id }, context) => {
    const target = targetOf(context, name);
    const api = new ControlClient(target);
    const params = { id: await notificationIdNamed(target, String(id)) };
    await api.call("GET /notifications/{id}", { params });
    const sent = await api.call("POST /notifications/{id}/resend", { params, body: {} });
    if (sent.state === "held" || sent.state === "refused")
      throw new InvalidInput(
        `nothing was sent, notification ${sent.id} to ${sent.url} is ${sent.state}: ${sent.note ?? sent.attempts.at(-1)?.why}`,
      );
    const verdict = withToolNames(adviceForNotification(sent), target.base);
    // This attempt alone: explain_request has the others.
    return toolText({ verdict, ...sent, attempts: sent.attempts.slice(-1) });
  },
});
