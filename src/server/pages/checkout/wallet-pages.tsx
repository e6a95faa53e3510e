import { raw } from "hono/html";
import { renderSVG } from "uqr";
import { acceptedBrands } from "../../../core/domain/card-limits.js";
import type { PaymentMethod } from "../../../core/facts/methods.js";
import { ownAddress } from "../addresses.js";
import { amountText } from "../format.js";
import type { FormError } from "../hosted/form-error.js";
import { OutcomePage } from "../hosted/outcome-page.js";
import { DetailRow, ErrorBox, Mark, PayeeRow, PostForm, Simulated, Tick } from "../hosted/parts.js";
import { cardKindOf, resultOf, type SampleCard, sampleCards } from "../hosted/sample-cards.js";
import { TestPanel } from "../hosted/test-panel.js";
import { Layout, type Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import { shownMethods } from "./entry.js";
import { Names } from "./summary.js";
import { TimeLeft } from "./time-left.js";
import type { CheckoutView } from "./view.js";

interface WalletProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
  readonly method: PaymentMethod;
  /** Typed into the form on the page before. */
  readonly email?: string | undefined;
  /** True if the page itself opened the wallet, on the shopper's own phone. */
  readonly here?: boolean;
}

/** The items, the merchant and the amount. */
function Purchase({ view, visit }: Pick<WalletProps, "view" | "visit">) {
  const t = texts[visit.language];
  return (
    <dl class="rows">
      <PayeeRow view={view} t={t} />
      <Names view={view} t={t} />
      <DetailRow label={t.total} testid="total">
        {amountText(view.amountMinor, view.currency, visit.language)}
      </DetailRow>
    </dl>
  );
}

/** The cards in a wallet: one of each brand that the merchant accepts, and one that is declined. */
const inWallet = ["visa", "master", "unionpay-credit", "insufficient-funds"];

export function sheetCards(view: CheckoutView): readonly SampleCard[] {
  const cards = sampleCards(view.options, acceptedBrands(view.options)).filter((card) => !card.challenge);
  const usual = cards.filter((card) => inWallet.includes(card.name));
  return usual.length > 0 ? usual : cards.slice(0, 4);
}

/** The simulated sheet of Apple Pay and Google Pay. */
export function SheetPage({ view, visit, method, email }: WalletProps) {
  const t = texts[visit.language];
  const wallet = t.methods[method];
  return (
    <Layout
      visit={visit}
      title={fill(t.sheetTitle, { wallet })}
      look={view.options}
      testPanel={<TestPanel view={view} visit={visit} />}
    >
      <section class="card mid" data-testid="wallet-sheet" aria-labelledby="sheet-title">
        <Simulated label={wallet} t={t} />
        <h1 class="vh" id="sheet-title">
          {fill(t.sheetTitle, { wallet })}
        </h1>
        <PostForm visit={visit} path={`/sheet/${method}`}>
          {email && <input type="hidden" name="email" value={email} />}
          <fieldset>
            <legend>{t.card}</legend>
            <div class="pick">
              {sheetCards(view).map((card, i) => (
                <label>
                  <input
                    type="radio"
                    name="card"
                    value={card.name}
                    checked={i === 0}
                    data-testid={`wallet-card-${card.name}`}
                  />
                  {cardKindOf(card, t)} •••• {card.number.slice(-4)}
                  {view.testPanel && <small>{resultOf(card, t)}</small>}
                </label>
              ))}
            </div>
          </fieldset>
          <Purchase view={view} visit={visit} />
          <TimeLeft view={view} visit={visit} />
          <div class="go">
            <Answers t={t} />
          </div>
        </PostForm>
        <OtherMethod view={view} visit={visit} />
      </section>
    </Layout>
  );
}

/** A link back to the form. Hidden if there is no other method. */
function OtherMethod({ view, visit }: Pick<WalletProps, "view" | "visit">) {
  const t = texts[visit.language];
  return (
    <a class="quiet" href={ownAddress(visit)} data-testid="back">
      {shownMethods(view).length > 1 ? t.otherMethod : t.back}
    </a>
  );
}

function AnswerForm({
  visit,
  method,
  email,
  here,
  from,
}: Omit<WalletProps, "view"> & { readonly from: "qr" | "phone" }) {
  const t = texts[visit.language];
  return (
    <PostForm class={from === "qr" ? "two" : "go"} visit={visit} path={`/${from}/${method}`}>
      {email && <input type="hidden" name="email" value={email} />}
      {here && <input type="hidden" name="here" value="1" />}
      <Answers t={t} look={from === "qr" ? "quiet box" : undefined} />
    </PostForm>
  );
}

