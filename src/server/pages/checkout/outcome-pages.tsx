import type { Child } from "hono/jsx";
import { amountText, hongKongTime } from "../format.js";
import { refusalError } from "../hosted/form-error.js";
import { OutcomePage, SuccessPage } from "../hosted/outcome-page.js";
import { DetailRow, ErrorBox, Mark, MerchantLink, PayeeRow, payeeOf, Tick } from "../hosted/parts.js";
import type { PageRefusal } from "../hosted/view.js";
import type { Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import { Names } from "./summary.js";
import type { CheckoutView, PaidWith } from "./view.js";

interface PageProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
}

export const isPaid = (view: CheckoutView): boolean => view.status === "SUCCESS" || view.status === "SETTLED";

/** The page right after a successful payment. */
export const ResultPage = ({ view, visit }: PageProps) => (
  <SuccessPage view={view} visit={visit} title={texts[visit.language].paidTitle}>
    <Receipt view={view} visit={visit} />
  </SuccessPage>
);

function Receipt({ view, visit }: PageProps) {
  const t = texts[visit.language];
  return (
    <dl class="rows">
      <PayeeRow view={view} label={t.payee} t={t} />
      <Names view={view} t={t} />
      {view.paidWith && (
        <DetailRow label={t.paymentMethod} testid="paid-with">
          {paidWithText(view.paidWith, t)}
        </DetailRow>
      )}
      {view.paidAt !== undefined && (
        <DetailRow label={t.transactionTime} testid="transaction-time">
          {hongKongTime(view.paidAt)}
        </DetailRow>
      )}
      <DetailRow label={t.total} testid="total">
        {amountText(view.amountMinor, view.currency, visit.language)}
      </DetailRow>
    </dl>
  );
}

const paidWithText = ({ method, brand, last4 }: PaidWith, t: Text): string =>
  brand === undefined || last4 === undefined
    ? t.methods[method]
    : fill(t.byCard, { method: t.methods[method], brand: t.brands[brand], last4 });

/** The page of an order that is no longer open. `elsewhere`: it was paid or cancelled in another tab. */
// ASSUMED(page-states): it says what became of the order and offers no payment.
export function EndedPage({ view, visit, elsewhere = false }: PageProps & { readonly elsewhere?: boolean }) {
  const t = texts[visit.language];
  const { title, note, sign, url, label = t.backToShop } = ending(view, t);
  const paidMeanwhile = view.paidAt === undefined ? t.errors.notPayable : t.paidElsewhere;
  return (
    <OutcomePage
      visit={visit}
      view={view}
      title={title}
      sign={sign}
      note={note}
      testid={isPaid(view) && !elsewhere ? "result" : "ended"}
      status={view.status}
      isError={!elsewhere && (view.status === "CLOSED" || view.status === "CANCELLED")}
      above={elsewhere && <ErrorBox formError={{ title: paidMeanwhile, reason: "order-not-payable" }} />}
    >
      <Receipt view={view} visit={visit} />
      <div class="go">
        <MerchantLink url={url} label={label} testid="continue" button />
      </div>
    </OutcomePage>
  );
}

interface Ending {
  readonly title: string;
  readonly note: string;
  readonly sign: Child;
  readonly url: string | undefined;
  readonly label?: string;
}

/** The text for an order that can no longer be paid, and the link to continue. */
function ending(view: CheckoutView, t: Text): Ending {
  const { success, fail, cancel } = view.callbackUrl;
  switch (view.status) {
    case "SUCCESS":
    case "SETTLED":
      return {
        title: t.alreadyPaidTitle,
        note: t.alreadyPaidNote,
        sign: <Tick />,
        url: success,
        label: t.continueLabel,
      };
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

/** If a rule refuses the page, shows the reason instead of the form. */
export function RefusedPage({ view, visit, refusal }: PageProps & { readonly refusal: PageRefusal }) {
  const t = texts[visit.language];
  return (
    <OutcomePage visit={visit} view={view} title={t.refusedTitle} sign={<Mark kind="stop" />} payee={payeeOf(view, t)}>
      <ErrorBox formError={refusalError(refusal, t)} />
      <MerchantLink url={view.callbackUrl.fail} label={t.backToShop} testid="continue" button />
    </OutcomePage>
  );
}
