import type { Lane } from "../../../lane/lane.js";
import { Layout, type Visit } from "../layout.js";
import { seal, unseal } from "../sealed.js";
import { texts } from "../text/index.js";
import { type Fields, show } from "../visit.js";
import type { HostedSession } from "./acts.js";
import { type CardForm, refillOf, untouched } from "./card-form.js";
import { DetailRow, PayeeRow, PostForm, Simulated } from "./parts.js";
import type { PageAnswer, PageRequest } from "./session-pages.js";
import { TestPanel } from "./test-panel.js";
import type { HostedView } from "./view.js";

/** Shows the 3-D Secure page, which contains the typed values in encrypted form. */
export function challenge(call: PageRequest<HostedSession>, typed: CardForm, amount: string): PageAnswer {
  const { c, visit, view, id } = call;
  // The CVC has been checked and isn't passed on.
  const sealed = seal({ ...typed, card: { ...typed.card, cvc: "" } }, id, view.sealingKey);
  const last4 = typed.card.number.slice(-4);
  return show(c, visit, <ChallengePage visit={visit} view={view} amount={amount} last4={last4} sealed={sealed} />);
}

type Pay<S extends HostedSession> = (
  call: PageRequest<S>,
  typed: CardForm,
  authenticated: boolean,
) => Promise<Response>;

/** Tries the payment again with the shopper's answer. If the challenge was closed, shows the form again. */
export const challengeAnswered =
  <S extends HostedSession>(pay: Pay<S>, closed: (session: S) => Promise<void>) =>
  async (call: PageRequest<S>, fields: Fields): Promise<Response> => {
    const { t, id, session, view, formAgain } = call;
    const typed = unseal<CardForm>(fields.sealed, id, view.sealingKey);
    if (!typed) {
      const formError = { title: t.errors.challengeLost, reason: "challenge-lost" };
      return formAgain({ ...untouched, formError, told: LOST });
    }
    if (fields.answer === "ok" || fields.answer === "fail")
      return pay(call, typed, verdictOf(session.lane, String(fields.sealed), fields.answer === "ok"));
    await closed(session);
    const formError = { title: t.errors.challengeClosed, reason: "challenge-closed" };
    return formAgain({ method: "CARD", faults: {}, refill: refillOf(typed), formError }, 200);
  };

/** The first verdict of each challenge, oldest first. Kept by this process alone. */
const verdicts = new WeakMap<Lane, Map<string, boolean>>();
const KEPT_MAX = 1000;

/** The first verdict stands: a browser's Back button must not turn a failed challenge into a passed one. */
function verdictOf(lane: Lane, sealed: string, isPassed: boolean): boolean {
  const ofLane = verdicts.get(lane) ?? new Map<string, boolean>();
  verdicts.set(lane, ofLane);
  const first = ofLane.get(sealed);
  if (first !== undefined) return first;
  const [oldest] = ofLane.keys();
  if (ofLane.size === KEPT_MAX && oldest !== undefined) ofLane.delete(oldest);
  ofLane.set(sealed, isPassed);
  return isPassed;
}

const LOST = {
  message: "sealed is missing, changed, of another page, or of a sandbox that has restarted",
  fix: "Send the challenge page's hidden field sealed unchanged, or pay again.",
};

interface ChallengePageProps {
  readonly visit: Visit;
  readonly view: HostedView;
  readonly amount: string;
  readonly last4: string;
  /** The typed values, encrypted, so that the page doesn't contain the card number. */
  readonly sealed: string;
}

/** The card issuer's 3-D Secure page, simulated: confirm, fail, or close. */
function ChallengePage({ visit, view, amount, last4, sealed }: ChallengePageProps) {
  const t = texts[visit.language];
  return (
    <Layout
      visit={visit}
      title={t.challengeTitle}
      look={view.options}
      testPanel={<TestPanel view={view} visit={visit} />}
    >
      <section class="card mid" data-testid="challenge" aria-labelledby="challenge-title">
        <Simulated label={t.challengeBank} t={t} />
        <div class="head">
          <h1 id="challenge-title">{t.challengeTitle}</h1>
          <p>{t.challengeNote}</p>
        </div>
        <dl class="rows">
          <PayeeRow view={view} t={t} />
          <DetailRow label={t.total} testid="total">
            {amount}
          </DetailRow>
          <DetailRow label={t.card}>•••• {last4}</DetailRow>
        </dl>
        <PostForm class="go" visit={visit} path="/challenge">
          <input type="hidden" name="sealed" value={sealed} />
          <button class="btn" type="submit" name="answer" value="ok" data-testid="challenge-ok">
            {t.approve}
          </button>
          <button class="quiet box" type="submit" name="answer" value="fail" data-testid="challenge-fail">
            {t.decline}
          </button>
          <button class="quiet" type="submit" name="answer" value="close" data-testid="challenge-close">
            {t.cancel}
          </button>
        </PostForm>
      </section>
    </Layout>
  );
}