const Answers = ({ t, look = "btn" }: { readonly t: Text; readonly look?: string | undefined }) => (
  <>
    <button class={look} type="submit" name="answer" value="approve" data-testid="wallet-approve">
      {t.approve}
    </button>
    <button class="quiet box" type="submit" name="answer" value="decline" data-testid="wallet-decline">
      {t.decline}
    </button>
  </>
);

/**
 * This page waits while the shopper pays on the phone, and then continues automatically. On a phone it opens the
 * wallet instead.
 */
export function QrPage(props: WalletProps) {
  const { view, visit, method, email } = props;
  const t = texts[visit.language];
  const wallet = t.methods[method];
  const title = fill(visit.isPhone ? t.sheetTitle : t.qrTitle, { wallet });
  const next = ownAddress(visit, `/qr/${method}`, { declines: String(view.declines) });
  return (
    <Layout
      visit={visit}
      title={title}
      look={view.options}
      refresh={{ seconds: 3, to: next }}
      testPanel={<TestPanel view={view} visit={visit} />}
    >
      <section class="card mid" data-testid={visit.isPhone ? "wallet" : "qr"} aria-labelledby="qr-title">
        <Simulated label={wallet} t={t} />
        <div class="head">
          <h1 id="qr-title">{title}</h1>
          <p>{fill(visit.isPhone ? t.openNote : t.qrNote, { wallet })}</p>
        </div>
        <div class="qr">
          {!visit.isPhone && <Code {...props} />}
          <OpenWallet {...props} />
          <p class="wait" role="status" data-declines={view.declines} data-next={next}>
            {t.qrWaiting}
          </p>
        </div>
        <Purchase view={view} visit={visit} />
        <TimeLeft view={view} visit={visit} />
        <div class="go tester">
          <p>{fill(t.qrTester, { wallet })}</p>
          <AnswerForm visit={visit} method={method} email={email} from="qr" />
        </div>
        <OtherMethod view={view} visit={visit} />
      </section>
    </Layout>
  );
}

function Code({ view, visit, method, email }: WalletProps) {
  const t = texts[visit.language];
  const url = phoneUrl(view, method, email);
  return (
    <div class="code" role="img" aria-label={fill(t.qrAlt, { wallet: t.methods[method] })} data-url={url}>
      {raw(renderSVG(url, { border: 2, ecc: "M" }))}
    </div>
  );
}

/**
 * A link to the wallet's page in this browser. The style sheet shows it instead of the QR code on phones that don't
 * identify themselves.
 */
function OpenWallet({ visit, method, email }: WalletProps) {
  const t = texts[visit.language];
  const address = ownAddress(visit, `/phone/${method}`, { ...(email && { email }), here: "1" });
  return (
    <a class={visit.isPhone ? "btn" : "btn by-touch"} href={address} data-testid="open-wallet">
      {fill(t.openWallet, { wallet: t.methods[method] })}
    </a>
  );
}

/** The address in the QR code: the wallet's page of this order, if a phone can reach the sandbox. */
const phoneUrl = (view: CheckoutView, method: PaymentMethod, email?: string): string =>
  `${view.url.replace(/\/+$/, "")}/phone/${method}${email ? `?${new URLSearchParams({ email })}` : ""}`;

/** The wallet's page on the phone. */
export function PhonePage({ view, visit, method, email, here }: WalletProps) {
  const t = texts[visit.language];
  return (
    <Layout
      visit={visit}
      title={t.methods[method]}
      look={{ ...view.options, showPoweredBy: false }}
      testPanel={<TestPanel view={view} visit={visit} />}
    >
      <section class="card mid" data-testid="phone" aria-labelledby="phone-title">
        <Simulated label={t.methods[method]} t={t} />
        <div class="head">
          <h1 id="phone-title">{amountText(view.amountMinor, view.currency, visit.language)}</h1>
          <p>{t.phoneNote}</p>
        </div>
        <dl class="rows">
          <PayeeRow view={view} t={t} />
          <Names view={view} t={t} />
        </dl>
        <TimeLeft view={view} visit={visit} />
        <AnswerForm visit={visit} method={method} email={email} here={here ?? false} from="phone" />
      </section>
    </Layout>
  );
}

interface PhoneDoneProps extends Pick<WalletProps, "view" | "visit"> {
  readonly formError?: FormError | undefined;
}

/** The last page on the phone. The shop continues on the other screen. */
export function PhoneDonePage({ view, visit, formError }: PhoneDoneProps) {
  const t = texts[visit.language];
  return (
    <OutcomePage
      visit={visit}
      view={view}
      look={{ ...view.options, showPoweredBy: false }}
      title={formError ? t.phoneDeclinedTitle : t.phonePaidTitle}
      sign={formError ? <Mark kind="stop" /> : <Tick />}
      note={formError ? undefined : t.phonePaidNote}
      testid="phone-done"
    >
      <ErrorBox formError={formError && { ...formError, detail: t.phoneDeclinedNote }} />
    </OutcomePage>
  );
}
