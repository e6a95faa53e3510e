import type { Child } from "hono/jsx";
import { followable, ownAddress } from "../addresses.js";
import { LockIcon, type Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import type { FormState } from "./card-form.js";
import type { FormError } from "./form-error.js";
import type { HostedView } from "./view.js";

/** The merchant's name for the shopper. */
export const payeeOf = ({ merchantId }: HostedView, t: Text): string => fill(t.merchant, { id: merchantId });

interface PostFormProps {
  readonly visit: Visit;
  /** The path of one of the session's own pages, such as `/pay`. */
  readonly path: string;
  readonly attributes?: Readonly<Record<string, string | boolean>>;
  readonly class?: string;
  readonly children: Child;
}

/** A form with the session's token, which all forms of our pages need. */
export const PostForm = ({ visit, path, attributes, class: name, children }: PostFormProps) => (
  <form class={name} method="post" action={ownAddress(visit, path)} {...attributes}>
    <input type="hidden" name="token" value={visit.formToken} />
    {children}
  </form>
);

/** The button of a card form. */
export const CardPayButton = ({ label, t }: { readonly label: string; readonly t: Text }) => (
  <div class="go">
    <button class="btn" type="submit" data-testid="pay" data-working={t.working}>
      {label}
    </button>
  </div>
);

interface FormFootProps {
  readonly view: HostedView;
  readonly visit: Visit;
  readonly state: FormState;
  /** The label of the button that gives up. Absent: no such button. */
  readonly cancel: string | undefined;
  /** Says how the card will be used. */
  readonly note: string;
}

/** The foot of a card form: links and a note. */
export const FormFoot = ({ view, visit, state, cancel, note }: FormFootProps) => (
  <>
    {cancel !== undefined && (
      <PostForm visit={visit} path="/cancel">
        <button class="quiet" type="submit" data-testid="cancel">
          {cancel}
        </button>
      </PostForm>
    )}
    {state.failed && (
      <MerchantLink url={view.callbackUrl.fail} label={texts[visit.language].backToShop} testid="leave" />
    )}
    <p class="safe">
      <LockIcon size={14} />
      {note}
    </p>
  </>
);

/** Screen readers announce this error at once, and it gets the keyboard focus. */
export function ErrorBox({ formError }: { readonly formError: FormError | undefined }) {
  if (!formError) return null;
  return (
    <div class="alert" role="alert" data-testid="error" data-reason={formError.reason}>
      <b>{formError.title}</b>
      {formError.detail}
    </div>
  );
}

export function DetailRow({
  label,
  testid,
  children,
}: {
  label: string;
  testid?: string | undefined;
  children: Child;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={testid}>{children}</dd>
    </div>
  );
}

interface PayeeRowProps {
  readonly view: HostedView;
  readonly t: Text;
  readonly label?: string;
}

export const PayeeRow = ({ view, t, label = t.payTo }: PayeeRowProps) => (
  <DetailRow label={label} testid="merchant">
    <bdi>{payeeOf(view, t)}</bdi>
  </DetailRow>
);

/** Says whose page is simulated: the bank's or the wallet's. */
export const Simulated = ({ label, t }: { readonly label: string; readonly t: Text }) => (
  <div class="bank">
    <span>{label}</span>
    <span class="tag">{t.simulated}</span>
  </div>
);

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
