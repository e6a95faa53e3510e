import type { LineItem } from "../../../core/domain/parameters.js";
import { amountText } from "../format.js";
import type { Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import type { CheckoutView } from "./view.js";

/** How many items are visible. The others are folded. */
const AT_ONCE = 5;
/** How many items are listed at most, to keep the page small for long orders. */
const LISTED = 40;

interface ItemsProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
}

/** The order's line items. */
export function Items({ view, visit }: ItemsProps) {
  const t = texts[visit.language];
  const { lineItems } = view;
  const isCut = lineItems.length > AT_ONCE + 1;
  return (
    <div class="items" data-testid="items">
      <h2>{t.items}</h2>
      <Lines view={view} visit={visit} items={isCut ? lineItems.slice(0, AT_ONCE) : lineItems} />
      {isCut && (
        <details>
          <summary>{fill(t.moreItems, { count: lineItems.length - AT_ONCE })}</summary>
          <Lines view={view} visit={visit} items={lineItems.slice(AT_ONCE, LISTED)} />
          {lineItems.length > LISTED && <p>{fill(t.unlistedItems, { count: lineItems.length - LISTED })}</p>}
        </details>
      )}
    </div>
  );
}

const Lines = ({ view, visit, items }: ItemsProps & { readonly items: readonly LineItem[] }) => (
  <ul>
    {items.map((item) => (
      <Line view={view} visit={visit} item={item} />
    ))}
  </ul>
);

/** Shows the name, "x 2", and the unit amount. Adds the line's total if it differs. */
function Line({ view, visit, item }: ItemsProps & { readonly item: LineItem }) {
  const { name, quantity, unitAmountMinor } = item;
  const each = amountText(unitAmountMinor, view.currency, visit.language);
  // A BigInt, because the largest total has more digits than a number can hold.
  const total = BigInt(unitAmountMinor) * BigInt(quantity);
  return (
    <li>
      <bdi>{clipped(name)}</bdi>
      <span>x {quantity}</span>
      {quantity > 1 && <span>{each}</span>}
      <b>{quantity > 1 ? amountText(total, view.currency, visit.language) : each}</b>
    </li>
  );
}

const TEXT_CHARS = 100;

/** A merchant's text, cut to a length that fits a page. */
export const clipped = (text: string): string =>
  (text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text).toWellFormed();
