import type { LineItem } from "../../domain/checkout-options.js";
import { amountText } from "../format.js";
import type { Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import { clipped } from "./clipped.js";
import type { CheckoutView } from "./service.js";

/** So many are seen at once; the rest is folded. */
const AT_ONCE = 5;
/** So many are listed; the page stays small however long the order. */
const LISTED = 40;

interface ItemsProps {
  readonly view: CheckoutView;
  readonly visit: Visit;
}

/** What is bought. */
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

/** Name, "x 2", unit amount; with the line's total where it differs. */
function Line({ view, visit, item }: ItemsProps & { readonly item: LineItem }) {
  const { name, quantity, unitAmountMinor } = item;
  const each = amountText(unitAmountMinor, view.currency, visit.language);
  // Not as a number: the largest line has more digits than one can hold.
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
