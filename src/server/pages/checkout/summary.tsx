import { amountText } from "../format.js";
import { DetailRow, PayeeRow } from "../hosted/parts.js";
import type { Visit } from "../layout.js";
import { type Text, texts } from "../text/index.js";
import { clipped, Items } from "./items.js";
import { TimeLeft } from "./time-left.js";
import type { CheckoutView } from "./view.js";

/** Shows Order ID and Merchant Reference, unless the merchant hides them. */
export function Names({ view, t }: { readonly view: CheckoutView; readonly t: Text }) {
  const { showOrderId, showMerchantReference } = view.options;
  return (
    <>
      {showOrderId !== false && (
        <DetailRow label={t.orderId} testid="order-id">
          {view.orderId}
        </DetailRow>
      )}
      {showMerchantReference !== false && (
        <DetailRow label={t.merchantReference} testid="merchant-reference">
          <bdi>{clipped(view.merchantReference)}</bdi>
        </DetailRow>
      )}
    </>
  );
}

/** The order summary next to the form: the total, and the details that the merchant shows. */
export function OrderSummary({ view, visit }: { readonly view: CheckoutView; readonly visit: Visit }) {
  const t = texts[visit.language];
  return (
    <section class="card sum" aria-labelledby="sum-title">
      <h2 class="muted" id="sum-title">
        {t.total}
      </h2>
      <p class="big" data-testid="total">
        {amountText(view.amountMinor, view.currency, visit.language)}
      </p>
      <dl class="rows">
        <PayeeRow view={view} t={t} />
        <Names view={view} t={t} />
      </dl>
      {view.options.showOrderDetail !== false && <Items view={view} visit={visit} />}
      {view.status === "OPEN" && <TimeLeft view={view} visit={visit} />}
    </section>
  );
}
