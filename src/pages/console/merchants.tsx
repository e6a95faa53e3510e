import { policyOf } from "../../app/choices.js";
import { tokenJson } from "../../app/views/token-json.js";
import { currencies } from "../../domain/money.js";
import { testCards } from "../../facts/cards.js";
import { ActForm, Field } from "./actions.js";
import { readByCurl } from "./commands.js";
import type { Visit } from "./context.js";
import { Layout } from "./layout.js";
import { At, Badge, money, Section, Table } from "./parts.js";

const SHOWN = 200;

export function MerchantsPage({ visit }: { visit: Visit }) {
  const how = { curl: readByCurl(visit.lane.baseUrl, "merchants"), code: "await lane.merchant(3)" };
  return (
    <Layout visit={visit} title="Merchants and tokens" section="merchants" how={how}>
      <h1>Merchants and tokens</h1>
      <Balances visit={visit} />
      <Tokens visit={visit} />
      <CardEntries visit={visit} />
    </Layout>
  );
}

/** What refunds are paid from; a form sets it. */
export async function Balances({ visit: { lane } }: { visit: Visit }) {
  const { views } = lane.store;
  const known = (await views.merchants()).slice(0, SHOWN);
  const merchants = await Promise.all(
    known.map(async (merchant) => ({ ...merchant, balance: await views.balances(merchant.merchantId) })),
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
            <td class="n">{money(HKD / 100)}</td>
            <td class="n">{money(USD / 100)}</td>
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
    </Section>
  );
}

async function Tokens({ visit: { lane } }: { visit: Visit }) {
  const tokens = (await lane.store.views.tokens()).slice(0, SHOWN);
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
        rows={tokens.map((token) => {
          const shown = tokenJson(token, policy);
          return (
            <tr data-key={`token-${token.merchantId}-${token.tokenId}`}>
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
    </Section>
  );
}

// ASSUMED(verification-charge): shown here, and not among the orders.
async function CardEntries({ visit }: { visit: Visit }) {
  const entries = await visit.lane.store.views.cardEntries(SHOWN);
  return (
    <Section title="Card entries" id="card-entries" note="add-token; the charge that verifies a card is voided at once">
      <Table
        of="Card entries"
        heads={["User", "Merchant", "Card", "Token", "Verification", "Opened"]}
        empty="None: tokenization/add-token opens one."
        rows={entries.map((entry) => (
          <tr data-key={`card-entry-${entry.id}`}>
            <td class="x">{entry.userId}</td>
            <td>{entry.merchantId}</td>
            <td>{entry.saved?.maskedPan ?? "–"}</td>
            <td>{entry.saved?.tokenId ?? "–"}</td>
            <td>
              {entry.charges
                .map(
                  (charge) =>
                    `${charge.type} ${money(charge.amount / 100)}${charge.declined ? ` ${charge.declined}` : ""}`,
                )
                .join(", ") || "–"}
            </td>
            <td>
              <At at={entry.openedAt} of={visit} />
            </td>
          </tr>
        ))}
      />
    </Section>
  );
}
