import { followable } from "../addresses.js";
import { amountText, hongKongTime } from "../format.js";
import { Layout, type Visit } from "../layout.js";
import { texts } from "../text/index.js";
import { ErrorBox, Mark, MerchantLink, Names, payeeOf, Row, Tick } from "./parts.js";
import type { CheckoutView, Refusal } from "./service.js";

interface PageProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
}

export const COUNTDOWN_S = 3;

export const isPaid = (view: CheckoutView): boolean => view.status === "SUCCESS" || view.status === "SETTLED";

/** "CONTINUE (00:03)": counts down by script, or by the browser's own refresh without. */
export function Continue({ url, label }: { readonly url: string; readonly label: string }) {
  return (
    <a class="btn" href={url} data-testid="continue" data-countdown={COUNTDOWN_S}>
      {label} <span data-seconds="">(00:0{COUNTDOWN_S})</span>
    </a>
  );
}

/** The payment just went through. */
export function ResultPage({ view, visit }: PageProps) {
  const t = texts[visit.language];
  const url = followable(view.callbackUrl.success);
  const refresh = url === undefined ? undefined : { seconds: COUNTDOWN_S, to: url };
  return (
    <Layout visit={visit} title={t.paidTitle} look={view.wishes} refresh={refresh}>
      <div class="card mid" data-testid="result" data-status={view.status}>
        <div class="head" role="status">
          <Tick />
          <h1>{t.paidTitle}</h1>
        </div>
        <Receipt view={view} visit={visit} />
        <div class="go">{url && <Continue url={url} label={t.continueLabel} />}</div>
      </div>
    </Layout>
  );
}

function Receipt({ view, visit }: PageProps) {
  const t = texts[visit.language];
  return (
    <dl class="rows">
      <Names view={view} t={t} />
      {view.paidAt !== undefined && (
        <Row label={t.transactionTime} testid="transaction-time">
          {hongKongTime(view.paidAt)}
        </Row>
      )}
      <Row label={t.total} testid="total">
        {amountText(view.amountMinor, view.currency, visit.language)}
      </Row>
    </dl>
  );
}

/** An order that is no longer open, seen again. `elsewhere`: another tab was faster. */
// ASSUMED(page-states): it says what became of the order and offers no payment.
export function EndedPage({ view, visit, elsewhere }: PageProps & { readonly elsewhere?: boolean }) {
  const t = texts[visit.language];
  const { title, note, sign, url } = ending(view, t);
  const isDeadEnd = view.status === "CLOSED" || view.status === "CANCELLED";
  return (
    <Layout visit={visit} title={title} look={view.wishes}>
      <div class="card mid" data-testid={isPaid(view) && !elsewhere ? "result" : "ended"} data-status={view.status}>
        {elsewhere && (
          <ErrorBox
            formError={{
              title: view.paidAt === undefined ? t.errors.notPayable : t.paidElsewhere,
              reason: "order-not-payable",
            }}
          />
        )}
        <div class="head">
          {sign}
          <h1>{title}</h1>
          <p data-testid={isDeadEnd && !elsewhere ? "error" : undefined}>{note}</p>
        </div>
        <Receipt view={view} visit={visit} />
        <div class="go">
          <MerchantLink url={url} label={t.backToShop} testid="continue" button />
        </div>
      </div>
    </Layout>
  );
}

/** What an order that nobody can pay any more says, and where it leads. */
function ending(view: CheckoutView, t: (typeof texts)["en"]) {
  const { success, fail, cancel } = view.callbackUrl;
  switch (view.status) {
    case "SUCCESS":
    case "SETTLED":
      return { title: t.alreadyPaidTitle, note: t.alreadyPaidNote, sign: <Tick />, url: success };
    case "REFUNDED":
      return { title: t.refundedTitle, note: t.refundedNote, sign: <Mark kind="back" />, url: undefined };
    case "VOIDED":
      return { title: t.voidedTitle, note: t.voidedNote, sign: <Mark kind="back" />, url: undefined };
    case "CANCELLED":
      return { title: t.cancelledTitle, note: t.cancelledNote, sign: <Mark kind="stop" />, url: cancel };
    case "OPEN":
    case "CLOSED":
      return { title: t.expiredTitle, note: t.expiredNote, sign: <Mark kind="clock" />, url: fail ?? cancel };
  }
}

/** A rule refuses the page: its reason stands where the form would. */
export function RefusedPage({ view, visit, refusal }: PageProps & { readonly refusal: Refusal }) {
  const t = texts[visit.language];
  return (
    <Layout visit={visit} title={t.refusedTitle} look={view.wishes} payee={payeeOf(view, t)}>
      <div class="card mid">
        <div class="head">
          <Mark kind="stop" />
          <h1>{t.refusedTitle}</h1>
        </div>
        <ErrorBox formError={{ title: t.errors.refused, detail: refusal.message, reason: refusal.reason }} />
        <MerchantLink url={view.callbackUrl.fail} label={t.backToShop} testid="continue" button />
      </div>
    </Layout>
  );
}

/** No such session here: says nothing of any order. */
export function BarePage({ visit, kind }: { readonly visit: Visit; readonly kind: "unknown" | "failed" }) {
  const t = texts[visit.language];
  const title = kind === "unknown" ? t.unknownTitle : t.failedTitle;
  return (
    <Layout visit={visit} title={title} look={{ showLang: false }}>
      <div class="card mid" data-testid="ended" data-status={kind}>
        <div class="head">
          <Mark kind="stop" />
          <h1>{title}</h1>
          <p data-testid="error">{kind === "unknown" ? t.unknownNote : t.failedNote}</p>
        </div>
      </div>
    </Layout>
  );
}
