import { explainExchange } from "../../app/explain/explain.js";
import type { Exchange } from "../../app/ports/exchange.js";
import { type Inspection, Layout } from "./layout.js";
import { Ledger, Notifications } from "./lists.js";
import { At, Badge, Code, Facts, money, pretty, Section, Table } from "./parts.js";

type Explain = Awaited<ReturnType<typeof explainExchange>>["explain"];

/** A call, its answer, and why. */
export async function RequestPage({ of, exchange }: { of: Inspection; exchange: Exchange }) {
  const { request, response, explain } = await explainExchange(of.lane, exchange);
  const { home } = of;
  return (
    <Layout of={of} title={request.id}>
      <h1>
        {request.id} <Code of={response.responseCode} />
      </h1>
      <p class="lead">
        {[request.operation, messageOf(response.body), `HTTP ${response.http}`]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
      <p class="advice" data-testid="advice">
        {explain.advice}
      </p>
      <Section title="About" id="about">
        <Facts
          of={{
            At: <At at={request.at} />,
            Merchant: request.merchantId === undefined ? undefined : String(request.merchantId),
            Reference: request.merchantReference,
            Order:
              request.orderId === undefined ? undefined : (
                <a href={`${home}/orders/${request.orderId}`}>{request.orderId}</a>
              ),
            Signature: <Badge of={request.signature} />,
            Rule: response.rule,
            Fault: response.fault,
            "Order before": explain.state.orderStatus ?? undefined,
            "Order now": explain.state.order?.status,
            "Unsettled now":
              explain.state.unsettledBalanceNow &&
              `HKD ${money(explain.state.unsettledBalanceNow.HKD)}, USD ${money(explain.state.unsettledBalanceNow.USD)}`,
          }}
        />
      </Section>
      <Ladder steps={explain.ladder} />
      <Rules explain={explain} />
      <Section title="Request" id="request" note="the text of `request`; card numbers masked">
        <pre>{pretty(request.text)}</pre>
      </Section>
      <Section
        title="Response"
        id="response"
        note={response.reachedClient ? undefined : `never left so: ${response.fault} took its place`}
      >
        <pre>{pretty(response.text) || "nothing"}</pre>
      </Section>
      <Section title="Ledger of the order" id="ledger">
        <Ledger lines={explain.ledger} />
      </Section>
      <Section title="Notifications of the order" id="notifications">
        <Notifications home={home} notifications={explain.notifications} />
      </Section>
      <Section title="Rests on assumptions" id="assumptions">
        <Table
          heads={["Id", "Claim", "Because"]}
          empty="None: this is documented, or seen in shipped clients."
          rows={explain.assumptions.map(({ id, claim, because }) => (
            <tr>
              <td>
                <a href={`${home}#assumption-${id}`}>{id}</a>
              </td>
              <td>{claim}</td>
              <td>{because}</td>
            </tr>
          ))}
        />
      </Section>
    </Layout>
  );
}

function messageOf(body: unknown): string {
  const said = (body as { message?: unknown } | null)?.message;
  return typeof said === "string" ? said : "";
}

const Ladder = ({ steps }: { steps: Explain["ladder"] }) => (
  <Section title="Ladder" id="ladder" note="the checks, in the provider's order">
    <Table
      heads={["Step", "Outcome", "Found"]}
      empty=""
      rows={steps.map(({ step, outcome, found }) => (
        <tr>
          <td>{step}</td>
          <td>
            <Badge of={outcome} />
          </td>
          <td>{found}</td>
        </tr>
      ))}
    />
  </Section>
);

const Rules = ({ explain: { rules, rulesComplete } }: { explain: Explain }) => (
  <Section
    title="Rules looked at"
    id="rules"
    note={rulesComplete ? undefined : "only those that matched: the others of that time are no longer known"}
  >
    <Table
      heads={["Rule", "Outcome", "Clauses", "Why"]}
      empty="There were no rules."
      rows={rules.map((rule) => (
        <tr>
          <td>
            {rule.name ?? rule.ruleId}{" "}
            {rule.file !== undefined && (
              <span class="m">{`${rule.file}${rule.line === undefined ? "" : `:${rule.line}`}`}</span>
            )}
          </td>
          <td>
            <Badge of={rule.outcome} />
            {rule.counter && <div class="m">{`matched ${rule.counter.seen}, fired ${rule.counter.fired}`}</div>}
          </td>
          <td>
            {rule.clauses.map(({ member, expected, actual, holds }) => (
              <div>
                <Badge of={holds ? "holds" : "not"} tone={holds ? "ok" : "bad"} />{" "}
                <code>{`${member}: ${JSON.stringify(expected)}`}</code>
                {!holds && <span class="m">{` was ${JSON.stringify(actual)}`}</span>}
              </div>
            ))}
          </td>
          <td>{rule.why}</td>
        </tr>
      ))}
    />
  </Section>
);
