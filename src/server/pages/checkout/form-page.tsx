import { acceptedBrands } from "../../../core/domain/card-limits.js";
import type { PaymentMethod } from "../../../core/facts/methods.js";
import { amountText } from "../format.js";
import { CardFields, CountryField, cardFormData, EmailField } from "../hosted/card-fields.js";
import { type Country, cardRulesOf, type FormState } from "../hosted/card-form.js";
import { CardPayButton, ErrorBox, FormFoot, PostForm, payeeOf } from "../hosted/parts.js";
import { TestPanel } from "../hosted/test-panel.js";
import { Layout, type Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import { paysByQr, shownMethods } from "./entry.js";
import { OrderSummary } from "./summary.js";
import type { CheckoutView } from "./view.js";

interface FormPageProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
  readonly state: FormState;
}

/** The page of an open order: payment form and summary, side by side. */
export function FormPage({ view, visit, state }: FormPageProps) {
  const t = texts[visit.language];
  const cards = shownMethods(view).includes("CARD") ? cardRulesOf(view) : undefined;
  const testPanel = <TestPanel view={view} visit={visit} cards={cards} />;
  return (
    <Layout visit={visit} title={`${t.checkoutTitle} · ${payeeOf(view, t)}`} look={view.options} testPanel={testPanel}>
      <div class="cols">
        <section class="card">
          <h1 class="vh">{t.checkoutTitle}</h1>
          <PayForm view={view} visit={visit} state={state} />
          <FormFoot view={view} visit={visit} state={state} cancel={t.cancel} note={t.secureNote} />
        </section>
        <OrderSummary view={view} visit={visit} />
      </div>
    </Layout>
  );
}

function PayForm({ view, visit, state }: FormPageProps) {
  const t = texts[visit.language];
  const hasCard = shownMethods(view).includes("CARD");
  const data = cardFormData(visit.language, cardRulesOf(view));
  return (
    <PostForm visit={visit} path="/pay" attributes={{ novalidate: true, autocomplete: "on", ...data }}>
      <ErrorBox formError={state.formError} />
      {state.note && (
        <p class="note" role="status">
          {state.note}
        </p>
      )}
      <Ways view={view} visit={visit} state={state} />
      {hasCard && (
        <div class="CARD part">
          <CardFields language={visit.language} rules={cardRulesOf(view)} faults={state.faults} refill={state.refill} />
        </div>
      )}
      <WalletHints view={view} visit={visit} />
      {view.options.showEmail !== false && (
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
      <CardPayButton
        label={fill(t.payAmount, { amount: amountText(view.amountMinor, view.currency, visit.language) })}
        t={t}
      />
    </PostForm>
  );
}

/** The payment methods. Preselects the last one tried, else the merchant's default, else the first. */
function Ways({ view, visit, state }: FormPageProps) {
  const shown = shownMethods(view);
  const wide = fullRows(shown);
  const isShown = (method: PaymentMethod | undefined): boolean => method !== undefined && shown.includes(method);
  const chosen = [state.method, view.options.defaultPaymentMethod, shown[0]].find(isShown);
  return (
    <fieldset>
      <legend>{texts[visit.language].paymentMethod}</legend>
      <div class="ways">
        {shown.map((method) => (
          <Way
            method={method}
            checked={method === chosen}
            wide={wide.has(method)}
            visit={visit}
            brands={acceptedBrands(view.options)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** How the shopper approves a wallet payment: on a sheet, by a QR code, or in the app on the same phone. */
const wayOf = (method: PaymentMethod, { isPhone }: Visit): "sheet" | "qr" | "app" =>
  paysByQr(method) ? (isPhone ? "app" : "qr") : "sheet";

function WalletHints({ view, visit }: Omit<FormPageProps, "state">) {
  const t = texts[visit.language];
  return (
    <>
      {shownMethods(view)
        .filter((method) => method !== "CARD")
        .map((method) => (
          <p class={`${method} part hint`}>{fill(t.walletHint[wayOf(method, visit)], { wallet: t.methods[method] })}</p>
        ))}
    </>
  );
}

/** Two wallets share a row. Cards, and a wallet without a neighbour, have a row of their own. */
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
  readonly visit: Visit;
  readonly brands: ReturnType<typeof acceptedBrands>;
}

/**
 * One payment method, shown as text only, because logos belong to their owners. The style sheet draws the marks, so the
 * label's text is the method's name alone: tests find it by that, and text browsers show it.
 */
function Way({ method, checked, wide, visit, brands }: WayProps) {
  const t = texts[visit.language];
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
            brands.map((brand) => <i class={brand} data-mark={t.brands[brand]} />)
          ) : (
            <i class="w" data-mark={t.walletMark[wayOf(method, visit)]} />
          )}
        </span>
      </label>
    </div>
  );
}
