import { Hono } from "hono";
import { checkoutPages } from "../../src/server/pages/checkout/routes.js";
import type { CheckoutView } from "../../src/server/pages/checkout/service.js";
import { formToken } from "../../src/server/pages/visit.js";
import { FakeCheckoutService } from "./fake-checkout-service.js";

/** The pages of one order, in process. */
export function orderPages(over: Partial<CheckoutView> = {}, headers: Readonly<Record<string, string>> = {}) {
  const service = new FakeCheckoutService().put("s1", over);
  const app = new Hono().route(
    "/checkout",
    checkoutPages(() => service),
  );
  const get = (path = "") => app.request(`/checkout/s1${path}`, { headers });
  const post = (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams({ token: formToken("s1"), ...fields });
    return app.request(`/checkout/s1${path}`, { method: "POST", body, headers });
  };
  return {
    service,
    get,
    post,
    html: async (path = "") => (await get(path)).text(),
    htmlAfter: async (path: string, fields: Readonly<Record<string, string>>) => (await post(path, fields)).text(),
  };
}

/** What a card form sends. */
export const cardFields = {
  method: "CARD",
  "card-number": "4111111111111111",
  "card-expiry": "12/30",
  "card-cvc": "864",
};
