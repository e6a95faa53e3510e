import { policyOf } from "../../../app/choices.js";
import type { TokenKey } from "../../../app/ports/store.js";
import { cardEntryPage, type MerchantListFilter, merchantPage, tokenPage } from "../../../app/views/list-pages.js";
import { tokenJson } from "../../../app/views/token-json.js";
import { currencies } from "../../../domain/money.js";
import { testCards } from "../../../facts/cards.js";
import type { Visit } from "../context.js";
import { ActForm, Field } from "../frame/actions.js";
import { readList } from "../frame/commands.js";
import { ascending, Filter, given, numberOf, Pages, textOf } from "../frame/filter.js";
import { Layout } from "../frame/layout.js";
import { At, Badge, Section, Table, twoDecimals } from "../frame/parts.js";

export function MerchantsPage({ visit }: { visit: Visit }) {
  const how = readList(visit.lane.baseUrl, "tokens", given(visit, ["merchantId", "userId"]));
  return (
    <Layout visit={visit} title="Merchants and tokens" section="merchants" how={how}>
      <h1>Merchants and tokens</h1>
      <section aria-label="Filter of the lists below" class="only">
        <Filter visit={visit} hint="merchant, user or token">
          <Field name="merchantId" label="Merchant" value={visit.query.merchantId} />
          <Field name="userId" label="User" value={visit.query.userId} />
        </Filter>
      </section>
      <Balances visit={visit} />
      <Tokens visit={visit} />
      <CardEntries visit={visit} />
    </Layout>
  );
}

const filterOf = (visit: Visit): MerchantListFilter => ({
  find: textOf(visit, "find"),
  merchantId: numberOf(visit, "merchantId"),
  userId: textOf(visit, "userId"),
});

/**
 * The balances that refunds are paid from, with a form to set them. `isWhole`: true on the list's own page, where the
 * URL has its filter and keys.
 */
export async function Balances({ visit, isWhole = true }: { visit: Visit; isWhole?: boolean }) {
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
      <Table
        of="Merchants"
        heads={["Merchant", "Public keys", "#Unsettled HKD", "#Unsettled USD", "Set the balance"]}
        empty="No merchants: one is made by its first call."
        rows={merchants.map(({ merchantId, publicKeys, balance: { HKD, USD } }) => (
          <tr data-key={`merchant-${merchantId}`}>
            <td>{merchantId}</td>
            <td>{publicKeys.length === 0 ? <Badge of="none" tone="warn" /> : publicKeys.length}</td>
            <td class="n">{twoDecimals(HKD / 100)}</td>
            <td class="n">{twoDecimals(USD / 100)}</td>
            <td>
              <span class="row">
                {currencies.map((currency) => (
                  <ActForm
                    label={`Set the ${currency} balance of merchant ${merchantId}`}
                    does={{
                      method: "PUT",
                      path: `merchants/${merchantId}`,
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
                    <button type="submit">Set</button>
                  </ActForm>
                ))}
              </span>
            </td>
          </tr>
        ))}
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

/** A token's key in a URL: 3-351. */
const keyOf = ({ merchantId, tokenId }: TokenKey): string => `${merchantId}-${tokenId}`;

function readKey(text: string | undefined): TokenKey | undefined {
  const [, merchantId, tokenId] = /^(\d{1,10})-(\d{1,10})$/.exec(text ?? "") ?? [];
  return tokenId === undefined ? undefined : { merchantId: Number(merchantId), tokenId: Number(tokenId) };
}

async function Tokens({ visit }: { visit: Visit }) {
  const { lane } = visit;
  const page = await tokenPage(lane, filterOf(visit), readKey(textOf(visit, "tokens")));
  const policy = await policyOf(lane);
  return (
    <Section title="Tokens" id="tokens" note="stored cards: tokenization/sale charges them">
      <div class="acts">
        <ActForm label="Store a card" does={{ method: "POST", path: "tokens", code: "await lane.putToken({body})" }}>
          <Field name="merchantId" label="Merchant" type="number" value="3" isRequired />
          <Field name="userId" label="User" value="user1" testid="token-user" isRequired />
          <Field
            name="card"
            label="Card"
            testid="token-card"
            options={testCards.map(({ name, number }) => [name, `${name} · ${number}`] as const)}
          />
          <button type="submit" data-testid="token-save">
            Store
          </button>
        </ActForm>
      </div>
      <Table
        of="Tokens"
        heads={["Token", "Merchant", "User", "Card", "Brand", "Expires"]}
        empty="No tokens: store a card here, or call tokenization/add-token."
        rows={page.items.map((token) => {
          const shown = tokenJson(token, policy);
          return (
            <tr data-key={`token-${keyOf(token)}`}>
              <td>{token.tokenId}</td>
              <td>{token.merchantId}</td>
              <td class="x">{token.userId}</td>
              <td>{shown.maskedPan}</td>
              <td>{token.subBrand}</td>
              <td>{token.expiryDate}</td>
            </tr>
          );
        })}
      />
      <Pages visit={visit} of={{ ...page, next: page.next && keyOf(page.next) }} by="tokens" words={ascending} />
    </Section>
  );
}

// ASSUMED(verification-charge): shown here, and not among the orders.
async function CardEntries({ visit }: { visit: Visit }) {
  const page = await cardEntryPage(visit.lane, filterOf(visit), numberOf(visit, "entries"));
  return (
    <Section title="Card entries" id="card-entries" note="add-token; the charge that verifies a card is voided at once">
      <Table
        of="Card entries"
        heads={["User", "Merchant", "Card", "Token", "Verification", "Opened"]}
        empty="None: tokenization/add-token opens one."
        rows={page.items.map((entry) => (
          <tr data-key={`card-entry-${entry.id}`}>
            <td class="x">{entry.userId}</td>
            <td>{entry.merchantId}</td>
            <td>{entry.saved?.maskedPan ?? "–"}</td>
            <td>{entry.saved?.tokenId ?? "–"}</td>
            <td>
              {entry.charges
                .map(
                  (charge) =>
                    `${charge.type} ${twoDecimals(charge.amount / 100)}${charge.declined ? ` ${charge.declined}` : ""}`,
                )
                .join(", ") || "–"}
            </td>
            <td>
              <At at={entry.openedAt} of={visit} />
            </td>
          </tr>
        ))}
      />
      <Pages visit={visit} of={page} by="entries" />
    </Section>
  );
}
