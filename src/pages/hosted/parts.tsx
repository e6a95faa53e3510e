import type { Child } from "hono/jsx";
import { followable } from "../addresses.js";
import { amountText, hongKongTime, timeLeftText } from "../format.js";
import type { Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import type { FormError } from "./message.js";
import type { CheckoutView } from "./service.js";

export const payeeOf = (view: { readonly merchantName?: string | undefined; readonly merchantId: number }, t: Text) =>
  view.merchantName ?? fill(t.merchant, { id: view.merchantId });

/** Screen readers hear it at once, and keyboards start there. */
export function ErrorBox({ formError }: { readonly formError: FormError | undefined }) {
  if (!formError) return null;
  return (
    <div class="alert" role="alert" data-testid="error" data-reason={formError.reason}>
      <b>{formError.title}</b>
      {formError.detail}
    </div>
  );
}

export function Row({ label, testid, children }: { label: string; testid?: string | undefined; children: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={testid}>{children}</dd>
    </div>
  );
}

const TEXT_CHARS = 100;

const clipped = (text: string): string =>
  (text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text).toWellFormed();

/** Order ID and Merchant Reference, where the merchant wants them shown. */
export function Names({ view, t }: { readonly view: CheckoutView; readonly t: Text }) {
  const { showOrderId, showMerchantReference } = view.wishes;
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
        <Row label={t.payTo}>
          <bdi>{payeeOf(view, t)}</bdi>
        </Row>
        <Names view={view} t={t} />
      </dl>
      {view.wishes.showOrderDetail !== false && <Items view={view} visit={visit} />}
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
    "data-status": `${visit.home}/status`,
    "data-home": `${visit.home}${visit.query}`,
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

/** A link to the merchant's own address, unchanged. */
export function MerchantLink(props: { url: string | undefined; label: string; button?: boolean; testid?: string }) {
  const url = followable(props.url);
  if (!url) return null;
  return (
    <a class={props.button ? "btn" : "quiet"} href={url} data-testid={props.testid}>
      {props.label}
    </a>
  );
}

export const Tick = () => (
  <svg class="sign" viewBox="0 0 64 64" fill="none" aria-hidden="true">
    <circle cx="32" cy="32" r="32" fill="#e3f5ec" />
    <circle cx="32" cy="32" r="23" fill="#0b7a4b" />
    <path d="m22 32.5 7 7 13.5-14" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" />
  </svg>
);

export const Mark = ({ kind }: { readonly kind: "clock" | "back" | "stop" }) => (
  <svg
    class="sign"
    viewBox="0 0 64 64"
    fill="none"
    stroke="#566075"
    stroke-width="4"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <circle cx="32" cy="32" r="32" fill="#eef1f7" stroke="none" />
    {kind === "clock" && <path d="M32 12a20 20 0 1 0 .1 0M32 21v12l8 5" />}
    {kind === "back" && <path d="M24 20l-9 9 9 9M16 29h22a9 9 0 0 1 0 18H27" />}
    {kind === "stop" && <path d="M32 18v18M32 45v.5" />}
  </svg>
);
