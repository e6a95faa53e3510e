import { methods as methodRows, type PaymentMethod, paymentMethods } from "../../facts/methods.js";
import { amountText } from "../format.js";
import { FormToken, Layout, LockIcon, type Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import { acceptedBrands } from "./card-check.js";
import {
  CardFields,
  type Country,
  CountryField,
  cardFormData,
  EmailField,
  type FieldFaults,
  type Refill,
} from "./card-fields.js";
import type { FormError } from "./message.js";
import { ErrorBox, MerchantLink, payeeOf, Summary } from "./parts.js";
import type { CheckoutView } from "./service.js";
import { TestPanel } from "./test-panel.js";

/** In the merchant's order, each once; all when none is named. */
export function shownMethods(view: CheckoutView): readonly PaymentMethod[] {
  const wished = [...new Set(view.wishes.paymentMethods ?? [])];
  return wished.length > 0 ? wished : paymentMethods;
}

/** Whether a method ends at a QR code; the others ask for a card, typed or from a sheet. */
export const paysByQr = (method: PaymentMethod): boolean => !methodRows[method].isCard;

/** What the last try left behind. */
export interface FormState {
  readonly method?: PaymentMethod | undefined;
  readonly faults: FieldFaults;
  readonly refill: Refill;
  readonly formError?: FormError | undefined;
  readonly note?: string | undefined;
  /** A declined payment may also be given up: the way to `callbackUrl.fail`. */
  readonly failed?: boolean;
}

export const untouched: FormState = { faults: {}, refill: {} };

interface FormPageProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
  readonly state: FormState;
}

/** The open order: payment form and summary, side by side. */
export function FormPage({ view, visit, state }: FormPageProps) {
  const t = texts[visit.language];
  const brands = acceptedBrands(view.wishes);
  const hasCard = shownMethods(view).includes("CARD");
  const testPanel = (
    <TestPanel
      panel={view.testPanel}
      visit={visit}
      limits={view.wishes}
      brands={brands}
      now={view.now}
      fills={hasCard}
      expires
    />
  );
  return (
    <Layout visit={visit} title={`${t.checkoutTitle} · ${payeeOf(view, t)}`} look={view.wishes} testPanel={testPanel}>
      <div class="cols">
        <section class="card">
          <h1 class="vh">{t.checkoutTitle}</h1>
          <PayForm view={view} visit={visit} state={state} />
          <form method="post" action={`${visit.home}/cancel${visit.query}`}>
            <FormToken visit={visit} />
            <button class="quiet" type="submit" data-testid="cancel">
              {t.cancel}
            </button>
          </form>
          {state.failed && <MerchantLink url={view.callbackUrl.fail} label={t.backToShop} testid="leave" />}
          <p class="safe">
            <LockIcon size={14} />
            {t.secureNote}
          </p>
        </section>
        <Summary view={view} visit={visit} />
      </div>
    </Layout>
  );
}

function PayForm({ view, visit, state }: FormPageProps) {
  const t = texts[visit.language];
  const brands = acceptedBrands(view.wishes);
  const shown = shownMethods(view);
  const hasCard = shown.includes("CARD");
  const wide = fullRows(shown);
  const isShown = (method: PaymentMethod | undefined): boolean => method !== undefined && shown.includes(method);
  const chosen = [state.method, view.wishes.defaultPaymentMethod, shown[0]].find(isShown);
  const data = cardFormData({ language: visit.language, brands, limits: view.wishes, now: view.now });
  return (
    <form method="post" action={`${visit.home}/pay${visit.query}`} novalidate autocomplete="on" {...data}>
      <ErrorBox formError={state.formError} />
      {state.note && (
        <p class="note" role="status">
          {state.note}
        </p>
      )}
      <FormToken visit={visit} />
      <fieldset>
        <legend>{t.paymentMethod}</legend>
        <div class="ways">
          {shown.map((method) => (
            <Way method={method} checked={method === chosen} wide={wide.has(method)} t={t} brands={brands} />
          ))}
        </div>
      </fieldset>
      {hasCard && (
        <div class="CARD part">
          <CardFields language={visit.language} brands={brands} faults={state.faults} refill={state.refill} />
        </div>
      )}
      {shown
        .filter((method) => method !== "CARD")
        .map((method) => (
          <p class={`${method} part hint`}>
            {fill(t.walletHint[paysByQr(method) ? "qr" : "sheet"], { wallet: t.methods[method] })}
          </p>
        ))}
      {view.wishes.showEmail !== false && (
        <div class="mail">
          <EmailField
            language={visit.language}
            value={state.refill.email ?? view.email}
            fault={state.faults.email !== undefined}
          />
        </div>
      )}
      {hasCard && (
        <div class="CARD part">
          <CountryField
            language={visit.language}
            chosen={state.refill.country}
            countries={Object.keys(t.countries) as Country[]}
          />
        </div>
      )}
      <div class="go">
        <button class="btn" type="submit" data-testid="pay" data-working={t.working}>
          {fill(t.payAmount, { amount: amountText(view.amountMinor, view.currency, visit.language) })}
        </button>
      </div>
    </form>
  );
}

/** Wallets stand two to a row; cards, and a wallet that has no neighbour, take a whole one. */
function fullRows(shown: readonly PaymentMethod[]): ReadonlySet<PaymentMethod> {
  const wide = new Set<PaymentMethod>();
  let run = 0;
  shown.forEach((method, i) => {
    run = method === "CARD" ? 0 : run + 1;
    const next = shown[i + 1];
    if (method === "CARD" || (run % 2 === 1 && (next === undefined || next === "CARD"))) wide.add(method);
  });
  return wide;
}

interface WayProps {
  readonly method: PaymentMethod;
  readonly checked: boolean;
  readonly wide: boolean;
  readonly t: Text;
  readonly brands: ReturnType<typeof acceptedBrands>;
}

/** One way to pay. Text marks only: logos belong to their owners. */
function Way({ method, checked, wide, t, brands }: WayProps) {
  return (
    <div class={`way ${method}${wide ? " wide" : ""}`}>
      <input
        type="radio"
        name="method"
        id={`method-${method}`}
        value={method}
        checked={checked}
        data-testid={`method-${method}`}
      />
      <label for={`method-${method}`}>
        {t.methods[method]}
        <span class="mark" aria-hidden="true">
          {method === "CARD" ? (
            brands.map((brand) => <i class={brand}>{t.brands[brand]}</i>)
          ) : (
            <i class="w">{paysByQr(method) ? "QR" : "Pay"}</i>
          )}
        </span>
      </label>
    </div>
  );
}
