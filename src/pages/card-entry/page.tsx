import type { CardBrand } from "../../facts/cards.js";
import { followable } from "../addresses.js";
import { acceptedBrands } from "../checkout/card-check.js";
import { CardFields, type Country, CountryField, cardFormData } from "../checkout/card-fields.js";
import type { FormState } from "../checkout/form-page.js";
import { COUNTDOWN_S, Continue } from "../checkout/outcome-pages.js";
import { ErrorBox, Mark, MerchantLink, payeeOf, Row, Tick } from "../checkout/parts.js";
import { TestPanel } from "../checkout/test-panel.js";
import { hongKongTime } from "../format.js";
import { FormToken, Layout, LockIcon, type Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import type { CardEntryView } from "./service.js";

/** Cards only, Visa and Mastercard (docs, add-token). */
const taken: readonly CardBrand[] = ["VISA", "MASTER"];
export const brandsOf = (view: CardEntryView): readonly CardBrand[] => acceptedBrands(view.wishes, taken);

/** The values of `issuingCountryCode` (docs). */
export const countries: readonly Country[] = ["HK", "TW", "CA", "UK", "US", "OTHER"];

interface PageProps {
  readonly view: CardEntryView;
  readonly visit: Visit;
}

/** The card form of add-token: no order, no total; Back only where the merchant says where to. */
export function CardEntryPage({ view, visit, state }: PageProps & { readonly state: FormState }) {
  const t = texts[visit.language];
  const brands = brandsOf(view);
  const data = cardFormData({ language: visit.language, brands, limits: view.wishes, now: view.now });
  const testPanel = (
    <TestPanel
      panel={view.testPanel}
      visit={visit}
      limits={view.wishes}
      brands={brands}
      now={view.now}
      fills
      expires={false}
    />
  );
  return (
    <Layout visit={visit} title={t.tokenTitle} look={view.wishes} testPanel={testPanel}>
      <section class="card mid">
        <div class="head">
          <h1>{t.tokenTitle}</h1>
          <p>
            <bdi>{fill(t.tokenIntro, { merchant: payeeOf(view, t) })}</bdi>
          </p>
        </div>
        <form method="post" action={`${visit.home}/save${visit.query}`} novalidate {...data}>
          <ErrorBox formError={state.formError} />
          <FormToken visit={visit} />
          <CardFields language={visit.language} brands={brands} faults={state.faults} refill={state.refill} />
          <CountryField
            language={visit.language}
            chosen={state.refill.country ?? view.issuingCountryCode}
            countries={countries}
          />
          <div class="go">
            <button class="btn" type="submit" data-testid="pay" data-working={t.working}>
              {t.saveCard}
            </button>
          </div>
        </form>
        {followable(view.callbackUrl.cancel) && (
          <form method="post" action={`${visit.home}/cancel${visit.query}`}>
            <FormToken visit={visit} />
            <button class="quiet" type="submit" data-testid="cancel">
              {t.back}
            </button>
          </form>
        )}
        {state.failed && <MerchantLink url={view.callbackUrl.fail} label={t.backToShop} testid="leave" />}
        <p class="safe">
          <LockIcon size={14} />
          {t.tokenNote}
        </p>
      </section>
    </Layout>
  );
}

/** The card has its token. Seen again, it leads on without counting down. */
export function SavedPage({ view, visit, again }: PageProps & { readonly again: boolean }) {
  const t = texts[visit.language];
  const url = followable(view.callbackUrl.success);
  const refresh = url === undefined || again ? undefined : { seconds: COUNTDOWN_S, to: url };
  const title = again ? t.alreadySavedTitle : t.savedTitle;
  return (
    <Layout visit={visit} title={title} look={view.wishes} refresh={refresh}>
      <div class="card mid" data-testid="result" data-status={view.status}>
        <div class="head" role="status">
          <Tick />
          <h1>{title}</h1>
          <p>{t.savedNote}</p>
        </div>
        <dl class="rows">
          {view.maskedPan && (
            <Row label={t.savedCard} testid="masked-pan">
              {view.cardBrand && `${t.brands[view.cardBrand]} `}
              {view.maskedPan}
            </Row>
          )}
          {view.savedAt !== undefined && <Row label={t.savedTime}>{hongKongTime(view.savedAt)}</Row>}
        </dl>
        <div class="go">
          {url && !again && <Continue url={url} label={t.continueLabel} />}
          {again && <MerchantLink url={url} label={t.backToShop} testid="continue" button />}
        </div>
      </div>
    </Layout>
  );
}

export function ClosedPage({ view, visit }: PageProps) {
  const t = texts[visit.language];
  return (
    <Layout visit={visit} title={t.expiredTitle} look={view.wishes}>
      <div class="card mid" data-testid="ended" data-status={view.status}>
        <div class="head">
          <Mark kind="clock" />
          <h1>{t.expiredTitle}</h1>
          <p data-testid="error">{t.tokenClosedNote}</p>
        </div>
        <MerchantLink
          url={view.callbackUrl.fail ?? view.callbackUrl.cancel}
          label={t.backToShop}
          testid="continue"
          button
        />
      </div>
    </Layout>
  );
}
