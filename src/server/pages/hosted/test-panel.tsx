import type { Child } from "hono/jsx";
import { ownAddress } from "../addresses.js";
import type { Visit } from "../layout.js";
import { type Text, texts } from "../text/index.js";
import { type CardRules, grouped } from "./card-check.js";
import { PostForm } from "./parts.js";
import { cardKindOf, futureExpiry, resultOf, sampleCards } from "./sample-cards.js";
import type { HostedView, TestPanelView } from "./view.js";

interface TestPanelProps {
  readonly view: HostedView;
  readonly visit: Visit;
  /** The rules of the page's card form. Absent if the page has no form to fill in. */
  readonly cards?: CardRules | undefined;
}

/** The sandbox's own part of a page, marked as such and initially folded. */
export function TestPanel({ view, visit, cards }: TestPanelProps) {
  const panel = view.testPanel;
  if (!panel) return null;
  const actsOnOrder = panel.actsOnOrder && view.status === "OPEN";
  const t = texts[visit.language];
  return (
    <aside class="panel" data-testid="test-panel" aria-label={t.panel.title}>
      <details>
        <summary>
          {t.panel.title}
          <small>{t.panel.mark}</small>
        </summary>
        <div class="in">
          {cards && <TestCards rules={cards} t={t} />}
          <section>
            <SignatureRemark panel={panel} t={t} />
            <h2>{t.panel.actions}</h2>
            <div class="acts">
              {actsOnOrder && <OrderActions visit={visit} t={t} />}
              {/* Uses the session, because the merchant may hide the order's id. */}
              <a href={ownAddress(visit, "/inspect")} target="_blank" rel="noopener" data-testid="inspect">
                {t.panel.inspect}
              </a>
            </div>
          </section>
        </div>
      </details>
    </aside>
  );
}

const SignatureRemark = async ({ panel, t }: { readonly panel: TestPanelView; readonly t: Text }) => (
  <p data-testid="signature-flag">{t.panel.signature[await panel.signature()]}</p>
);

function TestCards({ rules, t }: { readonly rules: CardRules; readonly t: Text }) {
  const expiry = futureExpiry(rules.now);
  return (
    <section>
      <h2>{t.panel.cards}</h2>
      <p>{t.panel.cardsNote}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.panel.number}</th>
            <th scope="col">{t.panel.result}</th>
          </tr>
        </thead>
        <tbody>
          {sampleCards(rules.limits, rules.brands).map((card) => (
            <tr>
              <td class="n">
                {/* Disabled until the script has loaded. Without it, the numbers are a list to copy from. */}
                <button
                  type="button"
                  disabled
                  data-fill={card.number}
                  data-expiry={expiry}
                  data-testid={`test-card-${card.name}`}
                >
                  {grouped(card.number)}
                </button>
              </td>
              <td>
                {cardKindOf(card, t)} · {resultOf(card, t)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const OrderActions = ({ visit, t }: { readonly visit: Visit; readonly t: Text }): Child => (
  <>
    <PostForm visit={visit} path="/cancel">
      <button type="submit">{t.panel.cancel}</button>
    </PostForm>
    <PostForm visit={visit} path="/expire">
      <button type="submit" data-testid="expire">
        {t.panel.expire}
      </button>
    </PostForm>
  </>
);
