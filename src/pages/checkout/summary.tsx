import { ownAddress } from "../addresses.js";
import { amountText, hongKongTime } from "../format.js";
import { PayeeRow, Row } from "../hosted/parts.js";
import type { Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import { timeLeftText } from "../time-left.js";
import type { CheckoutView } from "./service.js";

const TEXT_CHARS = 100;

const clipped = (text: string): string =>
  (text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text).toWellFormed();

/** Order ID and Merchant Reference, where the merchant wants them shown. */
export function Names({ view, t }: { readonly view: CheckoutView; readonly t: Text }) {
  const { showOrderId, showMerchantReference } = view.options;
  return (
    <>
      {showOrderId !== false && (
        <Row label={t.orderId} testid="order-id">
          {view.orderId}
        </Row>
      )}
      {showMerchantReference !== false && (
        <Row label={t.merchantReference} testid="merchant-reference">
          <bdi>{clipped(view.merchantReference)}</bdi>
        </Row>
      )}
    </>
  );
}

/** So many are listed; the page stays small however long the order. */
const ITEMS_SHOWN = 40;

/** The order beside the form: total on top, then what the merchant lets it show. */
export function Summary({ view, visit }: { readonly view: CheckoutView; readonly visit: Visit }) {
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

function Items({ view, visit }: { readonly view: CheckoutView; readonly visit: Visit }) {
  const t = texts[visit.language];
  const more = view.lineItems.length - ITEMS_SHOWN;
  return (
    <div class="items" data-testid="items">
      <h2>{t.items}</h2>
      {/* A list that scrolls must be reachable by keyboard. */}
      <ul tabindex={view.lineItems.length > 6 ? 0 : undefined} aria-label={t.items}>
        {view.lineItems.slice(0, ITEMS_SHOWN).map((item) => (
          <li>
            <bdi>{clipped(item.name)}</bdi>
            <span>x {item.quantity}</span>
            <b>{amountText(item.unitAmountMinor, view.currency, visit.language)}</b>
          </li>
        ))}
        {more > 0 && <li class="muted">{fill(t.moreItems, { count: more })}</li>}
      </ul>
    </div>
  );
}

const DAY_MS = 86_400_000;

/** Counts down by script where the clock runs; says until when to pay where it is more than a day. */
function TimeLeft({ view, visit }: { readonly view: CheckoutView; readonly visit: Visit }) {
  const t = texts[visit.language];
  const leftMs = view.expiresAt - view.now;
  if (leftMs > DAY_MS) return <p class="left">{fill(t.payBefore, { time: hongKongTime(view.expiresAt) })}</p>;
  const ticks = view.clockRuns && {
    "data-left": String(leftMs),
    "data-status": ownAddress(visit, "/status"),
    "data-home": ownAddress(visit),
  };
  return (
    <p class="left">
      <span>{t.timeLeft}</span>
      <b {...ticks} data-testid="time-left">
        {timeLeftText(leftMs)}
      </b>
    </p>
  );
}
