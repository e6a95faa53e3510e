import type { Instant } from "../../domain/money.js";
import type { CardBrand } from "../../facts/cards.js";
import { grouped } from "../format.js";
import { FormToken, type Visit } from "../layout.js";
import { fill, type Text, texts } from "../text/index.js";
import { type SampleCard, sampleCards } from "./sample-cards.js";
import type { CardLimits, TestPanelView } from "./service.js";

/** Five years on: good for every test card. */
export const futureExpiry = (now: Instant): string => {
  const year = new Date(now).getUTCFullYear() + 5;
  return `12/${String(year % 100).padStart(2, "0")}`;
};

interface TestPanelProps {
  readonly panel: TestPanelView | undefined;
  readonly visit: Visit;
  readonly limits: CardLimits;
  readonly brands: readonly CardBrand[];
  readonly now: Instant;
  /** Whether the page has a card form to fill. */
  readonly fills: boolean;
  /** Checkout only: an open order can be made to expire. */
  readonly expires: boolean;
}

/** The sandbox's own strip, marked as such and folded. */
export function TestPanel(props: TestPanelProps) {
  const { panel, visit, fills } = props;
  if (!panel) return null;
  const t = texts[visit.language];
  const cards = sampleCards(props.limits, props.brands);
  return (
    <aside class="panel" data-testid="test-panel" aria-label={t.panel.title}>
      <details>
        <summary>
          {t.panel.title}
          <small>{t.panel.mark}</small>
        </summary>
        <div class="in">
          {fills && <Cards cards={cards} t={t} expiry={futureExpiry(props.now)} />}
          <Actions {...props} panel={panel} t={t} />
        </div>
      </details>
    </aside>
  );
}

const resultOf = (card: SampleCard, t: Text): string => {
  if (card.challenge) return t.panel.challenge;
  return card.outcome === "approve" ? t.panel.approve : fill(t.panel.declined, { name: card.outcome });
};

function Cards({
  cards,
  t,
  expiry,
}: {
  readonly cards: readonly SampleCard[];
  readonly t: Text;
  readonly expiry: string;
}) {
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
          {cards.map((card) => (
            <tr>
              <td class="n">
                {/* Disabled until the script is there: without it the numbers are a list to copy from. */}
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
                {t.brands[card.brand]} · {resultOf(card, t)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Actions({ panel, visit, expires, t }: TestPanelProps & { readonly panel: TestPanelView; readonly t: Text }) {
  return (
    <section>
      <p data-testid="signature-flag">{t.panel.signature[panel.signature]}</p>
      {(expires || panel.inspectUrl) && <h2>{t.panel.actions}</h2>}
      <div class="acts">
        {expires && (
          <form method="post" action={`${visit.home}/cancel${visit.query}`}>
            <FormToken visit={visit} />
            <button type="submit">{t.cancel}</button>
          </form>
        )}
        {expires && (
          <form method="post" action={`${visit.home}/expire${visit.query}`}>
            <FormToken visit={visit} />
            <button type="submit" data-testid="expire">
              {t.panel.expire}
            </button>
          </form>
        )}
        {panel.inspectUrl && (
          <a href={panel.inspectUrl} target="_blank" rel="noopener" data-testid="inspect">
            {t.panel.inspect}
          </a>
        )}
      </div>
    </section>
  );
}
