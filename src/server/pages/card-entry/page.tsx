import { savedBrands } from "../../../core/domain/payable-by.js";
import { followable } from "../addresses.js";
import { hongKongTime } from "../format.js";
import type { CardRules } from "../hosted/card-check.js";
import { CardFields, CountryField, cardFormData } from "../hosted/card-fields.js";
import { type Country, cardRulesOf, type FormState } from "../hosted/card-form.js";
import { OutcomePage, SuccessPage } from "../hosted/outcome-page.js";
import {
  CardPayButton,
  DetailRow,
  ErrorBox,
  FormFoot,
  Mark,
  MerchantLink,
  PayeeRow,
  PostForm,
  payeeOf,
  Tick,
} from "../hosted/parts.js";
import { TestPanel } from "../hosted/test-panel.js";
import { Layout, type Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import type { CardEntryView } from "./view.js";

export const cardEntryRules = (view: CardEntryView): CardRules => cardRulesOf(view, savedBrands);

/** The values of `issuingCountryCode` (docs). */
const countries: readonly Country[] = ["HK", "TW", "CA", "UK", "US", "OTHER"];

interface PageProps {
  readonly view: CardEntryView;
  readonly visit: Visit;
}

/**
 * The card form of add-token. It shows no order and no total, and has a Back link only if the merchant gave its
 * target.
 */
export function CardEntryPage({ view, visit, state }: PageProps & { readonly state: FormState }) {
  const t = texts[visit.language];
  const rules = cardEntryRules(view);
  const data = cardFormData(visit.language, rules);
  const testPanel = <TestPanel view={view} visit={visit} cards={rules} />;
  const back = followable(view.callbackUrl.cancel) && t.back;
  return (
    <Layout visit={visit} title={t.tokenTitle} look={view.options} testPanel={testPanel}>
      <section class="card mid">
        <div class="head">
          <h1>{t.tokenTitle}</h1>
          <p>
            <bdi>{fill(t.tokenIntro, { merchant: payeeOf(view, t) })}</bdi>
          </p>
        </div>
        <PostForm visit={visit} path="/save" attributes={{ novalidate: true, ...data }}>
          <ErrorBox formError={state.formError} />
          <CardFields language={visit.language} rules={rules} faults={state.faults} refill={state.refill} />
          <CountryField
            language={visit.language}
            chosen={state.refill.country ?? view.issuingCountryCode}
            countries={countries}
          />
          <CardPayButton label={t.saveCard} t={t} />
        </PostForm>
        <FormFoot view={view} visit={visit} state={state} cancel={back} note={t.tokenNote} />
      </section>
    </Layout>
  );
}

/** The page after the card was saved. */
export function SavedPage({ view, visit }: PageProps) {
  const t = texts[visit.language];
  return (
    <SuccessPage view={view} visit={visit} title={t.savedTitle} note={t.savedNote}>
      <SavedCard view={view} visit={visit} />
    </SuccessPage>
  );
}

/** The page of a session that has ended. */
export function ClosedPage({ view, visit }: PageProps) {
  const t = texts[visit.language];
  const { success, fail, cancel } = view.callbackUrl;
  const isSaved = view.status === "SAVED";
  const link = isSaved ? { url: success, label: t.continueLabel } : { url: fail ?? cancel, label: t.backToShop };
  return (
    <OutcomePage
      visit={visit}
      view={view}
      title={isSaved ? t.alreadySavedTitle : t.expiredTitle}
      sign={isSaved ? <Tick /> : <Mark kind="clock" />}
      note={isSaved ? t.savedNote : t.tokenClosedNote}
      testid={isSaved ? "result" : "ended"}
      status={view.status}
      isError={!isSaved}
      isNews={isSaved}
    >
      {isSaved && <SavedCard view={view} visit={visit} />}
      <div class="go">
        <MerchantLink {...link} testid="continue" button />
      </div>
    </OutcomePage>
  );
}

function SavedCard({ view, visit }: PageProps) {
  const t = texts[visit.language];
  return (
    <dl class="rows">
      <PayeeRow view={view} label={t.payee} t={t} />
      {view.maskedPan && (
        <DetailRow label={t.card} testid="masked-pan">
          {view.cardBrand && `${t.brands[view.cardBrand]} `}
          {view.maskedPan}
        </DetailRow>
      )}
      {view.savedAt !== undefined && <DetailRow label={t.savedTime}>{hongKongTime(view.savedAt)}</DetailRow>}
    </dl>
  );
}
