import type { CardEntry } from "../../../../core/domain/card-entry.js";
import { currencies } from "../../../../core/domain/money.js";
import { tokenMask } from "../../../../core/domain/token.js";
import { testCards } from "../../../../core/facts/cards.js";
import type { TokenKey } from "../../../../lane/ports/store.js";
import { cardEntryPage, type MerchantListFilter, merchantPage, tokenPage } from "../../../../lane/views/list-pages.js";
import type { ConsoleVisit } from "../context.js";
import { ActForm, Field, Submit } from "../frame/actions.js";
import { readList } from "../frame/commands.js";
import {
  ascending,
  Filter,
  given,
  numberFilter,
  numberOf,
  Pages,
  textFilter,
  textOf,
  valuesOf,
} from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { At, Section, StateBadge, twoDecimals } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

const filters = { merchantId: numberFilter("Merchant"), userId: textFilter("User") } as const;

export function MerchantsPage({ visit }: { visit: ConsoleVisit }) {
  const how = readList(visit, "tokens", given(visit, filters));
  return (
    <ConsoleLayout visit={visit} title="Merchants and tokens" section="merchants" how={how}>
      <section aria-label="Filter of the lists below" class="only">
        <Filter visit={visit} hint="merchant, user or token" filters={filters} />
      </section>
      <Balances visit={visit} />
      <Tokens visit={visit} />
      <CardEntries visit={visit} />
    </ConsoleLayout>
  );
}

const filterOf = (visit: ConsoleVisit): MerchantListFilter => ({
  find: textOf(visit, "find"),
  ...valuesOf(visit, filters),
});

/**
 * The balances that refunds are paid from, with a form to set them. `isWhole`: true on the list's own page, where the
 * URL has its filter and keys.
 */
export async function Balances({ visit, isWhole = true }: { visit: ConsoleVisit; isWhole?: boolean }) {
  const { lane, home } = visit;
  const { views } = lane.store;
  const page = await (isWhole
    ? merchantPage(lane, filterOf(visit), numberOf(visit, "merchants"))
    : merchantPage(lane, {}, undefined));
  const merchants = await Promise.all(
    page.items.map(async (merchant) => ({ ...merchant, balance: await views.balances(merchant.merchantId) })),
  );
  return (
    <Section title="Merchants" id="merchants" note="the unsettled balance pays refunds">
      <DataTable
        of="Merchants"
        columns={{
          Merchant: ({ merchantId }) => merchantId,
          "Public keys": ({ publicKeys }) => publicKeys.length || <StateBadge of="none" tone="warn" />,
          "#Unsettled HKD": ({ balance }) => twoDecimals(balance.HKD / 100),
          "#Unsettled USD": ({ balance }) => twoDecimals(balance.USD / 100),
          "Set the balance": ({ merchantId }) => <BalanceForms merchantId={merchantId} />,
        }}
        rows={merchants}
        row={({ merchantId }) => ({ "data-key": `merchant-${merchantId}` })}
        empty="No merchants: one is made by its first call."
      />
      <Pages
        visit={visit}
        of={page}
        by="merchants"
        words={ascending}
        path={isWhole ? undefined : `${home}/merchants`}
      />
    </Section>
  );
}

const BalanceForms = ({ merchantId }: { merchantId: number }) => (
  <span class="row">
    {currencies.map((currency) => (
      <ActForm
        label={`Set the ${currency} balance of merchant ${merchantId}`}
        does={{
          call: `PUT merchants/${merchantId}`,
          code: `await lane.putMerchant(${merchantId}, {body})`,
        }}
      >
        <Field
          name={`unsettledBalance.${currency}`}
          label={currency}
          type="number"
          testid={`balance-${currency}`}
          isRequired
        />
        <Submit text="Set" />
      </ActForm>
    ))}
  </span>
);

/** A token's key in a URL: 3-351. */
const keyOf = ({ merchantId, tokenId }: TokenKey): string => `${merchantId}-${tokenId}`;

function readKey(text: string | undefined): TokenKey | undefined {
  const [, merchantId, tokenId] = /^(\d{1,10})-(\d{1,10})$/.exec(text ?? "") ?? [];
  return tokenId === undefined ? undefined : { merchantId: Number(merchantId), tokenId: Number(tokenId) };
}

async function Tokens({ visit }: { visit: ConsoleVisit }) {
  const { lane } = visit;
  const page = await tokenPage(lane, filterOf(visit), readKey(textOf(visit, "tokens")));
  return (
    <Section title="Tokens" id="tokens" note="stored cards: tokenization/sale charges them">
      <div class="acts">
        <ActForm label="Store a card" does={{ call: "POST tokens", code: "await lane.putToken({body})" }}>
          <Field name="merchantId" label="Merchant" type="number" value="3" isRequired />
          <Field name="userId" label="User" value="user1" testid="token-user" isRequired />
          <Field
            name="card"
            label="Card"
            testid="token-card"
            options={testCards.map(({ name, number }) => [name, `${name} · ${number}`] as const)}
          />
          <Submit text="Store" testid="token-save" />
        </ActForm>
      </div>
      <DataTable
        of="Tokens"
        columns={{
          Token: ({ tokenId }) => tokenId,
          Merchant: ({ merchantId }) => merchantId,
          "~User": ({ userId }) => userId,
          Card: (token) => tokenMask(token),
          Brand: ({ subBrand }) => subBrand,
          Expires: ({ expiryDate }) => expiryDate,
        }}
        rows={page.items}
        row={(token) => ({ "data-key": `token-${keyOf(token)}` })}
        empty="No tokens: store a card here, or call tokenization/add-token."
      />
      <Pages visit={visit} of={{ ...page, next: page.next && keyOf(page.next) }} by="tokens" words={ascending} />
    </Section>
  );
}

// ASSUMED(verification-charge): shown here, and not among the orders.
async function CardEntries({ visit }: { visit: ConsoleVisit }) {
  const page = await cardEntryPage(visit.lane, filterOf(visit), numberOf(visit, "entries"));
  return (
    <Section title="Card entries" id="card-entries" note="add-token; the charge that verifies a card is voided at once">
      <DataTable
        of="Card entries"
        columns={{
          "~User": ({ userId }) => userId,
          Merchant: ({ merchantId }) => merchantId,
          Card: ({ saved }) => saved?.maskedPan,
          Token: ({ saved }) => saved?.tokenId,
          Verification: ({ charges }) => charges.map(chargeText).join(", ") || "–",
          Opened: ({ openedAt }) => <At at={openedAt} of={visit} />,
        }}
        rows={page.items}
        row={({ id }) => ({ "data-key": `card-entry-${id}` })}
        empty="None: tokenization/add-token opens one."
      />
      <Pages visit={visit} of={page} by="entries" />
    </Section>
  );
}

const chargeText = ({ type, amount, declined }: CardEntry["charges"][number]): string =>
  `${type} ${twoDecimals(amount / 100)}${declined ? ` ${declined}` : ""}`;
