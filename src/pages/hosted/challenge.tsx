import { FormToken, Layout, type Visit } from "../layout.js";
import { texts } from "../text/index.js";
import { Row } from "./parts.js";
import type { Look } from "./service.js";

interface ChallengePageProps {
  readonly visit: Visit;
  readonly look: Look;
  readonly payee: string;
  readonly amount: string;
  readonly last4: string;
  /** What was typed, sealed: no card number is in the page. */
  readonly sealed: string;
}

/** The card issuer's 3-D Secure page, played by the sandbox: confirm, fail, close. */
export function ChallengePage({ visit, look, payee, amount, last4, sealed }: ChallengePageProps) {
  const t = texts[visit.language];
  return (
    <Layout visit={visit} title={t.challengeTitle} look={look}>
      <section class="card mid" data-testid="challenge" aria-labelledby="challenge-title">
        <div class="bank">
          <span>{t.challengeBank}</span>
          <span class="tag">{t.simulated}</span>
        </div>
        <div class="head">
          <h1 id="challenge-title">{t.challengeTitle}</h1>
          <p>{t.challengeNote}</p>
        </div>
        <dl class="rows">
          <Row label={t.payTo}>
            <bdi>{payee}</bdi>
          </Row>
          <Row label={t.total} testid="total">
            {amount}
          </Row>
          <Row label={t.challengeCard}>•••• {last4}</Row>
        </dl>
        <form class="go" method="post" action={`${visit.home}/challenge${visit.query}`}>
          <FormToken visit={visit} />
          <input type="hidden" name="sealed" value={sealed} />
          <button class="btn" type="submit" name="answer" value="ok" data-testid="challenge-ok">
            {t.challengeOk}
          </button>
          <button class="quiet box" type="submit" name="answer" value="fail" data-testid="challenge-fail">
            {t.challengeFail}
          </button>
          <button class="quiet" type="submit" name="answer" value="close" data-testid="challenge-close">
            {t.challengeClose}
          </button>
        </form>
      </section>
    </Layout>
  );
}
